import { parseArgs } from 'node:util'
import { answerHelp, CliError, runCommand } from '../cliError.ts'
import { readBuild } from './build.ts'
import { checkPages } from './checkPages.ts'
import { inRepository } from '../repository.ts'
import { ensureWidgets } from '../build/widgets.ts'

/**
 * `npm run pages:check` compares the payment pages of a gateway with this build, for a weekly cron job (PCI DSS 4.0.1, 6.4.3 and 11.6.1). It
 * exits with code 1 if anything differs.
 */

const usage = `npm run pages:check -- https://pay.example.com [options]
  --checkout <id>       an open checkout to check
  --key <key>           a publishable key, to check which origins may frame its card form
  --framed-by <origin>  an origin that may frame the pages, repeatable; others are reported
  --dist <folder>       the build to compare with, by default of this folder`

const readOptions = () => {
  answerHelp(process.argv.slice(2), usage)
  const text = { type: 'string' } as const
  const options = { checkout: text, key: text, dist: text, 'framed-by': { type: 'string', multiple: true } } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [address, ...more] = positionals
    if (address === undefined || more.length > 0) throw new Error('The URL of the gateway is required.')
    if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
      throw new Error(`${address} is not a URL.`)
    for (const name of ['checkout', 'key'] as const)
      if (!/^\w{1,100}$/.test(values[name] ?? 'x')) throw new Error(`--${name} takes letters, digits and _.`)
    return { gateway: new URL(address), ...values }
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n\n${usage}`)
  }
}

await runCommand(async () => {
  const { gateway, checkout = null, key = null, dist, 'framed-by': framedBy = null } = readOptions()
  if (dist === undefined) await ensureWidgets()
  const folder = dist ?? inRepository('dist')
  const build = await readBuild(folder)
  console.log(`${gateway.origin}, compared with the build ${build.listed.version} in ${folder}`)
  const { checked, faults } = await checkPages({ gateway, build, checkout, key, framedBy })
  for (const line of checked) console.log(`  ${line}`)
  for (const fault of faults) console.error(`✗ ${fault}`)
  if (faults.length > 0)
    throw new CliError(
      `${faults.length} ${faults.length === 1 ? 'difference' : 'differences'}. Was the gateway deployed from another version?`,
    )
  console.log('✓ No differences.')
})

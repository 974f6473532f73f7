import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { CliError, runCommand } from '../cliError.ts'
import { bindingOf, shardsOf } from '../wrangler/database.ts'
import { deployArguments, readDeployment } from './deployment.ts'
import { keepVersions, keptVersionsFile, listVersions } from './keepVersions.ts'
import { start } from '../wrangler/processes.ts'
import { inRepository, repository } from '../repository.ts'

/**
 * `npm run deploy`: builds, migrates, deploys, in this order. Migrations only add, so the running version works with the new tables, and a
 * deploy that fails after them breaks nothing. Published versions of the merchant's script stay available.
 */

const usage = `npm run deploy -- --url https://pay.example.com   (the URL of the deployed gateway)
npm run deploy -- --first                         (the first deploy)

Pages may pin a version of the script, and a deploy replaces all files. The versions that the gateway serves now are
fetched and deployed again, if worker/cli/deploy/versions.json lists them.`

const unset = '00000000-0000-0000-0000-000000000000'

const tool = async (path: string, args: string[]): Promise<string> => {
  console.log(`\n› ${path.split('/')[1]} ${args.join(' ')}`)
  const { code, output } = await start({
    command: process.execPath,
    args: [inRepository(`node_modules/${path}`), ...args],
    cwd: repository,
    onOutput: (chunk) => void process.stdout.write(chunk),
  }).ended
  if (code !== 0) throw new CliError(`\n${path.split('/')[1]} ${args[0]} failed. The steps after it were not run.`)
  return output
}

const wrangler = (...args: string[]): Promise<string> => tool('wrangler/bin/wrangler.js', args)

/** The database bindings of wrangler.jsonc. @throws CliError if a database id is still the local one */
const databases = async (): Promise<string[]> => {
  const config = await readFile(inRepository('wrangler.jsonc'), 'utf8')
  if (config.includes(unset))
    throw new CliError(
      'wrangler.jsonc still has the database_id of local runs. Create the database with\n' +
        '  npx wrangler d1 create sluice-00\n' +
        'and copy the printed id into wrangler.jsonc. See "Going live" in the README.',
    )
  return shardsOf(config).map(bindingOf)
}

/** The URL of the deployed gateway; null for the first deploy. */
const deployedUrl = (): string | null => {
  const options = { url: { type: 'string' }, first: { type: 'boolean' } } as const
  try {
    const { values } = parseArgs({ args: process.argv.slice(2), options })
    if ((values.url === undefined) !== (values.first === true)) throw new Error('Either --url or --first is required.')
    return values.url ?? null
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n\n${usage}`)
  }
}

await runCommand(async () => {
  const url = deployedUrl()
  const deployment = await readDeployment()
  const bindings = await databases()
  await tool('vite/bin/vite.js', ['build'])
  if (url !== null) {
    const versions = await keepVersions(url, inRepository('dist/assets'), keptVersionsFile)
    console.log(`\n› kept ${versions.length} earlier version${versions.length === 1 ? '' : 's'} of the script`)
  }
  for (const binding of bindings) await wrangler('d1', 'migrations', 'apply', binding, '--remote')
  await wrangler(...deployArguments(deployment))
  if (await listVersions(inRepository('dist/assets'), keptVersionsFile))
    console.log(
      '\n› Commit worker/cli/deploy/versions.json: the next deploy keeps the versions that it lists, and no others.',
    )
  if (!(await wrangler('secret', 'list')).includes('ROOT_KEYS'))
    throw new CliError(
      '\nDeployed, but the secret ROOT_KEYS is missing, so the worker rejects all requests. Set it once:\n' +
        '  echo "1:$(openssl rand -base64 32)" | npx wrangler secret put ROOT_KEYS\n' +
        'and store a copy safely: without it no stored card can be decrypted.',
    )
})

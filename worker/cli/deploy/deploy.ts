import { readFile } from 'node:fs/promises'
import { CliError, runCommand } from '../cliError.ts'
import { bindingOf, shardsOf } from '../wrangler/database.ts'
import { deployArguments, readDeployment } from './deployment.ts'
import { keepVersions, keptVersionsFile, listVersions } from './keepVersions.ts'
import { migrationsSummary, readDeployOptions } from './deployOptions.ts'
import { listMigrations } from './migrations.ts'
import { start } from '../wrangler/processes.ts'
import { inRepository, repository } from '../repository.ts'

/**
 * `npm run deploy`: builds, migrates, deploys, in this order. Migrations only add, so the running version works with the new tables, and a
 * deploy that fails after them breaks nothing. Published versions of the merchant's script stay available. With `--dry-run` it builds and
 * bundles only.
 */

const unset = '00000000-0000-0000-0000-000000000000'

const tool = async (path: string, args: string[]): Promise<string> => {
  console.log(`\n› ${path.split('/')[0]} ${args.join(' ')}`)
  const { code, output } = await start({
    command: process.execPath,
    args: [inRepository(`node_modules/${path}`), ...args],
    cwd: repository,
    onOutput: (chunk) => void process.stdout.write(chunk),
  }).ended
  if (code !== 0) throw new CliError(`\n${path.split('/')[0]} ${args[0]} failed. The steps after it were not run.`)
  return output
}

const wrangler = (...args: string[]): Promise<string> => tool('wrangler/bin/wrangler.js', args)

const missingDatabase =
  'wrangler.jsonc still has the database_id of local runs. Create the database with\n' +
  '  npx wrangler d1 create sluice-00 --location weur\n' +
  'and copy the printed id into wrangler.jsonc. The location is final: weur is Western Europe, others are eeur, wnam, enam,\n' +
  'apac and oc. See docs/operations/deploy.md.'

const missingRootKeys =
  '\nDeployed, but the secret ROOT_KEYS is missing, so the worker rejects all requests. Set it once:\n' +
  '  (umask 077 && echo "1:$(openssl rand -base64 32)" > root-key.txt)\n' +
  '  npx wrangler secret put ROOT_KEYS < root-key.txt\n' +
  'and store a copy of the file safely: without it no stored card can be decrypted.'

/** Builds. Earlier versions of the script that pages may pin are fetched from the deployed gateway. */
const build = async (url: string | null): Promise<void> => {
  await tool('vite/bin/vite.js', ['build'])
  if (url === null) return
  const versions = await keepVersions(url, inRepository('dist/assets'), keptVersionsFile)
  console.log(`\n› kept ${versions.length} earlier version${versions.length === 1 ? '' : 's'} of the script`)
}

/** The command of a dry run: everything that needs no Cloudflare account, and a list of what the deploy does besides. */
const rehearse = async (deployCommand: string[], bindings: string[], isDatabaseMissing: boolean): Promise<void> => {
  await wrangler(...deployCommand, '--dry-run')
  for (const binding of bindings) console.log(`\n› ${migrationsSummary(binding, await listMigrations())}`)
  console.log('\n✓ Dry run: nothing was deployed, and no database was changed.')
  if (isDatabaseMissing) console.log(`\nBefore the deploy: ${missingDatabase}`)
}

await runCommand(async () => {
  const { url, isDryRun } = readDeployOptions(process.argv.slice(2))
  const deployment = await readDeployment()
  const config = await readFile(inRepository('wrangler.jsonc'), 'utf8')
  const isDatabaseMissing = config.includes(unset)
  if (isDatabaseMissing && !isDryRun) throw new CliError(missingDatabase)
  const bindings = shardsOf(config).map(bindingOf)
  await build(url)
  if (isDryRun) return rehearse(deployArguments(deployment), bindings, isDatabaseMissing)
  for (const binding of bindings) await wrangler('d1', 'migrations', 'apply', binding, '--remote')
  await wrangler(...deployArguments(deployment))
  if (await listVersions(inRepository('dist/assets'), keptVersionsFile))
    console.log(
      '\n› Commit worker/cli/deploy/versions.json: the next deploy keeps the versions that it lists, and no others.',
    )
  if (!(await wrangler('secret', 'list')).includes('ROOT_KEYS')) throw new CliError(missingRootKeys)
})

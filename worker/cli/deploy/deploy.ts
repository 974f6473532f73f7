import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { Complaint, runCommand } from '../cliError.ts'
import { bindingOf, shardsOf } from '../wrangler/database.ts'
import { keepVersions } from './keepVersions.ts'
import { start } from '../wrangler/processes.ts'
import { inRepository, repository } from '../repository.ts'

/**
 * `npm run deploy`: build, migrate, deploy, in this order. Migrations only ever add, so the version that is still running works on the new
 * tables, too, and a deploy that fails after them has broken nothing. Versions of the merchant's script that are published stay published.
 */

const usage = `npm run deploy -- --url https://pay.example.com   (where the gateway is today)
npm run deploy -- --first                         (there is none yet)

Pages may pin a version of the script, and a deploy replaces all files: the versions that the gateway serves today are fetched from it and
go along.`

const unset = '00000000-0000-0000-0000-000000000000'

const tool = async (path: string, args: string[]): Promise<string> => {
  console.log(`\n› ${path.split('/')[1]} ${args.join(' ')}`)
  const { code, output } = await start({
    command: process.execPath,
    args: [inRepository(`node_modules/${path}`), ...args],
    cwd: repository,
    onOutput: (chunk) => void process.stdout.write(chunk),
  }).ended
  if (code !== 0) throw new Complaint(`\n${path.split('/')[1]} ${args[0]} failed; nothing after it was done.`)
  return output
}

const wrangler = (...args: string[]): Promise<string> => tool('wrangler/bin/wrangler.js', args)

/** Bindings of the databases in wrangler.jsonc, once they are real ones. */
const databases = async (): Promise<string[]> => {
  const config = await readFile(inRepository('wrangler.jsonc'), 'utf8')
  if (config.includes(unset))
    throw new Complaint(
      'wrangler.jsonc still has the database_id of local runs. Create the database with\n' +
        '  npx wrangler d1 create sluice-00\n' +
        'and write the id that it prints into wrangler.jsonc. "Going live" in the README has every step.',
    )
  return shardsOf(config).map(bindingOf)
}

/** Where the gateway is today; null where there is none yet. */
const deployedUrl = (): string | null => {
  const options = { url: { type: 'string' }, first: { type: 'boolean' } } as const
  try {
    const { values } = parseArgs({ args: process.argv.slice(2), options })
    if ((values.url === undefined) !== (values.first === true)) throw new Error('Say one of the two.')
    return values.url ?? null
  } catch (error) {
    throw new Complaint(`${(error as Error).message}\n\n${usage}`)
  }
}

await runCommand(async () => {
  const url = deployedUrl()
  const bindings = await databases()
  await tool('vite/bin/vite.js', ['build'])
  if (url !== null) {
    const kept = await keepVersions(url, inRepository('dist/assets'))
    console.log(`\n› ${kept.length} earlier version${kept.length === 1 ? '' : 's'} of the script kept`)
  }
  for (const binding of bindings) await wrangler('d1', 'migrations', 'apply', binding, '--remote')
  await wrangler('deploy')
  if (!(await wrangler('secret', 'list')).includes('ROOT_KEYS'))
    throw new Complaint(
      '\nDeployed, but the secret ROOT_KEYS is not set, so the worker refuses to work. Set it once:\n' +
        '  echo "1:$(openssl rand -base64 32)" | npx wrangler secret put ROOT_KEYS\n' +
        'and keep a copy where you keep such things: without it no stored card can be opened again.',
    )
})

import { Complaint } from '../cliError.ts'
import { run } from './processes.ts'
import { inRepository, repository } from '../repository.ts'

/** A gateway's databases: the deployed ones, or local ones in a folder. */
export interface Databases {
  /** A wrangler configuration file, which names them. */
  readonly config: string
  /** The folder of local ones; null where they are deployed. */
  readonly state: string | null
}

/** One of them. */
export interface Target extends Databases {
  /** Two characters that name the binding: 00 is DB_00. */
  readonly shard: string
}

/** Those that a wrangler configuration names, by its text. */
export const shardsOf = (config: string): string[] =>
  [...config.matchAll(/"binding":\s*"DB_([0-9A-Z]{2})"/g)].map(([, shard = '']) => shard.toLowerCase())

export const bindingOf = (shard: string): string => `DB_${shard.toUpperCase()}`

/**
 * Runs SQL on a shard through wrangler, which knows the operator's Cloudflare login, and answers the rows of the last statement.
 *
 * @throws Complaint with wrangler's own words where it fails
 */
export const query = async (sql: string, { config, state, shard }: Target): Promise<Record<string, unknown>[]> => {
  const { code, output } = await run({
    command: process.execPath,
    args: [
      inRepository('node_modules/wrangler/bin/wrangler.js'),
      'd1',
      'execute',
      bindingOf(shard),
      '--config',
      config,
      '--json',
      '--yes',
      '--command',
      sql,
      ...(state === null ? ['--remote'] : ['--local', '--persist-to', state]),
    ],
    cwd: repository,
    env: { CI: '1', NO_COLOR: '1', WRANGLER_SEND_METRICS: 'false' },
  })
  const json = code === 0 ? /^\[$[\s\S]*^\]$/m.exec(output)?.[0] : undefined
  if (json === undefined)
    throw new Complaint(`The ${state === null ? 'deployed' : 'local'} database ${shard} said no:\n${output.trim()}`)
  const results = JSON.parse(json) as { results?: Record<string, unknown>[] }[]
  return results.at(-1)?.results ?? []
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../cliError.ts'
import { run } from './processes.ts'
import { inRepository, repository } from '../repository.ts'

/** A gateway's databases, deployed or local. */
export interface Databases {
  /** A wrangler configuration file with their bindings. */
  readonly config: string
  /** The folder of local databases; null for deployed ones. */
  readonly state: string | null
}

/** One database of a gateway. */
export interface Target extends Databases {
  /** Two characters of the binding's name: 00 is DB_00. */
  readonly shard: string
}

/** The shards in the text of a wrangler configuration. */
export const shardsOf = (config: string): string[] =>
  [...config.matchAll(/"binding":\s*"DB_([0-9A-Z]{2})"/g)].map(([, shard = '']) => shard.toLowerCase())

export const bindingOf = (shard: string): string => `DB_${shard.toUpperCase()}`

const noTables = (state: string): CliError =>
  new CliError(`The database in ${state} has no tables yet. Start \`npm run dev\` once: it creates the local database.`)

/** Checked before wrangler runs, since it would create an empty database. @throws CliError if `npm run dev` has never run with this state */
export const requireLocalDatabase = (state: string): void => {
  if (!existsSync(join(state, 'v3', 'd1'))) throw noTables(state)
}

type Rows = Record<string, unknown>[]

/**
 * Runs SQL on a shard through wrangler, which has the operator's Cloudflare login, and returns the rows of the last statement.
 *
 * @throws CliError with wrangler's output if it fails
 */
export const query = async (sql: string, target: Target): Promise<Rows> => (await queryAll(sql, target)).at(-1) ?? []

/** The same, and returns the rows of each statement. */
export const queryAll = async (sql: string, { config, state, shard }: Target): Promise<Rows[]> => {
  if (state !== null) requireLocalDatabase(state)
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
  if (json === undefined && state !== null && /no such table/.test(output)) throw noTables(state)
  if (json === undefined)
    throw new CliError(
      `The ${state === null ? 'deployed' : 'local'} database ${shard} returned an error:\n${output.trim()}`,
    )
  return (JSON.parse(json) as { results?: Rows }[]).map(({ results = [] }) => results)
}

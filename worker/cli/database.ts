import { Complaint } from './complaint.ts'
import { defaults } from './defaults.ts'
import { run } from './processes.ts'
import { inRepository, repository } from './repository.ts'

/** A gateway's database: the one of `npm run dev`, or the deployed one. */
export interface Target {
  readonly remote: boolean
  /** Two characters that name the binding: 00 is DB_00. */
  readonly shard: string
}

/**
 * Runs SQL on a shard through wrangler, which knows the operator's Cloudflare login, and answers the rows of the last statement.
 *
 * @throws Complaint with wrangler's own words where it fails
 */
export const query = async (sql: string, { remote, shard }: Target): Promise<Record<string, unknown>[]> => {
  const { code, output } = await run({
    command: process.execPath,
    args: [
      inRepository('node_modules/wrangler/bin/wrangler.js'),
      'd1',
      'execute',
      `DB_${shard.toUpperCase()}`,
      '--json',
      '--yes',
      '--command',
      sql,
      ...(remote ? ['--remote'] : ['--local', '--persist-to', defaults.state]),
    ],
    cwd: repository,
    env: { CI: '1', NO_COLOR: '1', WRANGLER_SEND_METRICS: 'false' },
  })
  const json = code === 0 ? /^\[$[\s\S]*^\]$/m.exec(output)?.[0] : undefined
  if (json === undefined)
    throw new Complaint(`The ${remote ? 'deployed' : 'local'} database said no:\n${output.trim()}`)
  const results = JSON.parse(json) as { results?: Record<string, unknown>[] }[]
  return results.at(-1)?.results ?? []
}

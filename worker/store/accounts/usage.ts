import type { QuotaName, Usage } from '#contract/quotas'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { json } from '../sql/row.ts'
import type { OwnerScope, ShardScope } from '../sql/scope.ts'

/** An SQL expression: the events of a row's account in the row's mode. Their positions have no gap, so both ends tell. */
const eventCount = (table: string): string => {
  const edge = (which: 'min' | 'max') =>
    `(SELECT ${which}(position) FROM events WHERE events.account = ${table}.account AND events.mode = ${table}.mode)`
  return `coalesce(${edge('max')} - ${edge('min')} + 1, 0)`
}

/**
 * SQL column of the usage of a row's account in the row's mode. Triggers and the scans of the sweep keep `usage`; rows that come and go within a
 * day are counted every few minutes, and events by their positions.
 */
export const usageColumn = (table: 'apiKeys' | 'owner'): string => {
  const own = (from: string) =>
    `SELECT name, total FROM ${from} WHERE account = ${table}.account AND mode = ${table}.mode`
  return `(SELECT json_group_object(name, total) FROM (
    SELECT 'events' AS name, ${eventCount(table)} AS total UNION ALL
    ${own('usage')} UNION ALL ${counted.map((name) => `${own('countedUsage')} AND name = '${name}'`).join(' UNION ALL ')})) AS usage`
}

/** One round trip: what an account uses in one mode. */
export const readUsage = async ({ database, owner: { account, mode } }: OwnerScope): Promise<Usage> => {
  const row = await database.row(
    sql(`SELECT ${usageColumn('owner')} FROM (SELECT ? AS account, ? AS mode) AS owner`, account, mode),
  )
  return json<Usage>().read(row?.['usage'], 'usage')
}

/** The quotas whose rows are counted. */
const counted = ['tokens', 'idempotencyKeys'] as const satisfies readonly QuotaName[]

/** A condition without a table: the use of quotas was last counted at this time or before, milliseconds since 1970. */
export const isCountDue = (before: number): Statement =>
  sql("coalesce((SELECT position FROM sweepPositions WHERE name = 'usage'), 0) <= ?", before)

/**
 * One round trip, safe to repeat: counts the tokens and idempotency keys of all accounts of a shard. An account without any has no row. Writes
 * only what differs from the last count.
 *
 * @param tokensFrom the smallest id of a token that may still be usable
 * @param at milliseconds since 1970
 */
export const countUsage = async (
  { database }: ShardScope,
  { tokensFrom, at }: { readonly tokensFrom: string; readonly at: number },
): Promise<void> => {
  const counts = {
    tokens: sql(
      'SELECT account, mode, count(*) AS total FROM tokens WHERE id >= ? AND sealedPan IS NOT NULL GROUP BY account, mode',
      tokensFrom,
    ),
    idempotencyKeys: sql('SELECT account, mode, count(*) AS total FROM idempotency GROUP BY account, mode'),
  } satisfies Record<(typeof counted)[number], Statement>
  await database.batchWithRetry([
    ...counted.flatMap((name) => {
      const { sql: text, values } = counts[name]
      return [
        sql(
          `INSERT INTO countedUsage (name, account, mode, total) SELECT '${name}', account, mode, total FROM (${text}) WHERE TRUE
           ON CONFLICT DO UPDATE SET total = excluded.total WHERE total <> excluded.total`,
          ...values,
        ),
        sql(
          `DELETE FROM countedUsage WHERE name = '${name}' AND (account, mode) NOT IN (SELECT account, mode FROM (${text}))`,
          ...values,
        ),
      ]
    }),
    sql(
      `INSERT INTO sweepPositions (name, position) VALUES ('usage', ?)
       ON CONFLICT DO UPDATE SET position = excluded.position`,
      at,
    ),
  ])
}

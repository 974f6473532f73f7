import { eventRetentionDays } from '#contract/webhooks/webhooks'
import { sql } from '../sql/database.ts'
import { isIndexedByResource } from './events.ts'
import type { Statement } from '../sql/database.ts'
import { inScope } from '../sql/sweepScope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'

/** Deletes events past their retention, the oldest of an account and mode first, so that its positions stay without a gap. */

/** After this time an account without events is read again: those that it gets meanwhile are no older. */
const retentionMs = eventRetentionDays * 86_400_000

/** The most accounts and modes in one deletion. */
const ownersAtOnce = 100

/** SELECT of the accounts and modes whose oldest event is before this time, milliseconds since 1970: one index entry for each. */
const ownersWithOldEvents = (scope: SweepScope, before: number, columns: string): Statement => {
  const inSweep = inScope(scope)
  return sql(
    `SELECT ${columns} FROM eventRetention WHERE oldest < ? AND ${inSweep.sql} ORDER BY oldest LIMIT ${ownersAtOnce}`,
    before,
    ...inSweep.values,
  )
}

/** SELECT of a row if an account has old events. An idle sweep reads no event for it. */
export const existsOldEvent = (scope: SweepScope, before: number): Statement => {
  const owners = ownersWithOldEvents(scope, before, '1 AS one')
  return sql(`SELECT one FROM (${owners.sql}) LIMIT 1`, ...owners.values)
}

const edge = (which: 'min' | 'max'): string =>
  `(SELECT ${which}(position) FROM events WHERE events.account = owner.account AND events.mode = owner.mode)`

/**
 * WITH `ended`: the accounts and modes with old events, and the position before which each loses its events, at most `limit` in all. A clock
 * that was set back leaves newer events before older ones: those wait until the newer ones are old.
 */
const endedEvents = (scope: SweepScope, before: number, limit: number): Statement => {
  const owners = ownersWithOldEvents(scope, before, 'account, mode, oldest')
  return sql(
    `WITH owner AS MATERIALIZED (${owners.sql}),
          span AS MATERIALIZED (
            SELECT account, mode, oldest, ${edge('min')} AS first, min(${edge('min')} + ?, ${edge('max')}) AS past FROM owner),
          old AS MATERIALIZED (
            SELECT account, mode, oldest, first,
                   coalesce((SELECT position FROM events WHERE events.account = span.account AND events.mode = span.mode
                               AND position >= first AND position < past AND at >= ? ORDER BY position LIMIT 1), past) AS past
            FROM span),
          ended AS MATERIALIZED (
            SELECT account, mode, first,
                   max(first, min(past, first + ? - (sum(past - first) OVER (ORDER BY oldest, account, mode) - (past - first)))) AS past
            FROM old)`,
    ...owners.values,
    limit,
    before,
    limit,
  )
}

/** FROM of the deleted events. */
const endedRows = `ended CROSS JOIN events ON events.account = ended.account AND events.mode = ended.mode
                     AND events.position >= ended.first AND events.position < ended.past`

/** An SQL expression: the newest event of an account and mode, if it is the only one. */
const onlyNewest = `iif(${edge('min')} = ${edge('max')}, ${edge('max')}, NULL)`

/**
 * One round trip: deletes at most `limit` events before this time, stores the last sequence of resources without a later event, and returns
 * the number of events. The newest event of an account and mode only loses its content, which makes it invisible, and is deleted later.
 *
 * Reads the deleted events and, of each account, one more; writes one row per event and per resource other than a payment, beside two per account.
 */
export const deleteOldEvents = async (scope: SweepScope, before: number, limit: number): Promise<number> => {
  const ended = endedEvents(scope, before, limit)
  const owners = ownersWithOldEvents(scope, before, 'account, mode')
  const { deleted, emptied } = await scope.database.named({
    counted: sql(
      `${ended.sql}
       INSERT INTO eventCounts (resource, last)
       SELECT events.resource, max(events.sequence) FROM ${endedRows}
       WHERE ${isIndexedByResource()}
         AND NOT EXISTS (SELECT 1 FROM events AS later
                         WHERE later.resource = events.resource AND ${isIndexedByResource('later')} AND later.position >= ended.past
                           AND +later.account = ended.account AND +later.mode = ended.mode)
       GROUP BY events.resource
       ON CONFLICT DO UPDATE SET last = max(last, excluded.last)`,
      ...ended.values,
    ),
    deleted: sql(
      `${ended.sql}
       DELETE FROM events WHERE (account, mode, position) IN (SELECT events.account, events.mode, events.position FROM ${endedRows})
       RETURNING snapshot IS NOT NULL AS visible`,
      ...ended.values,
    ),
    emptied: sql(
      `UPDATE events SET snapshot = NULL, storedRequestId = NULL
       WHERE (account, mode, position) IN (SELECT account, mode, ${onlyNewest} FROM (${owners.sql}) AS owner)
         AND at < ? AND snapshot IS NOT NULL
       RETURNING position`,
      ...owners.values,
      before,
    ),
    oldest: sql(
      `UPDATE eventRetention AS owner
       SET oldest = coalesce((SELECT at FROM events WHERE events.account = owner.account AND events.mode = owner.mode
                                AND snapshot IS NOT NULL ORDER BY position LIMIT 1), ?)
       WHERE (account, mode) IN (${owners.sql})`,
      before + retentionMs,
      ...owners.values,
    ),
  })
  return deleted.filter(({ visible }) => visible === 1).length + emptied.length
}

import { eventRetentionDays } from '#contract/webhooks/webhooks'
import { sql } from '../sql/database.ts'
import { isOwned } from '../sql/ownedRows.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { isIndexedByResource } from './events.ts'
import type { Statement } from '../sql/database.ts'

/** Deletes events past their retention, the oldest of an account and mode first, so that its positions stay without a gap. */

/** After this time an account without events is read again: those that it gets meanwhile are no older. */
export const retentionMs = eventRetentionDays * 86_400_000

/** A condition on `eventRetention`: the oldest event of the account and mode is before this time, milliseconds since 1970. */
const hasOldEvent = (scope: Pick<OwnerScope, 'owner'>, before: number): Statement => {
  const owned = isOwned(scope)
  return sql(`${owned.sql} AND oldest < ?`, ...owned.values, before)
}

/** SELECT of a row if the account has old events. It reads no event. */
export const existsOldEvent = (scope: Pick<OwnerScope, 'owner'>, before: number): Statement => {
  const has = hasOldEvent(scope, before)
  return sql(`SELECT 1 FROM eventRetention WHERE ${has.sql}`, ...has.values)
}

const edge = (which: 'min' | 'max'): string =>
  `(SELECT ${which}(position) FROM events WHERE events.account = owner.account AND events.mode = owner.mode)`

/**
 * WITH `ended`: the positions from which and before which the account loses its events, at most `limit`; no row without old events. A clock
 * that was set back leaves newer events before older ones: those wait until the newer ones are old.
 */
const endedEvents = (scope: OwnerScope, before: number, limit: number): Statement => {
  const has = hasOldEvent(scope, before)
  return sql(
    `WITH owner AS MATERIALIZED (SELECT account, mode FROM eventRetention WHERE ${has.sql}),
          span AS MATERIALIZED (
            SELECT account, mode, ${edge('min')} AS first, min(${edge('min')} + ?, ${edge('max')}) AS past FROM owner),
          ended AS MATERIALIZED (
            SELECT account, mode, first,
                   coalesce((SELECT position FROM events WHERE events.account = span.account AND events.mode = span.mode
                               AND position >= first AND position < past AND at >= ? ORDER BY position LIMIT 1), past) AS past
            FROM span)`,
    ...has.values,
    limit,
    before,
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
 * Reads the deleted events and one more; writes one row per event and per resource other than a payment, beside two.
 */
export const deleteOldEvents = async (scope: OwnerScope, before: number, limit: number): Promise<number> => {
  const ended = endedEvents(scope, before, limit)
  const has = hasOldEvent(scope, before)
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
       WHERE (account, mode, position) IN (SELECT account, mode, ${onlyNewest} FROM eventRetention AS owner WHERE ${has.sql})
         AND at < ? AND snapshot IS NOT NULL
       RETURNING position`,
      ...has.values,
      before,
    ),
    oldest: sql(
      `UPDATE eventRetention AS owner
       SET oldest = coalesce((SELECT at FROM events WHERE events.account = owner.account AND events.mode = owner.mode
                                AND snapshot IS NOT NULL ORDER BY position LIMIT 1), ?)
       WHERE ${has.sql}`,
      before + retentionMs,
      ...has.values,
    ),
  })
  return deleted.filter(({ visible }) => visible === 1).length + emptied.length
}

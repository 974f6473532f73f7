import type { EventKind, EventType } from '#contract/events/events'
import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { defineColumns, integer, nullable, text, enumNumber, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import { inScope } from '../sql/sweepScope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'

/** Inserts and deletes events. The batch of a change inserts its event. Reads are in eventReads.ts. */

const members = {
  /** Among all events of its database, in the order of their commits. */
  position: integer,
  id: text,
  account: text,
  mode: enumText<'test' | 'live'>(),
  type: enumText<EventType>(),
  /** The id of the resource. */
  resource: text,
  /** Among the events of its resource, from 1. */
  sequence: integer,
  /** Null for events of background work. */
  requestId: nullable(text),
  /** Milliseconds since 1970, by the account's clock. */
  at: integer,
  /** Of an event whose type has several kinds. Null: the type determines it. */
  kind: nullable(enumNumber<EventKind>()),
} as const

/** An event without its snapshot. */
export const eventHeadColumns = defineColumns(members)
export type EventHead = RowOf<typeof eventHeadColumns>

/** An event with its stored snapshot, for `decodeEvent`. */
export const eventColumns = defineColumns({ ...members, snapshot: text })
export type EventRow = RowOf<typeof eventColumns>

/** The prefix of event ids of this time. Ids sort by time. */
export const eventIdPrefix = (ms: number): string => {
  const hex = ms.toString(16).padStart(12, '0')
  return `evt-${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** A UUIDv7 (RFC 9562, section 5.7) of the column `at`. */
const newEventId = `'evt-' || substr(printf('%012x', at), 1, 8) || '-' || substr(printf('%012x', at), 9)
  || '-7' || substr(lower(hex(randomblob(2))), 2)
  || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(lower(hex(randomblob(2))), 2)
  || '-' || lower(hex(randomblob(6)))`

/**
 * Inserts an event for each selected row, unless it exists. The statement is safe to repeat, and its condition only needs to prove that the
 * change was made, by any request.
 *
 * Stands at the end of the batch that makes the change, since the snapshot has the rows at that time.
 *
 * @param kind the event's kind as an SQL expression of its snapshot, for a type with several kinds
 * @param rows SELECT of `account`, `mode`, `type`, `resource`, `occasion` (text, unique among the events of this type and resource),
 *   `requestId`, `at`, `place` (a number that orders them) and `snapshot`
 */
export const announce = (rows: Statement, kind = 'NULL'): Statement => ({
  announces: true,
  ...sql(
    `INSERT INTO events (id, account, mode, type, resource, sequence, cause, requestId, at, snapshot, kind)
     SELECT ${newEventId}, account, mode, type, resource,
            max(coalesce((SELECT max(sequence) FROM events WHERE events.resource = fresh.resource), 0),
                coalesce((SELECT last FROM eventCounts WHERE eventCounts.resource = fresh.resource), 0))
              + row_number() OVER (PARTITION BY resource ORDER BY place),
            cause, requestId, at, snapshot, ${kind}
     FROM (SELECT account, mode, type, CAST(resource AS TEXT) AS resource, type || ':' || occasion AS cause, requestId, at, place, snapshot
           FROM (${rows.sql})) AS fresh
     WHERE NOT EXISTS (SELECT 1 FROM events AS existing WHERE existing.resource = fresh.resource AND existing.cause = fresh.cause)
     ORDER BY place
     RETURNING position`,
    ...rows.values,
  ),
})

/** D1 allows 32 arguments per function. */
const pairsAtOnce = 15

/**
 * An SQL expression: columns of a row as one JSON object, with their nulls.
 *
 * @param table its name or alias
 */
export const rowAsJson = (table: string, columns: readonly string[]): string => {
  const pairs = (some: readonly string[], prefix: string) =>
    some.map((column) => `'${prefix}${column}', ${table}.${column}`).join(', ')
  let json = `json_object(${pairs(columns.slice(0, pairsAtOnce), '')})`
  for (let from = pairsAtOnce; from < columns.length; from += pairsAtOnce)
    json = `json_set(${json}, ${pairs(columns.slice(from, from + pairsAtOnce), '$.')})`
  return json
}

/** A condition: the event is before this time, milliseconds since 1970, and not the newest one, so that no position is reused. */
export const isPastRetention = (scope: SweepScope, before: number): Statement =>
  all(sql('id < ? AND position < (SELECT max(position) FROM events)', eventIdPrefix(before)), inScope(scope))

/** One round trip: deletes at most `limit` events before this time, stores the last sequence of their resources, and returns the number of events. */
export const deleteOldEvents = async (scope: SweepScope, before: number, limit: number): Promise<number> => {
  const old = isPastRetention(scope, before)
  const which = sql(`SELECT position FROM events WHERE ${old.sql} ORDER BY id LIMIT ?`, ...old.values, limit)
  const { deleted } = await scope.database.named({
    counted: sql(
      `INSERT INTO eventCounts (resource, last)
       SELECT resource, max(sequence) FROM events WHERE position IN (${which.sql}) GROUP BY resource
       ON CONFLICT DO UPDATE SET last = max(last, excluded.last)`,
      ...which.values,
    ),
    deleted: sql(`DELETE FROM events WHERE position IN (${which.sql}) RETURNING position`, ...which.values),
  })
  return deleted.length
}

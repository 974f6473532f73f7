import type { EventKind, EventType } from '#contract/events/events'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { defineColumns, enumNumber, enumText, integer, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import { toStoredRequestId } from '../sql/requestIds.ts'
import { randomBits } from './eventId.ts'

/** Inserts events. The batch of a change inserts its event. Reads are in eventReads.ts, deletions in eventRetention.ts. */

const members = {
  /** Among the events of its account and mode, from 1, in the order of their commits. */
  position: integer,
  id: text,
  account: text,
  mode: enumText<'test' | 'live'>(),
  type: enumText<EventType>(),
  /** The id of the resource. */
  resource: text,
  /** Among the events of its resource, from 1. */
  sequence: integer,
  /** Milliseconds since 1970, by the account's clock. */
  at: integer,
  /** Of an event whose type has several kinds. Null: the type determines it. */
  kind: nullable(enumNumber<EventKind>()),
} as const

/** An event without its request and snapshot. */
export const eventHeadColumns = defineColumns(members)
export type EventHead = RowOf<typeof eventHeadColumns>

/** An event as it is selected for `decodeEvent`. */
export const eventColumns = defineColumns({
  ...members,
  /** Null for events of background work, empty for the request of the payment's operation. */
  requestId: nullable(text),
  snapshot: text,
  /** Of a payment: its rows as they are now, as JSON. */
  rows: nullable(text),
})
export type EventRow = RowOf<typeof eventColumns>

/**
 * How many of a resource's newest events are compared with a new one, beside the new events of the same resource. A batch is repeated at once,
 * so its events are among the newest: concurrent requests insert fewer in between.
 */
const comparedEvents = 64

/** A condition: the event belongs to another resource than a payment. Only these are in the index by resource. */
export const isIndexedByResource = (table = 'events'): string => `substr(${table}.type, 1, 12) <> 'transaction.'`

/** SQL expressions and a condition on `fresh`, a row of `named`. */
interface Numbering {
  /** Further columns of `named`. */
  readonly columns: string
  /** The number of the event among those of its resource. */
  readonly sequence: string
  /** Whether the event is new. */
  readonly isNew: string
}

const ofResource = `events.resource = fresh.resource AND ${isIndexedByResource()}`

/** Finds the resource's newest events by the index: one more row written per event. */
const byIndex: Numbering = {
  columns: '',
  sequence: `coalesce((SELECT sequence FROM events WHERE ${ofResource} ORDER BY position DESC LIMIT 1),
                     (SELECT last FROM eventCounts WHERE eventCounts.resource = fresh.resource), 0)
              + row_number() OVER (PARTITION BY resource ORDER BY place)`,
  isNew: `NOT EXISTS (
       SELECT 1 FROM (SELECT type, occasion FROM events WHERE ${ofResource} ORDER BY position DESC
                      LIMIT ${comparedEvents} + (SELECT count(*) FROM named)) AS existing
       WHERE existing.type = fresh.type AND existing.occasion = fresh.occasion)`,
}

/** The rows have the numbers. The event is not behind its position, so a repeated batch finds it by a read of the newest events. */
const byRows: Numbering = {
  columns: ', sequence, earliestPosition',
  sequence: 'sequence',
  isNew: `NOT EXISTS (
       SELECT 1 FROM events
       WHERE events.account = fresh.account AND events.mode = fresh.mode AND events.position >= fresh.earliestPosition
         AND events.resource = fresh.resource AND events.sequence = fresh.sequence)`,
}

const insertEvents = (rows: Statement, { columns, sequence, isNew }: Numbering, kind: string): Statement => ({
  announces: true,
  ...sql(
    `INSERT INTO events (account, mode, position, type, resource, sequence, occasion, storedRequestId, at, randomBits, kind, snapshot)
     WITH named AS MATERIALIZED (
       SELECT account, mode, type, CAST(resource AS TEXT) AS resource, CAST(occasion AS TEXT) AS occasion, ${toStoredRequestId('requestId')} AS requestId,
              at, place, ${kind} AS kind, snapshot${columns}
       FROM (${rows.sql}))
     SELECT account, mode,
            coalesce((SELECT max(position) FROM events WHERE events.account = fresh.account AND events.mode = fresh.mode), 0)
              + row_number() OVER (PARTITION BY account, mode ORDER BY place, resource),
            type, resource, ${sequence}, occasion, requestId, at, ${randomBits}, kind, snapshot
     FROM named AS fresh
     WHERE ${isNew}
     ORDER BY place, resource
     RETURNING position`,
    ...rows.values,
  ),
})

/**
 * Inserts an event for each selected row, unless it exists. The statement is safe to repeat at once, and its condition proves that the change
 * was made, by any request. It writes two rows per event.
 *
 * Stands at the end of the batch that makes the change, since the snapshot has the rows at that time.
 *
 * @param rows SELECT of `account`, `mode`, `type`, `resource`, `occasion` (unique among the events of this type and resource), `requestId`,
 *   `at`, `place` (a number that orders them) and `snapshot`
 */
export const announce = (rows: Statement): Statement => insertEvents(rows, byIndex, 'NULL')

/**
 * The same for rows that have the numbers of their events, such as operations. It writes one row per event.
 *
 * @param kind the column of `rows` with the event's kind, for a type with several kinds
 * @param rows as for `announce`, with `sequence`, and `earliestPosition`: a position that the event has or is behind
 */
export const announceNumbered = (rows: Statement, kind = 'NULL'): Statement => insertEvents(rows, byRows, kind)

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

import type { EventType } from '#contract/events'
import { all, sql } from '../sql/database.ts'
import { readPage } from '../sql/paging.ts'
import type { PageAsked, PageRead } from '../sql/paging.ts'
import { inScope } from '../sql/sweepScope.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope } from '../sql/scope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'

/** Events are written by the batch that makes their change, and told of by whoever reads them from here. */

/** An event as it was written down. */
export interface EventRow extends Owner {
  /** Among all events of its database, in the order of their commits. */
  readonly position: number
  readonly id: string
  readonly type: EventType
  /** The id of what it happened to. */
  readonly resource: string
  /** Among the events of its resource, from 1. */
  readonly sequence: number
  /** Null where time brought it about. */
  readonly requestId: string | null
  /** Milliseconds since 1970, by the account's clock. */
  readonly at: number
  /** JSON: the rows of the resource as they were. */
  readonly snapshot: string
}

/** What `eventRow` takes. */
export const eventColumns = 'position, id, account, mode, type, resource, sequence, requestId, at, snapshot'

export const eventRow = (row: Row): EventRow => row as unknown as EventRow

/** The beginning of the ids of events of a time, as far as it says the time: of two the smaller one is the earlier. */
export const idsFrom = (ms: number): string => {
  const hex = ms.toString(16).padStart(12, '0')
  return `evt-${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** A UUIDv7 (RFC 9562, section 5.7) of the column `at`. Each part is drawn by itself. */
const freshId = `'evt-' || substr(printf('%012x', at), 1, 8) || '-' || substr(printf('%012x', at), 9)
  || '-7' || substr(lower(hex(randomblob(2))), 2)
  || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(lower(hex(randomblob(2))), 2)
  || '-' || lower(hex(randomblob(6)))`

/**
 * Writes events down: one for each row that is selected, but none that is there already. So it may stand in a batch that is repeated, and
 * it is enough that the rows show that the change has happened, whoever made it.
 *
 * It belongs at the end of the batch that makes the change: a snapshot is of the rows as they are then.
 *
 * @param rows SELECT of `account`, `mode`, `type`, `resource`, `occasion` (text that tells it from other events of this type that happen to
 *   the resource), `requestId`, `at`, `place` (a number: their order, where there are several) and `snapshot`
 */
export const announce = (rows: Statement): Statement => ({
  announces: true,
  ...sql(
    `INSERT INTO events (id, account, mode, type, resource, sequence, cause, requestId, at, snapshot)
     SELECT ${freshId}, account, mode, type, resource,
            max(coalesce((SELECT max(sequence) FROM events WHERE events.resource = fresh.resource), 0),
                coalesce((SELECT last FROM eventCounts WHERE eventCounts.resource = fresh.resource), 0))
              + row_number() OVER (PARTITION BY resource ORDER BY place),
            cause, requestId, at, snapshot
     FROM (SELECT account, mode, type, CAST(resource AS TEXT) AS resource, type || ':' || occasion AS cause, requestId, at, place, snapshot
           FROM (${rows.sql})) AS fresh
     WHERE NOT EXISTS (SELECT 1 FROM events AS known WHERE known.resource = fresh.resource AND known.cause = fresh.cause)
     ORDER BY place
     RETURNING position`,
    ...rows.values,
  ),
})

/** D1 takes 32 arguments a function. */
const pairsAtOnce = 15

/**
 * An expression of SQL: columns of a row as one JSON object, their nulls among them.
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

/** Selects the event of this id, if it is the owner's: one row, or none. */
export const selectEvent = ({ account, mode }: Owner, id: string): Statement =>
  sql(`SELECT ${eventColumns} FROM events WHERE id = ? AND account = ? AND mode = ?`, id, account, mode)

/** One round trip. Null where the account has no such event in this mode, or has it no more. */
export const findEvent = async ({ database, owner }: OwnerScope, id: string): Promise<EventRow | null> => {
  const row = await database.row(selectEvent(owner, id))
  return row === null ? null : eventRow(row)
}

/** Which events of an owner: of some types (null is all), that happened at a time or later (milliseconds since 1970, null is any). */
export interface EventFilters {
  readonly types: readonly EventType[] | null
  readonly since: number | null
}

/** One round trip: a page of the events, newest first. Nobody counts them. */
export const listEvents = (
  { database, owner: { account, mode } }: OwnerScope,
  { types, since }: EventFilters,
  page: PageAsked,
): Promise<PageRead<EventRow> | 'cursor_not_found'> =>
  readPage(
    database,
    {
      table: 'events',
      columns: eventColumns,
      within: all(
        sql('account = ? AND mode = ?', account, mode),
        types === null ? sql('TRUE') : sql('type IN (SELECT value FROM json_each(?))', JSON.stringify(types)),
        since === null ? sql('TRUE') : sql('at >= ?', since),
      ),
      total: null,
      newerBy: ['position', 'id'],
      entry: eventRow,
    },
    page,
  )

/**
 * True of events that happened before a time, milliseconds since 1970. Never of the newest of all: the next one gets the position after it,
 * which none had before.
 */
export const isOlder = (scope: SweepScope, before: number): Statement =>
  all(sql('id < ? AND position < (SELECT max(position) FROM events)', idsFrom(before)), inScope(scope))

/**
 * One round trip: forgets events that happened before a time, at most `limit` of them, and keeps how far those of each resource have
 * counted. Answers how many.
 */
export const forgetEvents = async (scope: SweepScope, before: number, limit: number): Promise<number> => {
  const old = isOlder(scope, before)
  const which = sql(`SELECT position FROM events WHERE ${old.sql} ORDER BY id LIMIT ?`, ...old.values, limit)
  const { forgotten } = await scope.database.named({
    counted: sql(
      `INSERT INTO eventCounts (resource, last)
       SELECT resource, max(sequence) FROM events WHERE position IN (${which.sql}) GROUP BY resource
       ON CONFLICT DO UPDATE SET last = max(last, excluded.last)`,
      ...which.values,
    ),
    forgotten: sql(`DELETE FROM events WHERE position IN (${which.sql}) RETURNING position`, ...which.values),
  })
  return forgotten.length
}

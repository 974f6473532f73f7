import type { EventType } from '#contract/events/events'
import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { readPage } from '../sql/paging.ts'
import type { PageRequest, Page } from '../sql/paging.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { decodeEvent } from './decodeEvent.ts'
import type { DecodedEvent } from './decodeEvent.ts'
import { ofPayment } from '../transactions/ofPayment.ts'
import { rowsOfPaymentEvent } from '../transactions/paymentSnapshot.ts'
import { positionOfEventId } from './eventId.ts'
import { eventColumns, eventHeadColumns } from './events.ts'
import type { EventHead } from './events.ts'

/** The columns of `eventColumns` in SELECT, of the table `events`. */
export const selectedEventColumns = eventColumns.names
  .map((name) => (name === 'rows' ? `${rowsOfPaymentEvent} AS rows` : `events.${name}`))
  .join(', ')

/** A WHERE condition: the event of this id, if it is the owner's. Reads one row. */
const eventById = ({ account, mode }: Owner, id: string): Statement =>
  sql(
    'events.account = ? AND events.mode = ? AND events.position = ? AND events.id = ? AND events.snapshot IS NOT NULL',
    account,
    mode,
    positionOfEventId(id),
    id,
  )

/** Selects one event without its request and snapshot: one row, or none. */
export const selectEventHead = (owner: Owner, id: string): Statement => {
  const where = eventById(owner, id)
  return sql(`SELECT ${eventHeadColumns.list()} FROM events WHERE ${where.sql}`, ...where.values)
}

/** One round trip: those of these events that exist, by id. Reads one row of each. */
export const findEventHeads = async (
  { database, owner }: OwnerScope,
  events: readonly { readonly id: string; readonly position: number }[],
): Promise<ReadonlyMap<string, EventHead>> => {
  if (events.length === 0) return new Map()
  const rows = await database.rows(
    sql(
      `SELECT ${eventHeadColumns.list()} FROM events
       WHERE account = ? AND mode = ? AND position IN (SELECT value FROM json_each(?)) AND snapshot IS NOT NULL`,
      owner.account,
      owner.mode,
      JSON.stringify(events.map(({ position }) => position)),
    ),
  )
  return new Map(rows.map((row) => eventHeadColumns.decode(row)).map((head) => [head.id, head]))
}

/** One round trip. Null if the account has no such event in this mode, or its retention is over. */
export const findEventRow = async ({ database, owner }: OwnerScope, id: string): Promise<DecodedEvent | null> => {
  const where = eventById(owner, id)
  const row = await database.row(sql(`SELECT ${selectedEventColumns} FROM events WHERE ${where.sql}`, ...where.values))
  return row && decodeEvent(eventColumns.decode(row))
}

export interface EventFilters {
  /** Null for all. */
  readonly types: readonly EventType[] | null
  /** Of events whose type has several kinds. Null for all. */
  readonly kinds: readonly number[] | null
  /** Milliseconds since 1970; null for any time. */
  readonly since: number | null
  /** The id of an operation; null for all. */
  readonly transaction: number | null
}

/** How far an event may be behind the position in the row of its operation: a batch that closes inserts the events of many payments at once. */
const mostBetween = 4096

/**
 * A condition: the event is the newest of an operation of the payment that this operation belongs to. The rows of operations lead to the
 * positions of their events (worker/store/transactions/eventNumbers.ts).
 */
const ofTransaction = ({ account, mode }: Owner, id: number): Statement =>
  sql(
    `position IN (
       SELECT (SELECT found.position FROM events AS found
               WHERE found.account = operation.account AND found.mode = operation.mode AND found.position >= operation.eventPosition
                 AND found.position < operation.eventPosition + ${mostBetween}
                 AND found.resource = CAST(operation.transactionId AS TEXT) AND found.sequence = operation.eventSequence
               LIMIT 1)
       FROM operations AS named CROSS JOIN operations AS operation ON ${ofPayment('named.transactionId', 'operation')}
       WHERE named.id = ? AND named.account = ? AND named.mode = ? AND operation.eventSequence IS NOT NULL)`,
    id,
    account,
    mode,
  )

/** One round trip: a page of the events, newest first, without a total. */
export const listEventRows = (
  { database, owner }: OwnerScope,
  { types, kinds, since, transaction }: EventFilters,
  page: PageRequest,
): Promise<Page<DecodedEvent> | 'cursor_not_found'> =>
  readPage(
    database,
    {
      table: 'events',
      columns: selectedEventColumns,
      within: all(
        sql('account = ? AND mode = ?', owner.account, owner.mode),
        types === null ? sql('TRUE') : sql('type IN (SELECT value FROM json_each(?))', JSON.stringify(types)),
        kinds === null
          ? sql('TRUE')
          : sql('(kind IS NULL OR kind IN (SELECT value FROM json_each(?)))', JSON.stringify(kinds)),
        since === null ? sql('TRUE') : sql('at >= ?', since),
        transaction === null ? sql('TRUE') : ofTransaction(owner, transaction),
      ),
      visible: sql('snapshot IS NOT NULL'),
      total: null,
      sortColumns: ['position'],
      cursor: { column: 'id', find: (id) => eventById(owner, id) },
      entry: (row) => decodeEvent(eventColumns.decode(row)),
    },
    page,
  )

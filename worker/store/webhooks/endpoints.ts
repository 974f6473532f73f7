import type { EventKind, EventType } from '#contract/events/events'
import { accountColumns, accountJoins, decodeAccount } from '../accounts/accountRecord.ts'
import type { KeyRecord } from '../apiKeys/apiKeys.ts'
import { sql } from '../sql/database.ts'
import { selectedEventColumns } from '../events/eventReads.ts'
import { eventColumns, isIndexedByResource } from '../events/events.ts'
import type { EventRow } from '../events/events.ts'
import { defineColumns, flag, integer, json, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import { ofPayment } from '../transactions/ofPayment.ts'
import { selectReadableTypes, selectSubscribedTypes } from './receivedTypes.ts'
import { sealedValue } from './webhooks.ts'
import type { SealedColumns } from './webhooks.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { ShardScope } from '../sql/scope.ts'

/** Reads and writes of the webhooks' objects: registration, events to deliver, and progress. */

const registrationColumns = defineColumns({
  id: text,
  url: text,
  enabled: flag,
  /** Null for all. */
  kinds: nullable(json<readonly EventKind[]>()),
  /** Null for all types of these kinds. */
  types: nullable(json<readonly EventType[]>()),
  sealedHeaders: nullable(text),
  wrappedHeadersKey: nullable(text),
  usesDefaultHeaders: flag,
  sealedSecret: text,
  wrappedSecretKey: text,
  previousSecret: nullable(text),
  wrappedPreviousKey: nullable(text),
  previousUntil: nullable(integer),
  /** Maximum number of concurrent deliveries. */
  maxConcurrency: integer,
  /** The webhook receives events after this position. */
  since: integer,
  /** All deliveries up to this position have ended. */
  seen: integer,
})

type RegistrationRow = RowOf<typeof registrationColumns>

/** A webhook as its object needs it. */
export interface EndpointRegistration extends Pick<
  RegistrationRow,
  'id' | 'url' | 'enabled' | 'kinds' | 'types' | 'usesDefaultHeaders' | 'maxConcurrency' | 'since' | 'seen'
> {
  /** Sealed with the host that they are bound to. */
  readonly headers: SealedColumns | null
  readonly secret: SealedColumns
  /** The secret before the last rotation, and until when it is used as well. */
  readonly previous: (SealedColumns & { readonly until: number }) | null
  readonly account: KeyRecord['account']
}

/** An event by its place and its id: after a restore of the database, another event may get the same position. */
export interface EventReference {
  readonly position: number
  readonly id: string
}

/** A range of events to read, in the order of their positions. */
export interface EventRange {
  /** All events up to this position have been read. */
  readonly after: number
  /** The last position. */
  readonly upTo: number
  /** A replay: the times between which its events lie, `until` excluded. Null for all times. */
  readonly times: { readonly since: number; readonly until: number } | null
}

/** What the object of a webhook reads. */
export interface EndpointReading {
  /** The position up to which all deliveries have ended; null if the row has it already. Not stored after a restore, which would skip events. */
  readonly seen: number | null
  /** The last event that the object knows, after which new events are read; null if it knows none: after `seen` of the row. */
  readonly cursor: EventReference | null
  /** How many new events, and whether where the events before them are. */
  readonly fresh: { readonly limit: number; readonly withPrevious: boolean }
  /** Older events; null for none. */
  readonly older: { readonly range: EventRange; readonly limit: number } | null
  /** Events to read by position. */
  readonly positions: readonly number[]
}

/** A new event. */
export interface FreshEvent extends EventRow {
  /** Between which positions the resource's event before it lies. Null for the first event, and if the request did not ask for it. */
  readonly previous: { readonly from: number; readonly to: number } | null
}

/** A part of the account's events. */
interface ReadPart<Event> {
  /** At most as many as requested. */
  readonly events: readonly Event[]
  /** All events up to this position were read, as far as the webhook receives them. Null: all events of the reading. */
  readonly upTo: number | null
}

export interface EndpointEvents {
  /** Null if it was deleted. */
  readonly registration: EndpointRegistration | null
  /** New events. */
  readonly fresh: ReadPart<FreshEvent>
  /** Events of a backlog or a replay. */
  readonly older: ReadPart<EventRow>
  /** Events by position that still exist and that the webhook's key can read. */
  readonly retried: readonly EventRow[]
  /** The newest event of the account and mode; null if there is none. */
  readonly newest: EventReference | null
  /** False if the database was restored: it does not have the event at the cursor. */
  readonly isContinued: boolean
}

/** FROM of the events of a webhook's account. */
const webhookEvents = 'webhooks JOIN events ON events.account = webhooks.account AND events.mode = webhooks.mode'

/** A read looks at this many events at most, so that its cost does not grow with a backlog of which a webhook receives little. */
export const scannedEvents = 10_000

/** An SQL expression: the oldest event of a webhook's account. */
const oldestPosition = `(SELECT min(oldest.position) FROM events AS oldest WHERE oldest.account = webhooks.account AND oldest.mode = webhooks.mode)`

/** An operation has the position that the next event had: its event follows it within the events of one batch. */
const eventsOfBatch = 1000

/** SQL expressions: of another resource than a payment the position of the event before this one. */
const previousOfResource = `iif(events.sequence > 1 AND ${isIndexedByResource()}, (
  SELECT max(earlier.position) FROM events AS earlier
  WHERE earlier.resource = events.resource AND ${isIndexedByResource('earlier')} AND earlier.position < events.position), NULL)`

/** Of a payment the newest earlier event that its operations know, as JSON: its sequence and position. They do not know all. */
const previousOfPayment = `iif(events.sequence > 1 AND NOT ${isIndexedByResource()}, coalesce((
  SELECT json_array(earlier.eventSequence, earlier.eventPosition) FROM operations AS earlier
  WHERE ${ofPayment('CAST(events.resource AS INTEGER)', 'earlier')} AND earlier.eventSequence < events.sequence
  ORDER BY earlier.eventSequence DESC LIMIT 1), '[0,0]'), NULL)`

const previousColumns = defineColumns({
  previousOfResource: nullable(integer),
  previousOfPayment: nullable(json<readonly [sequence: number, position: number]>()),
})

const decodeFresh = (row: Row): FreshEvent => {
  const event = eventColumns.decode(row)
  const { previousOfResource: position, previousOfPayment: known } = previousColumns.decode(row)
  if (position !== null) return { ...event, previous: { from: position, to: position } }
  if (known === null) return { ...event, previous: null }
  const [sequence, from] = known
  return {
    ...event,
    previous: { from, to: sequence === event.sequence - 1 ? from + eventsOfBatch : event.position - 1 },
  }
}

const previousSelection = `${previousOfResource} AS previousOfResource, ${previousOfPayment} AS previousOfPayment`
const noPreviousSelection = 'NULL AS previousOfResource, NULL AS previousOfPayment'

/** Selects the next events that the webhook is subscribed to. @param from an SQL expression: after this position */
const selectNext = (id: string, columns: string, from: Statement, condition: Statement, limit: number): Statement => {
  const types = selectSubscribedTypes(id)
  return sql(
    `SELECT ${columns} FROM ${webhookEvents}
     WHERE webhooks.id = ? AND webhooks.enabled = 1 AND events.position > ${from.sql} AND events.position <= ${from.sql} + ${scannedEvents}
       AND events.snapshot IS NOT NULL AND ${condition.sql}
       AND events.type IN (${types.sql})
       AND (events.kind IS NULL OR webhooks.kinds IS NULL OR events.kind IN (SELECT value FROM json_each(webhooks.kinds)))
     ORDER BY events.position LIMIT ?`,
    id,
    ...from.values,
    ...from.values,
    ...condition.values,
    ...types.values,
    limit,
  )
}

const selectFresh = (id: string, { cursor, fresh }: EndpointReading): Statement =>
  selectNext(
    id,
    `${selectedEventColumns}, ${fresh.withPrevious ? previousSelection : noPreviousSelection}`,
    sql(
      `max(coalesce(?, webhooks.seen), webhooks.since, coalesce(${oldestPosition}, 1) - 1)`,
      cursor?.position ?? null,
    ),
    sql('TRUE'),
    fresh.limit,
  )

const selectOlder = (id: string, { range, limit }: NonNullable<EndpointReading['older']>): Statement =>
  selectNext(
    id,
    selectedEventColumns,
    sql(`max(?, ${range.times === null ? 'webhooks.since' : '0'}, coalesce(${oldestPosition}, 1) - 1)`, range.after),
    range.times === null
      ? sql('events.position <= ?', range.upTo)
      : sql(
          'events.position <= ? AND events.at >= ? AND events.at < ?',
          range.upTo,
          range.times.since,
          range.times.until,
        ),
    limit,
  )

/** @param from the read began after this position. @param end the last position of the reading */
const readPart = <Event extends EventReference>(
  events: readonly Event[],
  limit: number,
  from: number,
  end: number,
): ReadPart<Event> => {
  const upTo = events.length < limit ? from + scannedEvents : events.at(-1)!.position
  return { events, upTo: upTo >= end ? null : upTo }
}

const decodeRegistration = (row: Row): EndpointRegistration => {
  const { id, url, enabled, kinds, types, usesDefaultHeaders, maxConcurrency, since, seen, ...sealed } =
    registrationColumns.decode(row)
  const previous = sealedValue(sealed.previousSecret, sealed.wrappedPreviousKey)
  return {
    id,
    url,
    enabled,
    kinds,
    types,
    usesDefaultHeaders,
    maxConcurrency,
    since,
    seen,
    headers: sealedValue(sealed.sealedHeaders, sealed.wrappedHeadersKey),
    secret: { sealed: sealed.sealedSecret, wrappedKey: sealed.wrappedSecretKey },
    previous: previous === null ? null : { ...previous, until: sealed.previousUntil ?? 0 },
    account: decodeAccount(row),
  }
}

const selectRegistration = (id: string): Statement =>
  sql(
    `SELECT ${registrationColumns.list('webhooks')}, webhooks.account, webhooks.mode, ${accountColumns('webhooks')}
     FROM webhooks ${accountJoins('webhooks')}
     WHERE webhooks.id = ?`,
    id,
  )

const ofWebhook = 'events.account = webhooks.account AND events.mode = webhooks.mode'

/**
 * A condition on a webhook's row: the database still has the history that its object has read. A restore removes the event at the cursor, and
 * may put another one there. The newest event is never purged, so a missing one that is not the newest has reached the end of its retention.
 */
const isContinued = (cursor: EventReference | null): Statement =>
  cursor === null
    ? sql('TRUE')
    : sql(
        `coalesce((SELECT events.id = ? FROM events WHERE ${ofWebhook} AND events.position = ?),
                  (SELECT max(events.position) > ? FROM events WHERE ${ofWebhook}), FALSE)`,
        cursor.id,
        cursor.position,
        cursor.position,
      )

const referenceColumns = defineColumns({ position: integer, id: text })
const oldestColumns = defineColumns({ oldest: integer })
const continuedColumns = defineColumns({ isContinued: flag })

/** One round trip: the registration, new and older events, and events by position. */
export const readForEndpoint = async (
  { database }: ShardScope,
  id: string,
  reading: EndpointReading,
): Promise<EndpointEvents> => {
  const { seen, cursor, fresh, older, positions } = reading
  const readable = selectReadableTypes(id)
  const continued = isContinued(cursor)
  const read = await database.named({
    seen:
      seen === null
        ? null
        : sql(
            `UPDATE webhooks SET seen = ? WHERE id = ? AND seen < ? AND ${continued.sql}`,
            seen,
            id,
            seen,
            ...continued.values,
          ),
    continued: sql(`SELECT ${continued.sql} AS isContinued FROM webhooks WHERE id = ?`, ...continued.values, id),
    registration: selectRegistration(id),
    fresh: selectFresh(id, reading),
    older: older === null ? null : selectOlder(id, older),
    again:
      positions.length === 0
        ? null
        : sql(
            `SELECT ${selectedEventColumns} FROM ${webhookEvents}
             WHERE webhooks.id = ? AND events.position IN (SELECT value FROM json_each(?)) AND events.snapshot IS NOT NULL
               AND events.type IN (${readable.sql})
             ORDER BY events.position`,
            id,
            JSON.stringify(positions),
            ...readable.values,
          ),
    bounds: sql(
      `SELECT events.position, events.id, ${oldestPosition} AS oldest
       FROM ${webhookEvents} WHERE webhooks.id = ? ORDER BY events.position DESC LIMIT 1`,
      id,
    ),
  })
  const [row] = read.registration
  const registration = row === undefined ? null : decodeRegistration(row)
  const newest = referenceColumns.decodeFirst(read.bounds)
  const beforeAll = (oldestColumns.decodeFirst(read.bounds)?.oldest ?? 1) - 1
  const since = registration?.since ?? 0
  const freshFrom = Math.max(cursor?.position ?? registration?.seen ?? 0, since, beforeAll)
  return {
    registration,
    fresh: readPart(read.fresh.map(decodeFresh), fresh.limit, freshFrom, newest?.position ?? 0),
    older: readPart(
      read.older.map(eventColumns.decode),
      older?.limit ?? 1,
      Math.max(older?.range.after ?? 0, older?.range.times === null ? since : 0, beforeAll),
      older?.range.upTo ?? 0,
    ),
    retried: read.again.map(eventColumns.decode),
    newest,
    isContinued: continuedColumns.decodeFirst(read.continued)?.isContinued ?? true,
  }
}

/** The newest events that are read first, however many are unread. */
const newestFirst = 1000

/**
 * One round trip: the last event of a backlog, behind which an object reads new events. It is the newest one from before this time, or one that
 * has a thousand newer ones. Null if there are no events.
 *
 * @param at milliseconds since 1970
 */
export const findBacklogEnd = async (
  { database }: ShardScope,
  id: string,
  at: number,
): Promise<EventReference | null> => {
  const newest = `(SELECT max(newest.position) FROM events AS newest WHERE newest.account = webhooks.account AND newest.mode = webhooks.mode)`
  const rows = await database.rows(
    sql(
      `SELECT events.position, events.id FROM ${webhookEvents}
       WHERE webhooks.id = ? AND events.position >= ${newest} - ${newestFirst}
       ORDER BY events.at > ?, iif(events.at > ?, events.position, -events.position) LIMIT 1`,
      id,
      at,
      at,
    ),
  )
  return referenceColumns.decodeFirst(rows)
}

/** One round trip: disables a webhook until the merchant enables it again. */
export const disableEndpoint = async (
  { database }: ShardScope,
  id: string,
  reason: string,
  at: number,
): Promise<void> => {
  await database.batchWithRetry([
    sql(
      'UPDATE webhooks SET enabled = 0, disabledReason = ?, disabledAt = ?, updated = ? WHERE id = ? AND enabled = 1',
      reason,
      at,
      at,
      id,
    ),
  ])
}

import { eventTypes, kindsOf, readScopeOf } from '#contract/events/events'
import type { EventKind, EventType } from '#contract/events/events'
import { accountColumns, accountJoins, decodeAccount } from '../accounts/accountRecord.ts'
import type { KeyRecord } from '../apiKeys/apiKeys.ts'
import { all, sql } from '../sql/database.ts'
import { selectedEventColumns } from '../events/eventReads.ts'
import { eventColumns } from '../events/events.ts'
import type { EventRow } from '../events/events.ts'
import { defineColumns, flag, integer, json, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import { inScope } from '../sql/sweepScope.ts'
import { sealedValue } from './webhooks.ts'
import type { SealedColumns } from './webhooks.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { ShardScope } from '../sql/scope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'

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
  /** Deliveries at once, at most. */
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
  /** All events up to this position have been read. Null: all up to `seen` of the webhook's row. */
  readonly after: number | null
  /** A replay: the last position, and the times between which its events lie, `until` excluded. Null for new events. */
  readonly range: { readonly upTo: number; readonly since: number; readonly until: number } | null
}

export interface EndpointEvents {
  /** Null if it was deleted. */
  readonly registration: EndpointRegistration | null
  /** The next events of the reading, at most `limit`. */
  readonly next: readonly EventRow[]
  /** Events by position that still exist and that the webhook's key can read. */
  readonly retried: readonly EventRow[]
  /** The newest event of the account and mode; null if there is none. */
  readonly newest: EventReference | null
  /** False if the database was restored: it does not have the event at the cursor. */
  readonly isContinued: boolean
}

/** Every event type with each of its kinds and the scope that reads it. */
const knownTypes = `(SELECT column1 AS type, column2 AS kind, column3 AS scope FROM (VALUES ${eventTypes
  .flatMap((type) => kindsOf(type).map((kind) => `('${type}', ${kind}, '${readScopeOf(type)}')`))
  .join(', ')}))`

/** SELECT of the event types that the key of a webhook can read: the limit of each delivery, also of retries and replays. */
const readableTypes = (id: string): Statement =>
  sql(
    `SELECT known.type FROM webhooks JOIN apiKeys ON apiKeys.id = webhooks.key JOIN ${knownTypes} AS known
     WHERE webhooks.id = ? AND known.scope IN (SELECT value FROM json_each(apiKeys.scopes))`,
    id,
  )

/** SELECT of the event types that a webhook is subscribed to and its key can read. */
const subscribedTypes = (id: string): Statement => {
  const readable = readableTypes(id)
  return sql(
    `${readable.sql} AND (kinds IS NULL OR known.kind IN (SELECT value FROM json_each(kinds)))
       AND (types IS NULL OR known.type IN (SELECT value FROM json_each(types)))`,
    ...readable.values,
  )
}

/** FROM of the events of a webhook's account. */
const webhookEvents = 'webhooks JOIN events ON events.account = webhooks.account AND events.mode = webhooks.mode'

const inRange = ({ range }: EventRange): Statement =>
  range === null
    ? sql('events.position > webhooks.since')
    : sql('events.position <= ? AND events.at >= ? AND events.at < ?', range.upTo, range.since, range.until)

/** Selects the next events of a reading that the webhook is subscribed to. */
const selectNext = (id: string, reading: EventRange, limit: number): Statement => {
  const range = inRange(reading)
  const types = subscribedTypes(id)
  return sql(
    `SELECT ${selectedEventColumns} FROM ${webhookEvents}
     WHERE webhooks.id = ? AND webhooks.enabled = 1 AND events.position > coalesce(?, webhooks.seen) AND events.snapshot IS NOT NULL AND ${range.sql}
       AND events.type IN (${types.sql})
       AND (events.kind IS NULL OR webhooks.kinds IS NULL OR events.kind IN (SELECT value FROM json_each(webhooks.kinds)))
     ORDER BY events.position LIMIT ?`,
    id,
    reading.after,
    ...range.values,
    ...types.values,
    limit,
  )
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

const newestColumns = defineColumns({ position: integer, id: text })
const continuedColumns = defineColumns({ isContinued: flag })

/**
 * One round trip: the registration, the next events of a reading, and events by position.
 *
 * @param request.seen the position up to which all deliveries have ended; null if the row has it already. Not stored after a restore, which
 *   would skip events
 * @param request.cursor the last event that the object knows; null if it knows none
 */
export const readForEndpoint = async (
  { database }: ShardScope,
  id: string,
  request: {
    readonly seen: number | null
    readonly cursor: EventReference | null
    readonly reading: EventRange
    readonly limit: number
    readonly positions: readonly number[]
  },
): Promise<EndpointEvents> => {
  const { seen, cursor, reading, limit, positions } = request
  const readable = readableTypes(id)
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
    fresh: selectNext(id, reading, limit),
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
    newest: sql(
      `SELECT events.position, events.id FROM ${webhookEvents} WHERE webhooks.id = ? ORDER BY events.position DESC LIMIT 1`,
      id,
    ),
  })
  const [registration] = read.registration
  return {
    registration: registration === undefined ? null : decodeRegistration(registration),
    next: read.fresh.map(eventColumns.decode),
    retried: read.again.map(eventColumns.decode),
    newest: newestColumns.decodeFirst(read.newest),
    isContinued: continuedColumns.decodeFirst(read.continued)?.isContinued ?? true,
  }
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

/** A condition: the webhook has deliveries that have not ended. */
export const isLagging = (scope: SweepScope): Statement =>
  all(
    sql(
      `enabled = 1 AND seen < (SELECT max(position) FROM events
                               WHERE events.account = webhooks.account AND events.mode = webhooks.mode)`,
    ),
    inScope(scope),
  )

/**
 * One round trip: claims at most `limit` webhooks with deliveries that have not ended and returns their ids. Those with the oldest claim are
 * first, so that every webhook is woken even while many fail for days.
 */
export const claimLaggingEndpoints = async (scope: SweepScope, nowMs: number, limit: number): Promise<string[]> => {
  const lagging = isLagging(scope)
  const rows = await scope.database.rows(
    sql(
      `UPDATE webhooks SET swept = ?
       WHERE id IN (SELECT id FROM webhooks WHERE ${lagging.sql} ORDER BY swept LIMIT ?)
       RETURNING id`,
      nowMs,
      ...lagging.values,
      limit,
    ),
  )
  return rows.map(({ id }) => text.read(id, 'id'))
}

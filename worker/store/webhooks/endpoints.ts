import { events } from '#contract/events'
import { accountOf } from '../apiKeys/apiKeys.ts'
import type { KeyRecord } from '../apiKeys/apiKeys.ts'
import { all, sql } from '../sql/database.ts'
import { endpointsOf } from './enabledWebhooks.ts'
import { eventColumns, eventRow } from '../events/events.ts'
import type { EventRow } from '../events/events.ts'
import { inScope } from '../sql/sweepScope.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { ShardScope } from '../sql/scope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'

/** What the objects of webhooks read and write: what is to be delivered, where to, and how far they are. */

/** A value as it is sealed, with the key to it. */
interface Sealed {
  readonly sealed: string
  readonly wrappedKey: string
}

/** A webhook as its object needs it. */
export interface EndpointRegistration {
  readonly id: string
  readonly url: string
  readonly enabled: boolean
  /** Null is all. */
  readonly kinds: readonly number[] | null
  readonly headers: Sealed | null
  readonly secret: Sealed
  /** The secret before that, until when it signs, too. */
  readonly previous: (Sealed & { readonly until: number }) | null
  /** It is told of events after this position. */
  readonly since: number
  readonly account: KeyRecord['account']
}

/** Events that are still to be read, in the order of their positions. */
export interface Reading {
  /** Everything up to there has been read. */
  readonly after: number
  /** Of a range that is delivered once more: where it ends, and between which times, `until` not among them. Null for all that comes. */
  readonly range: { readonly upTo: number; readonly since: number; readonly until: number } | null
}

export interface EndpointRead {
  /** Null where it was deleted. */
  readonly registration: EndpointRegistration | null
  /** The next ones of the reading, at most as many as were asked for. */
  readonly fresh: readonly EventRow[]
  /** Those that were asked for by position and are still there. */
  readonly again: readonly EventRow[]
  /** The newest position of the account at this moment. */
  readonly newest: number
}

const kindOfType = `CASE events.type ${Object.entries(events)
  .map(([type, kind]) => `WHEN '${type}' THEN ${kind}`)
  .join(' ')} END`

const columns = eventColumns
  .split(', ')
  .map((column) => `events.${column}`)
  .join(', ')

/** FROM of the events of a webhook's account. */
const itsEvents = 'webhooks JOIN events ON events.account = webhooks.account AND events.mode = webhooks.mode'

const inRange = ({ range }: Reading): Statement =>
  range === null
    ? sql('events.position > webhooks.since')
    : sql('events.position <= ? AND events.at >= ? AND events.at < ?', range.upTo, range.since, range.until)

/** SELECT of the next events of a reading that are of the webhook's kinds. */
const nextOf = (id: string, reading: Reading, limit: number): Statement => {
  const range = inRange(reading)
  return sql(
    `SELECT ${columns} FROM ${itsEvents}
     WHERE webhooks.id = ? AND webhooks.enabled = 1 AND events.position > ? AND ${range.sql}
       AND (webhooks.kinds IS NULL OR ${kindOfType} IN (SELECT value FROM json_each(webhooks.kinds)))
     ORDER BY events.position LIMIT ?`,
    id,
    reading.after,
    ...range.values,
    limit,
  )
}

const registrationOf = (row: Row): EndpointRegistration => ({
  id: row['id'] as string,
  url: row['url'] as string,
  enabled: row['enabled'] === 1,
  kinds: row['kinds'] === null ? null : (JSON.parse(row['kinds'] as string) as number[]),
  headers: sealed(row, 'sealedHeaders', 'wrappedHeadersKey'),
  secret: sealed(row, 'sealedSecret', 'wrappedSecretKey')!,
  previous: previousOf(row),
  since: row['since'] as number,
  account: accountOf(row),
})

const sealed = (row: Row, value: string, key: string): Sealed | null =>
  row[value] === null ? null : { sealed: row[value] as string, wrappedKey: row[key] as string }

const previousOf = (row: Row): EndpointRegistration['previous'] => {
  const previous = sealed(row, 'previousSecret', 'wrappedPreviousKey')
  return previous === null ? null : { ...previous, until: row['previousUntil'] as number }
}

const selectRegistration = (id: string): Statement =>
  sql(
    `SELECT webhooks.id, url, enabled, kinds, sealedHeaders, wrappedHeadersKey, sealedSecret, wrappedSecretKey, previousSecret,
            wrappedPreviousKey, previousUntil, since, webhooks.account, webhooks.mode, suspended, settings,
            CASE webhooks.mode WHEN 'test' THEN testClockOffset ELSE 0 END AS clockOffsetMs, wrappedKey, rootVersion,
            ${endpointsOf('webhooks')}
     FROM webhooks
     JOIN accounts ON accounts.id = webhooks.account
     LEFT JOIN accountKeys ON accountKeys.account = webhooks.account AND accountKeys.mode = webhooks.mode
     WHERE webhooks.id = ?`,
    id,
  )

/**
 * One round trip: how the webhook is registered now, what happened that it has not been told of, and the events that it is to be told of
 * again.
 *
 * @param seen its object has dealt with all up to there; null where that is known already
 */
export const readForEndpoint = async (
  { database }: ShardScope,
  id: string,
  asked: {
    readonly seen: number | null
    readonly reading: Reading
    readonly limit: number
    readonly positions: readonly number[]
  },
): Promise<EndpointRead> => {
  const { seen, reading, limit, positions } = asked
  const read = await database.named({
    seen: seen === null ? null : sql('UPDATE webhooks SET seen = ? WHERE id = ? AND seen < ?', seen, id, seen),
    registration: selectRegistration(id),
    fresh: nextOf(id, reading, limit),
    again:
      positions.length === 0
        ? null
        : sql(
            `SELECT ${columns} FROM ${itsEvents}
             WHERE webhooks.id = ? AND events.position IN (SELECT value FROM json_each(?)) ORDER BY events.position`,
            id,
            JSON.stringify(positions),
          ),
    newest: sql(`SELECT coalesce(max(events.position), 0) AS newest FROM ${itsEvents} WHERE webhooks.id = ?`, id),
  })
  const [registration] = read.registration
  return {
    registration: registration === undefined ? null : registrationOf(registration),
    fresh: read.fresh.map(eventRow),
    again: read.again.map(eventRow),
    newest: (read.newest[0]?.['newest'] ?? 0) as number,
  }
}

/** One round trip: gives an endpoint up, until its owner enables it again. */
export const disableEndpoint = async (
  { database }: ShardScope,
  id: string,
  reason: string,
  at: number,
): Promise<void> => {
  await database.repeatable([
    sql(
      'UPDATE webhooks SET enabled = 0, disabledReason = ?, disabledAt = ?, updated = ? WHERE id = ? AND enabled = 1',
      reason,
      at,
      at,
      id,
    ),
  ])
}

/** True of webhooks whose objects have not dealt with all that happened. */
export const isBehind = (scope: SweepScope): Statement =>
  all(
    sql(
      `enabled = 1 AND seen < (SELECT max(position) FROM events
                               WHERE events.account = webhooks.account AND events.mode = webhooks.mode)`,
    ),
    inScope(scope),
  )

/**
 * One round trip: the ids of webhooks whose objects have not dealt with all that happened, at most so many, those first that were looked after the
 * longest time ago. So each has its turn, however many of them fail for days.
 */
export const claimEndpointsBehind = async (scope: SweepScope, nowMs: number, limit: number): Promise<string[]> => {
  const behind = isBehind(scope)
  const rows = await scope.database.rows(
    sql(
      `UPDATE webhooks SET swept = ?
       WHERE id IN (SELECT id FROM webhooks WHERE ${behind.sql} ORDER BY swept LIMIT ?)
       RETURNING id`,
      nowMs,
      ...behind.values,
      limit,
    ),
  )
  return rows.map(({ id }) => id as string)
}

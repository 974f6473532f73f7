import type { Delivery, DeliveryAttempt } from '../../domain/webhooks/endpoints.ts'
import { eventIdPrefix, positionOfEventId } from '../../store/events/eventId.ts'
import { defineColumns, integer, nullable, enumText, text } from '../../store/sql/row.ts'
import type { Row } from '../../store/sql/database.ts'
import type { EventRange, EventReference } from '../../store/webhooks/endpoints.ts'
import type { Backlog, EndpointStorage } from '../stored/endpointStorage.ts'

const pendingColumns = defineColumns({
  position: integer,
  event: text,
  /** When the next attempt is due, milliseconds since 1970 by the account's clock. */
  due: integer,
  /** How many attempts were made. */
  attempts: integer,
})

/** A pending delivery. */
export type PendingDelivery = ReturnType<typeof pendingColumns.decode>

const attemptColumns = defineColumns({ at: integer, status: nullable(integer), tookMs: integer })
const rangeColumns = defineColumns({ id: integer, after: integer, upTo: integer, since: integer, until: integer })
const undeliveredColumns = defineColumns({ state: enumText<'failed' | 'dropped'>() })
const firstPending = defineColumns({ position: nullable(integer) })
const nextPending = defineColumns({ due: nullable(integer) })

/** Added to the due time of events that wait for the backlog. */
const heldFrom = 2 ** 50

/** How many undelivered events one statement queues again. */
const addedAtOnce = 1000

/** A replay or the backlog. */
export interface OlderEvents {
  /** The id of the replay; null for the backlog. */
  readonly replay: number | null
  readonly range: EventRange
}

/** Pending and ended deliveries of one endpoint, in the object's SQLite database. Writes of one turn are one transaction. */
export class DeliveryQueue {
  readonly #storage: EndpointStorage

  constructor(storage: EndpointStorage) {
    this.#storage = storage
  }

  /** Events up to this one were read, except those of the backlog. Null: those up to `seen` of the webhook's row. */
  get cursor(): EventReference | null {
    return this.#storage.cursor
  }

  get backlog(): Backlog | null {
    return this.#storage.backlog
  }

  /** The older events to read next: replayed ranges first, then the backlog. Null if there are none. */
  get older(): OlderEvents | null {
    const [row] = this.#rows('SELECT id, after, upTo, since, until FROM ranges ORDER BY id LIMIT 1')
    if (row !== undefined) {
      const { id, after, upTo, since, until } = rangeColumns.decode(row)
      return { replay: id, range: { after, upTo, times: { since, until } } }
    }
    const { backlog } = this
    return backlog === null ? null : { replay: null, range: { ...backlog, times: null } }
  }

  addReplay({ upTo, since, until }: { readonly upTo: number; readonly since: number; readonly until: number }): void {
    this.#run('INSERT INTO ranges (after, upTo, since, until) VALUES (0, ?, ?, ?)', upTo, since, until)
  }

  /** Records how far a replay or the backlog was read. @param after position; null at its end */
  advanceOlder({ replay, range }: OlderEvents, after: number | null): void {
    if (replay === null) this.#setBacklog(after === null ? null : { after, upTo: range.upTo })
    else if (after === null) this.#run('DELETE FROM ranges WHERE id = ?', replay)
    else this.#run('UPDATE ranges SET after = ? WHERE id = ?', after, replay)
  }

  /**
   * Leaves events for later. A second backlog is joined to the first. The events between them are read again, and keep the deliveries that they
   * have.
   */
  addBacklog({ after, upTo }: Backlog): void {
    this.#setBacklog({ after: this.backlog?.after ?? after, upTo })
  }

  /** Drops the events of the backlog up to a position, at which the webhook was enabled again. */
  dropBacklog(upTo: number): void {
    const { backlog } = this
    if (backlog === null || backlog.after >= upTo) return
    this.#setBacklog(upTo >= backlog.upTo ? null : { after: upTo, upTo: backlog.upTo })
  }

  #setBacklog(backlog: Backlog | null): void {
    this.#storage.backlog = backlog
    if (backlog === null) this.#run('UPDATE pending SET due = due - ? WHERE due >= ?', heldFrom, heldFrom)
  }

  /**
   * Queues a new event whose resource has an earlier one that is not sent yet. It comes due at once, or after the backlog.
   *
   * @param due by the account's clock
   */
  defer(event: EventReference, due: number): void {
    this.add([event], this.backlog === null ? due : heldFrom + due)
  }

  /** Whether the first attempt of an event at one of these positions is pending, other than of the excluded ids. */
  hasUnsent(from: number, to: number, excluded: ReadonlySet<string>): boolean {
    return this.#rows(
      'SELECT event FROM pending WHERE position BETWEEN ? AND ? AND attempts = 0 LIMIT ?',
      from,
      to,
      excluded.size + 1,
    ).some(({ event }) => !excluded.has(text.read(event, 'event')))
  }

  /** Records how far new events were read. */
  advanceCursor(event: EventReference): void {
    if (event.position > (this.cursor?.position ?? -1))
      this.#storage.cursor = { position: event.position, id: event.id }
  }

  /** Starts again from `seen` of the webhook's row, after a restore of the database. Keeps what became of each event. */
  restart(): void {
    this.#storage.cursor = null
    this.#storage.backlog = null
    // These are read again as well.
    this.#run('DELETE FROM pending WHERE due >= ?', heldFrom)
  }

  /**
   * Queues new events and returns those that are to be sent. An event that has a delivery already keeps it: after a restore of the database,
   * events are read again. A delivery of an event that was removed by the restore leaves its position to the new event.
   */
  add<Event extends EventReference>(events: readonly Event[], due: number): Event[] {
    return events.filter(({ position, id }) =>
      this.#changes(
        `INSERT INTO pending (position, event, due, attempts) SELECT ?, ?, ?, 0
         WHERE NOT EXISTS (SELECT 1 FROM attempts WHERE event = ?) AND NOT EXISTS (SELECT 1 FROM undelivered WHERE event = ?)
         ON CONFLICT DO UPDATE SET event = excluded.event, due = excluded.due, attempts = 0 WHERE pending.event <> excluded.event
         RETURNING position`,
        position,
        id,
        due,
        id,
        id,
      ),
    )
  }

  /** Queues events again. A pending delivery starts over. */
  addAgain(events: readonly EventReference[], due: number): void {
    const pairs = JSON.stringify(events.map(({ position, id }) => [position, id]))
    this.#run(
      `INSERT INTO pending (position, event, due, attempts) SELECT value ->> 0, value ->> 1, ?, 0 FROM json_each(?) WHERE TRUE
       ON CONFLICT DO UPDATE SET event = excluded.event, due = excluded.due, attempts = 0`,
      due,
      pairs,
    )
    this.#run('DELETE FROM undelivered WHERE event IN (SELECT value ->> 1 FROM json_each(?))', pairs)
  }

  /** Queues the events between these times whose delivery failed or was dropped. Their ids have their time and position. */
  addUndelivered(since: number, until: number, due: number): void {
    for (;;) {
      const ids = this.#rows(
        'SELECT event FROM undelivered WHERE event >= ? AND event < ? ORDER BY event LIMIT ?',
        eventIdPrefix(since),
        eventIdPrefix(until),
        addedAtOnce,
      ).map(({ event }) => text.read(event, 'event'))
      this.addAgain(
        ids.map((id) => ({ id, position: positionOfEventId(id) ?? 0 })),
        due,
      )
      if (ids.length < addedAtOnce) return
    }
  }

  /** Due deliveries, the earliest due first, oldest events first. Reads as many rows, however many are due. */
  due(nowMs: number, limit: number): PendingDelivery[] {
    return this.#rows(
      'SELECT position, event, due, attempts FROM pending INDEXED BY pendingByDue WHERE due <= ? ORDER BY due, position LIMIT ?',
      nowMs,
      limit,
    ).map(pendingColumns.decode)
  }

  /** When the next delivery comes due that is not due yet; null if there is none. */
  nextDue(nowMs: number): number | null {
    const [row] = this.#rows('SELECT min(due) AS due FROM pending WHERE due > ? AND due < ?', nowMs, heldFrom)
    return row === undefined ? null : nextPending.decode(row).due
  }

  find({ position, id }: EventReference): PendingDelivery | null {
    const [row] = this.#rows(
      'SELECT position, event, due, attempts FROM pending WHERE position = ? AND event = ?',
      position,
      id,
    )
    return row === undefined ? null : pendingColumns.decode(row)
  }

  /** The position up to which all deliveries have ended; 0 if that is unknown. */
  get endedUpTo(): number {
    const [row] = this.#rows('SELECT min(position) AS position FROM pending')
    const oldest = row === undefined ? null : firstPending.decode(row).position
    const readUpTo = this.cursor?.position ?? 0
    return Math.min(readUpTo, this.backlog?.after ?? Infinity, oldest === null ? Infinity : oldest - 1)
  }

  recordAttempt({ id }: EventReference, { at, status, tookMs }: DeliveryAttempt): void {
    this.#run('INSERT OR REPLACE INTO attempts (event, at, status, tookMs) VALUES (?, ?, ?, ?)', id, at, status, tookMs)
  }

  retry({ position, id }: EventReference, due: number): void {
    this.#run('UPDATE pending SET due = ?, attempts = attempts + 1 WHERE position = ? AND event = ?', due, position, id)
  }

  /** Postpones a delivery after a failure of the gateway, which does not count as an attempt. */
  postpone({ position, id }: EventReference, due: number): void {
    this.#run('UPDATE pending SET due = ? WHERE position = ? AND event = ?', due, position, id)
  }

  /** Removes a pending delivery: of a delivered event, or of one that the restored database does not have. */
  remove({ position, id }: EventReference): void {
    this.#run('DELETE FROM pending WHERE position = ? AND event = ?', position, id)
  }

  markUndelivered(event: EventReference, state: 'failed' | 'dropped'): void {
    this.#run('INSERT OR REPLACE INTO undelivered (event, state) VALUES (?, ?)', event.id, state)
    this.remove(event)
  }

  dropAll(): void {
    this.#run("INSERT OR REPLACE INTO undelivered (event, state) SELECT event, 'dropped' FROM pending")
    this.#run('DELETE FROM pending')
    this.#run('DELETE FROM ranges')
    this.#storage.backlog = null
  }

  /** Null if the event was never queued. */
  deliveryOf(event: EventReference): Delivery | null {
    const attempts = this.#rows('SELECT at, status, tookMs FROM attempts WHERE event = ? ORDER BY at', event.id).map(
      attemptColumns.decode,
    )
    const pending = this.find(event)
    if (pending !== null) return { state: 'pending', next: pending.due % heldFrom, attempts }
    const [row] = this.#rows('SELECT state FROM undelivered WHERE event = ?', event.id)
    if (row === undefined && attempts.length === 0) return null
    return { state: row === undefined ? 'delivered' : undeliveredColumns.decode(row).state, next: null, attempts }
  }

  /**
   * Deletes what became of events before this time, up to `limit` events. Their ids begin with their time.
   *
   * @returns whether more are left
   */
  purge(before: number, limit: number): boolean {
    const old = eventIdPrefix(before)
    const deleted = ['attempts', 'undelivered'].map(
      (table) =>
        this.#rows(
          `DELETE FROM ${table} WHERE event IN (SELECT event FROM ${table} WHERE event < ? ORDER BY event LIMIT ?) RETURNING event`,
          old,
          limit,
        ).length,
    )
    return deleted.some((count) => count >= limit)
  }

  #changes(text: string, ...values: SqlStorageValue[]): boolean {
    return this.#rows(text, ...values).length > 0
  }

  #rows(text: string, ...values: SqlStorageValue[]): Row[] {
    return this.#storage.sql.exec(text, ...values).toArray()
  }

  #run(text: string, ...values: SqlStorageValue[]): void {
    this.#storage.sql.exec(text, ...values)
  }
}

import type { Delivery, DeliveryAttempt } from '../../domain/webhooks/endpoints.ts'
import { defineColumns, integer, nullable, enumText } from '../../store/sql/row.ts'
import type { Row } from '../../store/sql/database.ts'
import type { EventRange } from '../../store/webhooks/endpoints.ts'
import type { EndpointStorage } from '../stored/endpointStorage.ts'

const pendingColumns = defineColumns({
  /** Position of the event. */
  position: integer,
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

/** Pending and ended deliveries of one endpoint, in the object's SQLite database. Writes of one turn are one transaction. */
export class DeliveryQueue {
  readonly #storage: EndpointStorage

  constructor(storage: EndpointStorage) {
    this.#storage = storage
  }

  /** Events up to this position were read. */
  get cursor(): number {
    return this.#storage.cursor
  }

  /** What to read next: replayed ranges first, then new events. */
  get reading(): EventRange & { readonly id: number | null } {
    const [row] = this.#rows('SELECT id, after, upTo, since, until FROM ranges ORDER BY id LIMIT 1')
    if (row === undefined) return { id: null, after: this.cursor, range: null }
    const { id, after, ...range } = rangeColumns.decode(row)
    return { id, after, range }
  }

  addRange({ upTo, since, until }: NonNullable<EventRange['range']>): void {
    this.#run('INSERT INTO ranges (after, upTo, since, until) VALUES (0, ?, ?, ?)', upTo, since, until)
  }

  /** Records how far a range was read. @param after position; null at the end of the range */
  advanceRange(id: number, after: number | null): void {
    if (after === null) this.#run('DELETE FROM ranges WHERE id = ?', id)
    else this.#run('UPDATE ranges SET after = ? WHERE id = ?', after, id)
  }

  /** Records how far new events were read. */
  advanceCursor(position: number): void {
    if (position > this.cursor) this.#storage.cursor = position
  }

  /** Queues deliveries without attempts. A pending delivery starts over. */
  add(positions: readonly number[], due: number): void {
    for (const position of positions) {
      this.#run(
        'INSERT INTO pending (position, due, attempts) VALUES (?, ?, 0) ON CONFLICT DO UPDATE SET due = excluded.due, attempts = 0',
        position,
        due,
      )
      this.#run('DELETE FROM undelivered WHERE position = ?', position)
    }
  }

  /** Due deliveries, oldest events first. */
  due(nowMs: number, limit: number): PendingDelivery[] {
    return this.#rows(
      'SELECT position, due, attempts FROM pending INDEXED BY pendingByDue WHERE due <= ? ORDER BY position LIMIT ?',
      nowMs,
      limit,
    ).map(pendingColumns.decode)
  }

  /** When the next delivery comes due that is not due yet; null if there is none. */
  nextDue(nowMs: number): number | null {
    const [row] = this.#rows('SELECT min(due) AS due FROM pending WHERE due > ?', nowMs)
    return row === undefined ? null : nextPending.decode(row).due
  }

  find(position: number): PendingDelivery | null {
    const [row] = this.#rows('SELECT position, due, attempts FROM pending WHERE position = ?', position)
    return row === undefined ? null : pendingColumns.decode(row)
  }

  /** The position up to which all deliveries have ended. */
  get endedUpTo(): number {
    const [row] = this.#rows('SELECT min(position) AS position FROM pending')
    const oldest = row === undefined ? null : firstPending.decode(row).position
    return oldest === null ? this.cursor : Math.min(this.cursor, oldest - 1)
  }

  recordAttempt(position: number, { at, status, tookMs }: DeliveryAttempt): void {
    this.#run(
      'INSERT OR REPLACE INTO attempts (position, at, status, tookMs) VALUES (?, ?, ?, ?)',
      position,
      at,
      status,
      tookMs,
    )
  }

  retry(position: number, due: number): void {
    this.#run('UPDATE pending SET due = ?, attempts = attempts + 1 WHERE position = ?', due, position)
  }

  /** Postpones a delivery after a failure of the gateway, which does not count as an attempt. */
  postpone(position: number, due: number): void {
    this.#run('UPDATE pending SET due = ? WHERE position = ?', due, position)
  }

  markDelivered(position: number): void {
    this.#run('DELETE FROM pending WHERE position = ?', position)
  }

  markUndelivered(position: number, state: 'failed' | 'dropped', at: number): void {
    this.#run('INSERT OR REPLACE INTO undelivered (position, state, at) VALUES (?, ?, ?)', position, state, at)
    this.#run('DELETE FROM pending WHERE position = ?', position)
  }

  dropAll(at: number): void {
    this.#run("INSERT OR REPLACE INTO undelivered SELECT position, 'dropped', ? FROM pending", at)
    this.#run('DELETE FROM pending')
    this.#run('DELETE FROM ranges')
  }

  /** Null if the event was never queued. */
  deliveryOf(position: number): Delivery | null {
    const attempts = this.#rows('SELECT at, status, tookMs FROM attempts WHERE position = ? ORDER BY at', position).map(
      attemptColumns.decode,
    )
    const pending = this.find(position)
    if (pending !== null) return { state: 'pending', next: pending.due, attempts }
    const [row] = this.#rows('SELECT state FROM undelivered WHERE position = ?', position)
    if (row === undefined && attempts.length === 0) return null
    return { state: row === undefined ? 'delivered' : undeliveredColumns.decode(row).state, next: null, attempts }
  }

  /** Deletes rows that ended before this time, up to `limit` per table. */
  purge(before: number, limit: number): void {
    this.#run(
      `DELETE FROM attempts WHERE (position, at) IN
         (SELECT position, at FROM attempts WHERE at < ? AND position NOT IN (SELECT position FROM pending) ORDER BY position LIMIT ?)`,
      before,
      limit,
    )
    this.#run(
      'DELETE FROM undelivered WHERE position IN (SELECT position FROM undelivered WHERE at < ? ORDER BY position LIMIT ?)',
      before,
      limit,
    )
  }

  #rows(text: string, ...values: SqlStorageValue[]): Row[] {
    return this.#storage.sql.exec(text, ...values).toArray()
  }

  #run(text: string, ...values: SqlStorageValue[]): void {
    this.#storage.sql.exec(text, ...values)
  }
}

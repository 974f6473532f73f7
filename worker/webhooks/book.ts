import type { Reading } from '../store/webhooks/endpoints.ts'
import type { Attempted, Delivery } from './endpoints.ts'
import type { Failing } from './schedule.ts'

/** A delivery that is not at its end. */
export interface Pending {
  /** Of the event. */
  readonly position: number
  /** When it may be tried, milliseconds since 1970 by the account's clock. */
  readonly due: number
  /** How many attempts were made. */
  readonly attempts: number
}

const tables = `
  CREATE TABLE IF NOT EXISTS pending (position INTEGER PRIMARY KEY, due INTEGER NOT NULL, attempts INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS pendingByDue ON pending (due);
  CREATE TABLE IF NOT EXISTS attempts (position INTEGER NOT NULL, at INTEGER NOT NULL, status INTEGER, tookMs INTEGER NOT NULL,
                                       PRIMARY KEY (position, at)) WITHOUT ROWID;
  -- Those that ended without being delivered.
  CREATE TABLE IF NOT EXISTS undelivered (position INTEGER PRIMARY KEY, state TEXT NOT NULL, at INTEGER NOT NULL);
  -- Ranges of events that are to be delivered once more.
  CREATE TABLE IF NOT EXISTS ranges (id INTEGER PRIMARY KEY, after INTEGER NOT NULL, upTo INTEGER NOT NULL, since INTEGER NOT NULL,
                                     until INTEGER NOT NULL);
`

/**
 * What an endpoint's object knows, in its own database: what is under way, what became of it, and how far it has read. Its calls return at
 * once; what is written in one turn is written together or not at all.
 */
export class Book {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    storage.sql.exec(tables)
  }

  /** All events up to there were read. */
  get cursor(): number {
    return this.#storage.kv.get<number>('cursor') ?? 0
  }

  /** The row of failures that the endpoint is in. */
  get failing(): Failing | null {
    return this.#storage.kv.get<Failing>('failing') ?? null
  }

  set failing(failing: Failing | null) {
    if (failing === null) this.#storage.kv.delete('failing')
    else this.#storage.kv.put('failing', failing)
  }

  /** What is read next: ranges of the past first, then what happens. */
  get reading(): Reading & { readonly id: number | null } {
    const [range] = this.#rows<{ id: number; after: number; upTo: number; since: number; until: number }>(
      'SELECT id, after, upTo, since, until FROM ranges ORDER BY id LIMIT 1',
    )
    if (range === undefined) return { id: null, after: this.cursor, range: null }
    const { id, after, ...rest } = range
    return { id, after, range: rest }
  }

  /** Notes a range that is to be read. */
  addRange({ upTo, since, until }: NonNullable<Reading['range']>): void {
    this.#run('INSERT INTO ranges (after, upTo, since, until) VALUES (0, ?, ?, ?)', upTo, since, until)
  }

  /** A range was read up to there, or to its end. */
  readRange(id: number, after: number | null): void {
    if (after === null) this.#run('DELETE FROM ranges WHERE id = ?', id)
    else this.#run('UPDATE ranges SET after = ? WHERE id = ?', after, id)
  }

  /** All that happened was read up to there. */
  readUpTo(position: number): void {
    if (position > this.cursor) this.#storage.kv.put('cursor', position)
  }

  /** Takes up deliveries, from their first attempt on. What is under way already begins anew. */
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

  /** Deliveries whose time has come, those of the oldest events first. */
  due(nowMs: number, limit: number): Pending[] {
    return this.#rows<Pending>(
      'SELECT position, due, attempts FROM pending INDEXED BY pendingByDue WHERE due <= ? ORDER BY position LIMIT ?',
      nowMs,
      limit,
    )
  }

  /** When the next delivery comes due whose time has not come; null where there is none. */
  nextDue(nowMs: number): number | null {
    return (
      this.#rows<{ due: number | null }>('SELECT min(due) AS due FROM pending WHERE due > ?', nowMs)[0]?.due ?? null
    )
  }

  find(position: number): Pending | null {
    return this.#rows<Pending>('SELECT position, due, attempts FROM pending WHERE position = ?', position)[0] ?? null
  }

  /** Everything up to there has reached its end. */
  get dealtWith(): number {
    const [oldest] = this.#rows<{ position: number | null }>('SELECT min(position) AS position FROM pending')
    return oldest?.position == null ? this.cursor : Math.min(this.cursor, oldest.position - 1)
  }

  noteAttempt(position: number, { at, status, tookMs }: Attempted): void {
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

  /** It was not tried, by no fault of the receiver's. */
  postpone(position: number, due: number): void {
    this.#run('UPDATE pending SET due = ? WHERE position = ?', due, position)
  }

  delivered(position: number): void {
    this.#run('DELETE FROM pending WHERE position = ?', position)
  }

  giveUp(position: number, state: 'failed' | 'dropped', at: number): void {
    this.#run('INSERT OR REPLACE INTO undelivered (position, state, at) VALUES (?, ?, ?)', position, state, at)
    this.#run('DELETE FROM pending WHERE position = ?', position)
  }

  /** Nothing of what is under way will be delivered. */
  dropAll(at: number): void {
    this.#run("INSERT OR REPLACE INTO undelivered SELECT position, 'dropped', ? FROM pending", at)
    this.#run('DELETE FROM pending')
    this.#run('DELETE FROM ranges')
  }

  /** Null where the endpoint was never told of the event. */
  deliveryOf(position: number): Delivery | null {
    const attempts = this.#rows<Attempted & Record<string, SqlStorageValue>>(
      'SELECT at, status, tookMs FROM attempts WHERE position = ? ORDER BY at',
      position,
    )
    const pending = this.find(position)
    if (pending !== null) return { state: 'pending', next: pending.due, attempts }
    const [ended] = this.#rows<{ state: 'failed' | 'dropped' }>(
      'SELECT state FROM undelivered WHERE position = ?',
      position,
    )
    if (ended === undefined && attempts.length === 0) return null
    return { state: ended?.state ?? 'delivered', next: null, attempts }
  }

  /** Forgets what ended before that time, at most so many rows. */
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

  #rows<T extends object>(text: string, ...values: SqlStorageValue[]): T[] {
    return this.#storage.sql.exec(text, ...values).toArray() as T[]
  }

  #run(text: string, ...values: SqlStorageValue[]): void {
    this.#storage.sql.exec(text, ...values)
  }
}

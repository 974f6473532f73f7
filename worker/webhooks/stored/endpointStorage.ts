import type { Failing } from '../schedule.ts'

/** The version of all that an endpoint's object stores. Version 1 has no number and the same tables. */
const currentVersion = 2

/** In version 2. Times are milliseconds since 1970 by the account's clock, positions those of events. */
const tables = `
  CREATE TABLE IF NOT EXISTS pending (position INTEGER PRIMARY KEY, due INTEGER NOT NULL, attempts INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS pendingByDue ON pending (due);
  CREATE TABLE IF NOT EXISTS attempts (position INTEGER NOT NULL, at INTEGER NOT NULL, status INTEGER, tookMs INTEGER NOT NULL,
                                       PRIMARY KEY (position, at)) WITHOUT ROWID;
  -- Deliveries that ended in another state than delivered.
  CREATE TABLE IF NOT EXISTS undelivered (position INTEGER PRIMARY KEY, state TEXT NOT NULL, at INTEGER NOT NULL);
  -- Ranges of events that are to be delivered again.
  CREATE TABLE IF NOT EXISTS ranges (id INTEGER PRIMARY KEY, after INTEGER NOT NULL, upTo INTEGER NOT NULL, since INTEGER NOT NULL,
                                     until INTEGER NOT NULL);
`

/** Values beside the tables, by the names that deployed objects have them under. */
interface Stored {
  readonly version: number
  /** All events up to this position were read. */
  readonly cursor: number
  readonly failing: StoredFailing
  /** How far the account's clock was ahead of the real one when the object last read it. */
  readonly clockOffsetMs: number
  /** When old rows were deleted last. */
  readonly purged: number
}

interface StoredFailing {
  readonly since: number
  readonly until: number
}

/** Reads and writes what an endpoint's object stores, but for the rows of its tables: those are in deliveryQueue.ts. */
export class EndpointStorage {
  readonly #storage: DurableObjectStorage

  /** @throws Error for a version that this release does not know */
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    const version = this.#get('version') ?? 1
    if (version > currentVersion) throw new Error('The object has a version that this release does not read.')
    if (version === currentVersion) return
    storage.sql.exec(tables)
    this.#set('version', currentVersion)
  }

  get sql(): SqlStorage {
    return this.#storage.sql
  }

  get cursor(): number {
    return this.#get('cursor') ?? 0
  }

  set cursor(position: number) {
    this.#set('cursor', position)
  }

  get failing(): Failing | null {
    const stored = this.#get('failing')
    return stored === undefined ? null : { since: stored.since, until: stored.until }
  }

  set failing(failing: Failing | null) {
    if (failing === null) this.#storage.kv.delete('failing')
    else this.#set('failing', { since: failing.since, until: failing.until })
  }

  get clockOffsetMs(): number {
    return this.#get('clockOffsetMs') ?? 0
  }

  set clockOffsetMs(ms: number) {
    this.#set('clockOffsetMs', ms)
  }

  get purgedAt(): number {
    return this.#get('purged') ?? 0
  }

  set purgedAt(at: number) {
    this.#set('purged', at)
  }

  #get<Name extends keyof Stored>(name: Name): Stored[Name] | undefined {
    return this.#storage.kv.get<Stored[Name]>(name)
  }

  #set<Name extends keyof Stored>(name: Name, value: Stored[Name]): void {
    this.#storage.kv.put(name, value)
  }
}

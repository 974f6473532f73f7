import type { FailureStreak } from '../delivery/retrySchedule.ts'

/** Version of an endpoint object's storage. Version 1 has the same tables and no version number. */
const currentVersion = 2

/** Tables of version 2. Times are milliseconds since 1970 by the account's clock; positions are those of events. */
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

/** Stored values beside the tables, by storage key. Keys never change: deployed objects have them. */
interface Stored {
  readonly version: number
  /** Events up to this position were read. */
  readonly cursor: number
  readonly failing: StoredFailing
  /** Offset of the account's clock to the real one, at the last read. */
  readonly clockOffsetMs: number
  /** When old rows were last deleted. */
  readonly purged: number
}

interface StoredFailing {
  readonly since: number
  readonly until: number
}

/** Typed access to an endpoint object's storage. The rows of its tables are read and written in deliveryQueue.ts. */
export class EndpointStorage {
  readonly #storage: DurableObjectStorage

  /** @throws Error for an unsupported version */
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    const version = this.#get('version') ?? 1
    if (version > currentVersion) throw new Error('Unsupported version of the stored endpoint.')
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

  get failing(): FailureStreak | null {
    const stored = this.#get('failing')
    return stored === undefined ? null : { since: stored.since, until: stored.until }
  }

  set failing(failing: FailureStreak | null) {
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

import type { EventReference } from '../../store/webhooks/endpoints.ts'
import type { FailureStreak } from '../delivery/retrySchedule.ts'

/** Version of an endpoint object's storage. Versions 1 and 2 belong to databases from before the baseline of the migrations. */
const currentVersion = 3

/** Deletes what earlier versions stored by position alone. The object starts again from `seen` of its row. */
const dropTables = ['pending', 'attempts', 'undelivered', 'ranges']
  .map((table) => `DROP TABLE IF EXISTS ${table};`)
  .join('\n')

/** Tables of version 3. An event is known by its id: after a restore of the database, another one may get its position. Times are
 * milliseconds since 1970 by the account's clock. */
const tables = `
  CREATE TABLE pending (position INTEGER PRIMARY KEY, event TEXT NOT NULL, due INTEGER NOT NULL, attempts INTEGER NOT NULL);
  CREATE INDEX pendingByDue ON pending (due);
  CREATE TABLE attempts (event TEXT NOT NULL, at INTEGER NOT NULL, status INTEGER, tookMs INTEGER NOT NULL,
                         PRIMARY KEY (event, at)) WITHOUT ROWID;
  -- Deliveries that ended in another state than delivered.
  CREATE TABLE undelivered (event TEXT PRIMARY KEY, state TEXT NOT NULL) WITHOUT ROWID;
  -- Ranges of events that are to be delivered again.
  CREATE TABLE ranges (id INTEGER PRIMARY KEY, after INTEGER NOT NULL, upTo INTEGER NOT NULL, since INTEGER NOT NULL,
                       until INTEGER NOT NULL);
`

/** Stored values beside the tables, by storage key. Keys never change: deployed objects have them. */
interface Stored {
  readonly version: number
  /** Events up to this one were read, except those of the backlog. */
  readonly cursor: StoredCursor
  /** Older events that are still to be read. */
  readonly backlog: StoredBacklog
  readonly failing: StoredFailing
  /** Offset of the account's clock to the real one, at the last read. */
  readonly clockOffsetMs: number
  /** When old rows were last deleted. */
  readonly purged: number
}

interface StoredCursor {
  readonly position: number
  readonly id: string
}

interface StoredBacklog {
  readonly after: number
  readonly upTo: number
}

interface StoredFailing {
  readonly since: number
  readonly until: number
}

/** Events that an endpoint has not read although it has read newer ones. */
export interface Backlog {
  /** All events up to this position were read. */
  readonly after: number
  /** The last position. */
  readonly upTo: number
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
    storage.sql.exec(dropTables + tables)
    storage.kv.delete('cursor')
    this.#set('version', currentVersion)
  }

  get sql(): SqlStorage {
    return this.#storage.sql
  }

  /** Null if no event was read, or none since the database was restored. */
  get cursor(): EventReference | null {
    const stored = this.#get('cursor')
    return stored === undefined ? null : { position: stored.position, id: stored.id }
  }

  set cursor(cursor: EventReference | null) {
    if (cursor === null) this.#storage.kv.delete('cursor')
    else this.#set('cursor', { position: cursor.position, id: cursor.id })
  }

  /** The positions of a backlog, without the first one; null if there is none. */
  get backlog(): Backlog | null {
    const stored = this.#get('backlog')
    return stored === undefined ? null : { after: stored.after, upTo: stored.upTo }
  }

  set backlog(backlog: Backlog | null) {
    if (backlog === null) this.#storage.kv.delete('backlog')
    else this.#set('backlog', { after: backlog.after, upTo: backlog.upTo })
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

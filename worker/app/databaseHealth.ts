import { Database, sql } from '../store/sql/database.ts'
import type { DatabaseFailure } from '../store/sql/failures.ts'
import { DatabaseError } from '../store/sql/failures.ts'
import type { Shards } from '../store/sql/shards.ts'
import { Meter } from './meter.ts'

/** How long a result counts: `GET /health` needs no key, so it must not become load. */
const freshMs = 10_000
/** A full database can be read, so only writes show it. */
const fullForMs = 60_000

export type DatabaseStatus = 'ok' | 'away' | 'full'

/** What this isolate knows of its databases. */
export class DatabaseHealth {
  readonly #shards: Shards
  readonly #now: () => number
  #fullUntil = -Infinity
  #checked: { readonly until: number; readonly status: Promise<DatabaseStatus> } | null = null

  constructor(shards: Shards, now: () => number) {
    this.#shards = shards
    this.#now = now
  }

  /** Notes the failure that a request met, if any. */
  note(failure: DatabaseFailure | null): void {
    if (failure === 'full') this.#fullUntil = this.#now() + fullForMs
  }

  /** One round trip to each shard at most every ten seconds. */
  async status(): Promise<DatabaseStatus> {
    const now = this.#now()
    if (this.#checked === null || this.#checked.until <= now)
      this.#checked = { until: now + freshMs, status: this.#check() }
    const status = await this.#checked.status
    return status === 'ok' && this.#fullUntil > now ? 'full' : status
  }

  async #check(): Promise<DatabaseStatus> {
    try {
      await Promise.all([...this.#shards.values()].map((d1) => new Database(d1, new Meter()).row(sql('SELECT 1'))))
      return 'ok'
    } catch (thrown) {
      if (thrown instanceof DatabaseError && thrown.failure === 'full') return 'full'
      return 'away'
    }
  }
}

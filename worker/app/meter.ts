import type { DatabaseFailure } from '../store/sql/failures.ts'

/** Measures a request: round trips to D1, and the time spent in D1 and the processor. */
export class Meter {
  trips = 0
  statements = 0
  databaseMs = 0
  processorMs = 0
  announced = false
  /** The latest failure of the database, even if a repetition succeeded. */
  databaseFailure: DatabaseFailure | null = null
  /** What the latest call of each connection shows of it, by id. */
  readonly connectionHealth = new Map<string, 'success' | 'failure'>()
  readonly #started = Date.now()

  get totalMs(): number {
    return Date.now() - this.#started
  }

  /** The Server-Timing header (W3C "Server Timing"). `desc` of d1 is the number of round trips. */
  serverTiming(): string {
    return `d1;desc="${this.trips}";dur=${this.databaseMs}, processor;dur=${this.processorMs}, total;dur=${this.totalMs}`
  }
}

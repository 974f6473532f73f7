/** Counts what a request costs: round trips to D1 and the time spent there and with the processor. */
export class Meter {
  trips = 0
  databaseMs = 0
  processorMs = 0
  announced = false
  readonly #started = Date.now()

  get totalMs(): number {
    return Date.now() - this.#started
  }

  /** Server-Timing of RFC-to-be "Server Timing" (W3C): desc of d1 is the number of round trips. */
  serverTiming(): string {
    return `d1;desc="${this.trips}";dur=${this.databaseMs}, processor;dur=${this.processorMs}, total;dur=${this.totalMs}`
  }
}

import { inFlightTimeoutMs } from './delivery/scheduler.ts'

/** An alarm may fire this much too early. So it also fires while an object is busy, which renews the platform's limits of CPU time and requests. */
const toleranceMs = inFlightTimeoutMs

/** The alarm of an endpoint's object. An alarm that is only a little early is kept, so that not every delivery sets it. */
export class EndpointAlarm {
  readonly #storage: DurableObjectStorage
  #at: number | null = null

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** @param at by the real clock; null deletes the alarm */
  async set(at: number | null): Promise<void> {
    const current = this.#at
    if (at === current || (at !== null && current !== null && at - toleranceMs < current && current < at)) return
    this.#at = at
    if (at === null) await this.#storage.deleteAlarm()
    else await this.#storage.setAlarm(at)
  }

  markFired(): void {
    this.#at = null
  }
}

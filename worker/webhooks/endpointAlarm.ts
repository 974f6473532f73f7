const second = 1000

/** An alarm may fire this much too early. */
const toleranceMs = 5 * second

/** The alarm of an endpoint's object. An alarm that is only slightly early is kept, so that not every delivery sets it. */
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

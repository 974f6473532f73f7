const second = 1000

/** An alarm may be so much too early. */
const toleranceMs = 5 * second

/** The alarm of an endpoint's object, which is left as it is where it is early by a moment only: deliveries need not set it each. */
export class EndpointAlarm {
  readonly #storage: DurableObjectStorage
  #at: number | null = null

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** @param at by the real clock; null for none */
  async set(at: number | null): Promise<void> {
    const set = this.#at
    if (at === set || (at !== null && set !== null && at - toleranceMs < set && set < at)) return
    this.#at = at
    if (at === null) await this.#storage.deleteAlarm()
    else await this.#storage.setAlarm(at)
  }

  /** It has fired. */
  fired(): void {
    this.#at = null
  }
}

interface Barrier {
  readonly passed: Promise<void>
  readonly open: () => void
}

/** Shorter than the gateway's time-out. The second retry after a time-out comes after five minutes. */
const longestHoldMs = 10_000

/** Holds webhook deliveries at their receiver, before its response. It opens after ten seconds at the latest. */
export class DeliveryGate {
  #barrier: Barrier | null = null

  /** Waits while the gate is closed. */
  async pass(): Promise<void> {
    await this.#barrier?.passed
  }

  hold(): void {
    if (this.#barrier !== null) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const barrier = { passed: promise, open: resolve }
    this.#barrier = barrier
    setTimeout(() => {
      if (this.#barrier === barrier) this.release()
    }, longestHoldMs).unref()
  }

  release(): void {
    this.#barrier?.open()
    this.#barrier = null
  }

  /** Opens the gate after a kill. The held deliveries get no response and count as never received, since their sender is gone. */
  abandon(): void {
    this.#barrier = null
  }
}

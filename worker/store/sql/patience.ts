/** How long statements are repeated while the database is away, and the clock of these repetitions. */
export interface Patience {
  /** Milliseconds since 1970. */
  now(): number
  wait(ms: number): Promise<void>
  /** From 0 to 1. */
  random(): number
  /** For batches that only read, in milliseconds. */
  readonly readMs: number
  /** For batches that write, in milliseconds. */
  readonly writeMs: number
}

/** Three attempts to write and one to read: for work that an alarm or the next sweep repeats anyway. */
export const briefPatience: Patience = {
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: () => Math.random(),
  readMs: 0,
  writeMs: 150,
}

const firstPauseMs = 50
const longestPauseMs = 2_000

/**
 * The pauses between attempts: exponential, with jitter, so that requests do not return together. Time counts by the clock, and at least by
 * the pauses themselves.
 */
export class Pauses {
  readonly #patience: Pick<Patience, 'now' | 'wait' | 'random'>
  readonly #budgetMs: number
  readonly #started: number
  #pause = firstPauseMs
  #waited = 0

  constructor(patience: Pick<Patience, 'now' | 'wait' | 'random'>, budgetMs: number) {
    this.#patience = patience
    this.#budgetMs = budgetMs
    this.#started = patience.now()
  }

  /** Waits before the next attempt. False, without waiting, if that would exceed the budget. */
  async next(): Promise<boolean> {
    const ms = this.#pause * (0.5 + this.#patience.random() / 2)
    const elapsed = Math.max(this.#waited, this.#patience.now() - this.#started)
    if (elapsed + ms > this.#budgetMs) return false
    this.#waited += ms
    this.#pause = Math.min(2 * this.#pause, longestPauseMs)
    await this.#patience.wait(ms)
    return true
  }
}

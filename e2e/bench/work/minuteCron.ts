import type { WorkSubject } from './subject.ts'

const minuteMs = 60_000

/** Starts a run of the cron each minute, as the platform does: without waiting for the end of the run before. */
export class MinuteCron {
  readonly #subject: WorkSubject
  readonly #runs = new Set<Promise<unknown>>()
  #failures = 0
  #timer: NodeJS.Timeout | null = null

  constructor(subject: WorkSubject) {
    this.#subject = subject
  }

  /** Starts the first run at once. @returns its time, milliseconds since 1970 */
  start(): number {
    this.#run()
    this.#timer = setInterval(() => this.#run(), minuteMs)
    // A failed scenario does not stop it.
    this.#timer.unref()
    return Date.now()
  }

  #run(): void {
    const run: Promise<unknown> = this.#subject
      .cron()
      .catch(() => {
        this.#failures++
      })
      .finally(() => this.#runs.delete(run))
    this.#runs.add(run)
  }

  /** Starts no further run and waits for those under way. @returns the number of runs that failed */
  async stop(): Promise<number> {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    await Promise.all(this.#runs)
    return this.#failures
  }
}

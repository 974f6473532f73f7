import { toDeliveryOutcome } from './retrySchedule.ts'
import type { DeliveryResponse } from './retrySchedule.ts'

const second = 1000
const minute = 60 * second

/** Deliveries at once to a receiver whose limit is unknown. */
export const initialConcurrency = 5

/** A slower response does not raise the limit. */
const inTimeMs = 5 * second

/** How long a limit that a receiver has shown is kept, before it is tried again. */
const ceilingMs = 10 * minute

/** Statuses of a receiver that gets too much at once. */
const overloadStatuses: ReadonlySet<number | null> = new Set([429, 503])

/** An ended attempt. Times are milliseconds since 1970 by one clock. */
export interface EndedAttempt {
  readonly response: DeliveryResponse
  readonly startedAt: number
  readonly endedAt: number
  /** Deliveries in flight when it started, with it. */
  readonly concurrent: number
  /** Whether further deliveries waited for its end. */
  readonly isAwaited: boolean
}

/**
 * How many deliveries an endpoint gets at once: one more for each response in time while others wait, half as many after an error, a time-out
 * or 429. Attempts that fail together halve it once. A receiver that responds 429 or 503 gets no more than it allowed for ten minutes, and at
 * least five when it responds well again.
 */
export class AdaptiveConcurrency {
  #limit = initialConcurrency
  #ceiling = Infinity
  #ceilingUntil = 0
  #reducedAt = -Infinity

  get limit(): number {
    return this.#limit
  }

  /** @param allowed the merchant's limit */
  record({ response, startedAt, endedAt, concurrent, isAwaited }: EndedAttempt, allowed: number): void {
    if (endedAt >= this.#ceilingUntil) this.#ceiling = Infinity
    if (toDeliveryOutcome(response) === 'delivered') {
      // The attempt shows that the receiver copes with as many. A quarter more is tried at a time, so that few fail when it does not.
      const max = Math.min(concurrent + Math.max(1, Math.floor(concurrent / 4)), this.#ceiling)
      if (isAwaited && endedAt - startedAt <= inTimeMs && this.#limit < max) this.#limit++
    } else {
      if (overloadStatuses.has(response.status)) {
        this.#ceiling = Math.max(initialConcurrency, Math.min(this.#ceiling, concurrent - 1))
        this.#ceilingUntil = endedAt + ceilingMs
      }
      if (startedAt >= this.#reducedAt) {
        this.#reducedAt = endedAt
        this.#limit = Math.floor(this.#limit / 2)
      }
    }
    this.#limit = Math.max(1, Math.min(this.#limit, allowed))
  }
}

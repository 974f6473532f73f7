import { typesOf, type Failure } from './sluiceError.ts'

/** The longest Retry-After that is waited for. With a longer one the call fails at once. */
const mostSeconds = 60
const firstPauseMs = 500
const longestPauseMs = 8000

/** The gateway was unreachable, disconnected, is still working, or sent an unreadable response. */
const isOutcomeUnknown = (failure: Failure): boolean => {
  const { status } = failure
  if (status === null || status < 300) return true
  return status === 409 ? typesOf(failure).includes('idempotency_in_progress') : status >= 500 && status !== 501
}

/** Errors that are decided after the lookup of the Idempotency-Key, so nothing was done with it before. */
const afterTheKey: ReadonlySet<number | null> = new Set([400, 404, 409, 422])

/** Whether the same request may succeed later. */
export const isTransient = (failure: Failure): boolean =>
  (isOutcomeUnknown(failure) || failure.status === 429) && (failure.retryAfter ?? 0) <= mostSeconds

/** Whether the outcome of a request is unknown, given whether it was after earlier attempts. */
export const isStillUnknown = (failure: Failure, wasOpen: boolean): boolean =>
  isOutcomeUnknown(failure) || (wasOpen && !afterTheKey.has(failure.status))

/**
 * Milliseconds before the next attempt: Retry-After, else exponential backoff with jitter, so that clients do not retry at the same time.
 *
 * @param tried number of attempts so far
 * @param random from 0 to 1
 */
export const pauseMs = (tried: number, retryAfter: number | null, random: number): number => {
  if (retryAfter !== null) return retryAfter * 1000 + random * firstPauseMs
  return Math.min(firstPauseMs * 2 ** (tried - 1), longestPauseMs) * (0.5 + random / 2)
}

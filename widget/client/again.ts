import { typesOf, type Failure } from './sluiceError.ts'

/** The longest that a caller is kept waiting because the gateway says so; told to wait for longer, the call fails at once. */
const mostSeconds = 60
const firstPauseMs = 500
const longestPauseMs = 8000

/** The gateway was not reached, broke off, is still at it, or answered what cannot be read. */
const leavesOpen = (failure: Failure): boolean => {
  const { status } = failure
  if (status === null || status < 300) return true
  return status === 409 ? typesOf(failure).includes('idempotency_in_progress') : status >= 500 && status !== 501
}

/** Answers that were decided after the Idempotency-Key was looked up: under that key nothing was done before. */
const afterTheKey: ReadonlySet<number | null> = new Set([400, 404, 409, 422])

/** Whether the same request may be answered otherwise a little later. */
export const isPassing = (failure: Failure): boolean =>
  (leavesOpen(failure) || failure.status === 429) && (failure.retryAfter ?? 0) <= mostSeconds

/** Whether nobody knows what became of a request, given that the tries before left it open or not. */
export const isOpen = (failure: Failure, wasOpen: boolean): boolean =>
  leavesOpen(failure) || (wasOpen && !afterTheKey.has(failure.status))

/**
 * How long to wait before the next try, in milliseconds: as long as the gateway says, else twice as long each time. A part is left to
 * chance, so that clients which failed together do not come back together.
 *
 * @param tried how often the request was sent
 * @param random from 0 to 1
 */
export const pauseMs = (tried: number, retryAfter: number | null, random: number): number => {
  if (retryAfter !== null) return retryAfter * 1000 + random * firstPauseMs
  return Math.min(firstPauseMs * 2 ** (tried - 1), longestPauseMs) * (0.5 + random / 2)
}

const minDelayMs = 1000
const maxDelayMs = 30_000

/**
 * Milliseconds before the next connection attempt: exponential backoff with jitter, so that terminals do not all reconnect at once when the
 * gateway returns.
 *
 * @param failures number of failed attempts, at least 1
 * @param random number in [0, 1)
 */
export const retryDelayMs = (failures: number, random: number): number => {
  const ceiling = Math.min(maxDelayMs, minDelayMs * 2 ** failures)
  return minDelayMs + random * (ceiling - minDelayMs)
}

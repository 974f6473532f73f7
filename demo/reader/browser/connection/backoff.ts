const leastMs = 1000
const mostMs = 30_000

/**
 * How long to wait before the next try: longer each time, and never as long as another reader waits, so that a gateway that comes back
 * does not meet all of them at once.
 *
 * @param failures how many tries have failed, at least 1
 * @param random from 0 up to 1
 */
export const pauseMs = (failures: number, random: number): number => {
  const ceiling = Math.min(mostMs, leastMs * 2 ** failures)
  return leastMs + random * (ceiling - leastMs)
}

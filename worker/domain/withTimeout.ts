/** Returns the result of `work`, or `late` after `ms` milliseconds. */
export const withTimeout = <T>(work: Promise<T>, ms: number, late: T): Promise<T> => {
  const { promise: timeout, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(resolve, ms, late)
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

const minute = 60_000

/** Minutes after the first attempt at which an operation without an outcome is repeated: 1, 2, 10, 60, then hourly for a day. */
const scheduleMinutes = [1, 2, 10, ...Array.from({ length: 24 }, (_, hour) => 60 * (hour + 1))]

/** After the schedule an operation is attempted daily, for ever: money may be held until somebody looks. */
export const dailyMs = 24 * 60 * minute

const shortestPollMs = 1000

/** After this time an accepted operation without an outcome needs attention. Refunds to bank accounts take a week and more. */
export const longestPendingMs = 10 * dailyMs

/**
 * When the outcome of an accepted operation is looked up next: first after the time that the processor names, then each time at twice the
 * operation's age, at most a day later. Times are milliseconds since 1970.
 */
export const nextPoll = (
  created: number,
  pollAfterMs: number,
  nowMs: number,
): { readonly due: number; readonly isOverdue: boolean } => {
  const age = Math.max(0, nowMs - created)
  const wait = Math.max(shortestPollMs, pollAfterMs, age)
  return { due: nowMs + Math.min(wait, dailyMs), isOverdue: age >= longestPendingMs }
}

/**
 * When an operation without an outcome is attempted again after `attempts` attempts, the last one just now. From the end of the schedule on it
 * needs attention.
 */
export const nextAttempt = (
  attempts: number,
  nowMs: number,
): { readonly due: number; readonly isExhausted: boolean } => {
  const next = scheduleMinutes[attempts - 1]
  return next === undefined
    ? { due: nowMs + dailyMs, isExhausted: true }
    : { due: nowMs + (next - (scheduleMinutes[attempts - 2] ?? 0)) * minute, isExhausted: false }
}

import type { DisabledReason } from '#contract/webhooks/webhooks'

/** Retry schedule of deliveries, the outcome of HTTP statuses, and when a failing endpoint is disabled. */

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Time-out of a receiver's response. */
export const responseTimeoutMs = 15 * second

/** Delay of each attempt after the previous one, 75 hours in total. Source: Standard Webhooks, "Deliverability and reliability". */
export const attemptDelaysMs: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/** Random share of each delay, so that deliveries that failed together are not retried together. */
const jitter = 0.1

/** Upper limit of Retry-After. */
const maxRetryAfterMs = day

/** Statuses whose Retry-After is respected: overload and temporary unavailability. */
const retryAfterStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** A receiver's response. Redirects are not followed. */
export interface DeliveryResponse {
  /** Null after a time-out or a connection failure. */
  readonly status: number | null
  /** The Retry-After header. */
  readonly retryAfter: string | null
}

export type DeliveryOutcome = 'delivered' | 'failed' | 'gone'

const outcomeByStatus: Readonly<Partial<Record<number, DeliveryOutcome>>> = { 410: 'gone' }
/** By the first digit of the status. */
const outcomeByClass: Readonly<Partial<Record<number, DeliveryOutcome>>> = { 2: 'delivered' }

/** The outcome of an attempt by its HTTP status. A status in neither table is a failure. */
export const toDeliveryOutcome = ({ status }: Pick<DeliveryResponse, 'status'>): DeliveryOutcome =>
  status === null ? 'failed' : (outcomeByStatus[status] ?? outcomeByClass[Math.floor(status / 100)] ?? 'failed')

/** The delay of Retry-After: seconds, or an IMF-fixdate (RFC 9110, 5.6.7). 0 for anything else. */
const retryAfterMs = ({ status, retryAfter }: DeliveryResponse, nowMs: number): number => {
  if (status === null || retryAfter === null || !retryAfterStatuses.has(status)) return 0
  if (/^\d+$/.test(retryAfter)) return Math.min(maxRetryAfterMs, Number(retryAfter) * second)
  const ms = Date.parse(retryAfter)
  // Date.parse accepts many more formats. Only an IMF-fixdate survives the round trip.
  const isDate = !Number.isNaN(ms) && new Date(ms).toUTCString() === retryAfter
  return isDate ? Math.min(maxRetryAfterMs, ms - nowMs) : 0
}

/**
 * When the next attempt of an undelivered event is due, in milliseconds since 1970: by the schedule, or later by Retry-After. Null after the
 * last attempt.
 *
 * @param attempts how many were made
 * @param last response to the last attempt; null before the first
 * @param nowMs end of the last attempt, or the time of the event
 * @param random from 0 to 1
 */
export const nextDeliveryAttempt = (
  attempts: number,
  last: DeliveryResponse | null,
  nowMs: number,
  random: () => number,
): number | null => {
  const delay = attemptDelaysMs[attempts]
  if (delay === undefined) return null
  const planned = delay * (1 - jitter + 2 * jitter * random())
  return nowMs + Math.round(Math.max(planned, last === null ? 0 : retryAfterMs(last, nowMs)))
}

/** An endpoint is disabled after failing for this time. */
const disableAfterMs = 5 * day

/** The longest time between two attempts of one delivery. Failures further apart do not belong to one streak: no attempt was due between. */
const maxAttemptGapMs = day * (1 + jitter)

/** Consecutive failures: the first and the last of them, in milliseconds since 1970. */
export interface FailureStreak {
  readonly since: number
  readonly until: number
}

export interface EndpointHealth {
  readonly failing: FailureStreak | null
  /** Null while the endpoint is enabled. */
  readonly disabled: DisabledReason | null
}

const continuesStreak = (failing: FailureStreak | null, nowMs: number): failing is FailureStreak =>
  failing !== null && nowMs - failing.until <= maxAttemptGapMs + responseTimeoutMs

/** The health of an endpoint after one more attempt of any of its deliveries. */
export const healthAfter = (failing: FailureStreak | null, outcome: DeliveryOutcome, nowMs: number): EndpointHealth => {
  if (outcome === 'delivered') return { failing: null, disabled: null }
  const streak = { since: continuesStreak(failing, nowMs) ? failing.since : nowMs, until: nowMs }
  if (outcome === 'gone') return { failing: streak, disabled: 'gone' }
  return { failing: streak, disabled: nowMs - streak.since >= disableAfterMs ? 'failing' : null }
}

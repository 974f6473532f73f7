import type { DisabledReason } from '#contract/webhooks/webhooks'

/** When a delivery is tried again, what an answer to it means, and when an endpoint is given up. */

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** How long a receiver may take for its answer. */
export const answerWithinMs = 15 * second

/** How long after the one before each attempt is made: 75 hours in all. Source: Standard Webhooks, "Deliverability and reliability". */
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

/** Delays differ by up to so much of themselves, so that what failed together does not come back together. */
const jitter = 0.1

/** What a receiver may ask for, at most. */
const mostRetryAfterMs = day

/** Answers whose Retry-After is believed: those by which a receiver says that it has too much to do, or is not there for a while. */
const mayAskForTime: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** What a receiver answered. Redirects are answers, too: they are not followed. */
export interface Answer {
  /** Null where none came in time, or nobody was there. */
  readonly status: number | null
  /** The header. */
  readonly retryAfter: string | null
}

export type Meaning = 'delivered' | 'failed' | 'gone'

const meaningOfStatus: Readonly<Partial<Record<number, Meaning>>> = { 410: 'gone' }
/** By the first digit of the status. */
const meaningOfClass: Readonly<Partial<Record<number, Meaning>>> = { 2: 'delivered' }

/** What an answer means for its delivery. Whatever stands in no table is a failure. */
export const meaningOf = ({ status }: Pick<Answer, 'status'>): Meaning =>
  status === null ? 'failed' : (meaningOfStatus[status] ?? meaningOfClass[Math.floor(status / 100)] ?? 'failed')

/**
 * How long a receiver asks to be left alone: seconds, or a date in the one form of RFC 9110 that is still to be sent. Anything else asks
 * for nothing.
 */
const askedFor = ({ status, retryAfter }: Answer, nowMs: number): number => {
  if (status === null || retryAfter === null || !mayAskForTime.has(status)) return 0
  if (/^\d+$/.test(retryAfter)) return Math.min(mostRetryAfterMs, Number(retryAfter) * second)
  const ms = Date.parse(retryAfter)
  // The platform reads far more than that for a date; in this form it prints what it has read.
  const isDate = !Number.isNaN(ms) && new Date(ms).toUTCString() === retryAfter
  return isDate ? Math.min(mostRetryAfterMs, ms - nowMs) : 0
}

/**
 * When an event that was not delivered is tried next, in milliseconds since 1970: never earlier than its schedule says, later where the
 * receiver asks for that. Null where it is given up.
 *
 * @param attempts how many were made
 * @param last the answer to the last of them; null before the first
 * @param nowMs when the last one ended, or the event was written down
 * @param random from 0 to 1
 */
export const nextDeliveryAttempt = (
  attempts: number,
  last: Answer | null,
  nowMs: number,
  random: () => number,
): number | null => {
  const delay = attemptDelaysMs[attempts]
  if (delay === undefined) return null
  const planned = delay * (1 - jitter + 2 * jitter * random())
  return nowMs + Math.round(Math.max(planned, last === null ? 0 : askedFor(last, nowMs)))
}

/** How long everything may fail until an endpoint is given up. */
const failingForMs = 5 * day

/** The longest time between two attempts of one delivery. Failures further apart are no row: in between nobody has tried. */
const longestPauseMs = day * (1 + jitter)

/** A row of failures, without a success since: when the first and the last of them was, in milliseconds since 1970. */
export interface Failing {
  readonly since: number
  readonly until: number
}

export interface Health {
  readonly failing: Failing | null
  /** Null as long as it gets its events. */
  readonly disabled: DisabledReason | null
}

const isOneRow = (failing: Failing | null, nowMs: number): failing is Failing =>
  failing !== null && nowMs - failing.until <= longestPauseMs + answerWithinMs

/** How an endpoint stands after one more attempt at any of its deliveries. */
export const healthAfter = (failing: Failing | null, meaning: Meaning, nowMs: number): Health => {
  if (meaning === 'delivered') return { failing: null, disabled: null }
  const row = { since: isOneRow(failing, nowMs) ? failing.since : nowMs, until: nowMs }
  if (meaning === 'gone') return { failing: row, disabled: 'gone' }
  return { failing: row, disabled: nowMs - row.since >= failingForMs ? 'failing' : null }
}

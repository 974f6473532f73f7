import type { Snapshot } from './snapshot.ts'

/** A change of a subscription or of its customer's default card. */
export type Change =
  | { readonly verb: 'pause' | 'resume' | 'cancel' | 'card' }
  /** `until`: the end of the pause, in milliseconds since 1970. */
  | { readonly verb: 'pauseUntil'; readonly until: number; readonly resumesAt: string }
  | { readonly verb: 'reprice'; readonly total: number }

/** Identifies a subscription. */
export interface SubscriptionRef {
  readonly account: string
  readonly customer: string
  readonly subscription: string
}

/** The expected state of a subscription, from sent requests and their responses. */
export interface ExpectedSubscription {
  readonly ref: SubscriptionRef
  /** The dates of its bills by the reference calendar. */
  readonly dates: readonly string[]
  readonly installments: number
  /** The price of the next bill, in minor units. */
  price: number
  canceled: boolean
  /** The end of the pause, Infinity for an indefinite one; null when not paused. */
  pausedUntil: number | null
  /** Earlier periods are not billed, unless their bill was already opened. Milliseconds since 1970. */
  notBefore: number
  /** New default cards: the number of attempts before each, and whether the next attempt is certainly made for it. */
  readonly newCards: { readonly after: number; readonly isSure: boolean }[]
  /** The snapshot after the previous step. */
  last: Snapshot
}

/** One step of a history: a change, and its time span in milliseconds since 1970. */
export interface Step {
  /** The changed subscription. */
  readonly subscription: ExpectedSubscription | null
  readonly change: Change | null
  /** Whether sweeps ran at the same time, so that the order is unknown. */
  readonly concurrent: boolean
  readonly acknowledged: boolean
  /** Whether the response was lost. */
  readonly lost: boolean
  readonly from: number
  readonly to: number
}

/** A new default card: an open bill gets one attempt with it in addition to the schedule. */
export const applyNewCard = (
  { newCards, last }: ExpectedSubscription,
  { lost, concurrent }: Step,
  { row, attempts }: Snapshot,
): void => {
  if (concurrent || lost) newCards.push({ after: attempts.length, isSure: false })
  else if (row.newMethod === 1) newCards.push({ after: last.attempts.length, isSure: true })
}

/** Applies a change that was acknowledged or may have been stored. */
export const applyChange = (
  expected: ExpectedSubscription,
  { change, acknowledged, lost, concurrent, from }: Step,
  { row }: Snapshot,
): void => {
  if (change === null || (!acknowledged && !lost)) return
  const was = expected.pausedUntil
  switch (change.verb) {
    case 'reprice':
      if (acknowledged || row.total === change.total) expected.price = change.total
      break
    case 'cancel':
      expected.canceled = acknowledged || row.status === 'canceled'
      break
    case 'card':
      return
  }
  if (expected.canceled) {
    expected.pausedUntil = null
    return
  }
  // After a concurrent or lost change the stored state is taken as expected, and later charges are checked against it.
  expected.pausedUntil =
    row.status === 'paused' ? (concurrent || lost ? (row.resumesAt ?? Infinity) : expectedPause(was, change)) : null
  if (was !== null && expected.pausedUntil === null)
    expected.notBefore = Math.max(expected.notBefore, Math.min(was, from))
}

const expectedPause = (was: number | null, change: Change): number | null => {
  switch (change.verb) {
    case 'pause':
      return was ?? Infinity
    case 'pauseUntil':
      return change.until
    default:
      return null
  }
}

/** An account during a command. */
export interface ExpectedAccount {
  readonly zone: string
  /** Whether its time zone was changed during the history. */
  readonly zoneChanged: boolean
  readonly suspended: boolean
}

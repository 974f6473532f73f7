import type { BillRow, PriceColumns, SubscriptionRow } from '../../../store/subscriptions/subscriptionColumns.ts'
import { billTime, daysLater, periodFrom } from '../billing/calendar.ts'

/** A subscription, and the bill of its current period once that is opened. */
export interface SubscriptionWithBill {
  readonly subscription: SubscriptionRow
  readonly bill: BillRow | null
}

/** The time of a change, with the account's settings that apply to it. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number
  /** IANA name. */
  readonly timeZone: string
  /** Days after a bill's first attempt on which it is retried. */
  readonly retryDays: readonly number[]
}

/** The outcome of a charge. */
export type ChargeOutcome =
  | { readonly result: 'paid'; readonly responseCode: string }
  /** Still unknown: the payment is being looked up or reversed. */
  | { readonly result: 'waiting' }
  | {
      readonly result: 'declined'
      readonly responseCode: string
      /** `hard` is never retried. `processor` is a failure of the processor, not of the payment method. */
      readonly kind: 'hard' | 'soft' | 'processor'
    }

/** Statuses in which a subscription is charged. */
export const chargedStatuses: ReadonlySet<SubscriptionRow['status']> = new Set(['active', 'past_due', 'unpaid'])
const endedStatuses: ReadonlySet<SubscriptionRow['status']> = new Set(['completed', 'canceled'])

export const isCharged = ({ subscription }: SubscriptionWithBill): boolean => chargedStatuses.has(subscription.status)
export const isEnded = ({ subscription }: SubscriptionWithBill): boolean => endedStatuses.has(subscription.status)

/** Whether a charge may be in progress. */
export const hasChargeInProgress = ({ bill }: SubscriptionWithBill): boolean => bill?.asking === true

/** The time at which the sweep next processes the subscription; null for never. */
const dueTime = ({ subscription, bill }: SubscriptionWithBill, { now, timeZone }: Moment): number | null => {
  if (bill?.asking === true) return bill.again
  if (subscription.status === 'paused') return subscription.resumesAt
  if (!chargedStatuses.has(subscription.status)) return null
  if (subscription.newMethod) return now
  if (subscription.status === 'unpaid') return bill?.again ?? null
  return bill === null ? billTime(subscription, subscription.period, timeZone) : bill.again
}

type Change = Partial<SubscriptionRow>

/** The state after a change, with its new due time. `bill` is the bill to store, even if its period is over. */
const applyChange = (
  { subscription }: SubscriptionWithBill,
  change: Change,
  bill: BillRow | null,
  moment: Moment,
): SubscriptionWithBill => {
  const next = { ...subscription, ...change, updated: moment.now }
  const current = bill?.period === next.period ? bill : null
  return { subscription: { ...next, due: dueTime({ subscription: next, bill: current }, moment) }, bill }
}

/** Drops a bill without a charge in progress. */
const drop = (bill: BillRow, now: number): BillRow => ({
  ...bill,
  status: 'dropped',
  again: null,
  extra: false,
  updated: now,
})

/** Computes the due time again after a change of the account's time zone. */
export const rescheduled = (state: SubscriptionWithBill, moment: Moment): SubscriptionWithBill =>
  applyChange(state, {}, state.bill, moment)

/** Sets the price from the next bill on. An open bill keeps its price. */
export const withPrice = (state: SubscriptionWithBill, price: PriceColumns, moment: Moment): SubscriptionWithBill =>
  applyChange(state, price, state.bill, moment)

/** Statuses that a payment or a pause ends. */
export const overdueStatuses: ReadonlySet<SubscriptionRow['status']> = new Set(['past_due', 'unpaid'])

/** Sets the payment method, null for the customer's default. A declined bill is retried with it at once. */
export const withPaymentMethod = (
  state: SubscriptionWithBill,
  wallet: string | null,
  moment: Moment,
): SubscriptionWithBill =>
  applyChange(
    state,
    { wallet, ...(overdueStatuses.has(state.subscription.status) && { newMethod: true }) },
    state.bill,
    moment,
  )

/** Pauses: dates that pass are not billed, and a declined bill is dropped. A charge in progress finishes. */
export const paused = (state: SubscriptionWithBill, resumesAt: number | null, moment: Moment): SubscriptionWithBill => {
  const { subscription, bill } = state
  const dropped = bill !== null && !bill.asking
  return applyChange(
    state,
    { status: 'paused', resumesAt, newMethod: false, ...(dropped && { period: subscription.period + 1 }) },
    dropped ? drop(bill, moment.now) : bill,
    moment,
  )
}

/**
 * Resumes: billing continues with the next date of the cycle. A pause with an end has ended at that time even if the sweep runs later, so that
 * a bill due then is not skipped. Not allowed while a charge is in progress, since its outcome decides the period.
 */
export const resumed = (state: SubscriptionWithBill, moment: Moment): SubscriptionWithBill => {
  const { subscription } = state
  const endedAt = Math.min(moment.now, subscription.resumesAt ?? moment.now)
  const period = Math.max(subscription.period, periodFrom(subscription, endedAt, moment.timeZone))
  return applyChange(state, { status: 'active', resumesAt: null, period }, null, moment)
}

/** Cancels: nothing more is charged. A charge in progress finishes. */
export const canceled = (state: SubscriptionWithBill, moment: Moment): SubscriptionWithBill => {
  const { bill } = state
  return applyChange(
    state,
    { status: 'canceled', canceled: moment.now, resumesAt: null, newMethod: false },
    bill !== null && !bill.asking ? drop(bill, moment.now) : bill,
    moment,
  )
}

const minute = 60_000
const hour = 60 * minute

/** A failure of the processor is retried after 5 minutes, then 10, 20 and so on. */
const maxErrors = 8
const errorBackoffMs = (errors: number): number => 5 * minute * 2 ** (errors - 1)

/** An unknown outcome is looked up again after as long as it has been unknown, at least a minute and at most an hour. */
const lookupDelayMs = (missingMs: number): number => Math.min(hour, Math.max(minute, missingMs))

/** The state after the outcome of the charge in progress. */
export const withOutcome = (
  state: SubscriptionWithBill,
  outcome: ChargeOutcome,
  moment: Moment,
): SubscriptionWithBill => {
  const { bill } = state
  if (bill === null || !bill.asking) throw new Error('No charge is in progress.')
  const { now } = moment
  switch (outcome.result) {
    case 'waiting':
      // `updated` stays the time of the charge.
      return applyChange(state, {}, { ...bill, again: now + lookupDelayMs(now - bill.updated) }, moment)
    case 'paid':
      return paid(state, withResponse(bill, outcome.responseCode, now), moment)
    case 'declined':
      return declined(state, withResponse(bill, outcome.responseCode, now), outcome.kind, moment)
  }
}

/** The state without a payment method to charge: the same as after the last retry. */
export const withoutPaymentMethod = (state: SubscriptionWithBill, moment: Moment): SubscriptionWithBill => {
  const { bill } = state
  return applyChange(
    state,
    { status: 'unpaid', newMethod: false },
    bill && { ...bill, status: 'unpaid', again: null, updated: moment.now },
    moment,
  )
}

const withResponse = (bill: BillRow, responseCode: string, now: number): BillRow => ({
  ...bill,
  asking: false,
  responseCode,
  again: null,
  updated: now,
})

const paid = (state: SubscriptionWithBill, bill: BillRow, moment: Moment): SubscriptionWithBill => {
  const { subscription } = state
  const { installments, status } = subscription
  const charges = subscription.charges + 1
  const following = bill.period + 1
  // Periods that passed while the bill was unpaid are not billed.
  const period =
    status === 'unpaid' ? Math.max(following, periodFrom(subscription, moment.now, moment.timeZone)) : following
  const isComplete = installments > 0 && charges >= installments && status !== 'canceled'
  return applyChange(
    state,
    {
      charges,
      period,
      // A payment method that was added during the charge has no bill to retry.
      newMethod: false,
      ...(chargedStatuses.has(status) && { status: 'active' }),
      ...(isComplete && { status: 'completed', resumesAt: null }),
    },
    { ...bill, status: 'paid', errors: 0, extra: false },
    moment,
  )
}

const declined = (
  state: SubscriptionWithBill,
  bill: BillRow,
  kind: 'hard' | 'soft' | 'processor',
  moment: Moment,
): SubscriptionWithBill => {
  const { subscription } = state
  if (!chargedStatuses.has(subscription.status))
    return applyChange(state, { period: bill.period + 1 }, drop(bill, moment.now), moment)
  if (kind === 'processor' && bill.errors < maxErrors) {
    const errors = bill.errors + 1
    return applyChange(state, {}, { ...bill, errors, again: moment.now + errorBackoffMs(errors) }, moment)
  }
  const again = kind === 'hard' ? null : nextRetry(subscription, bill, moment)
  const declines = bill.declines + (bill.extra ? 0 : 1)
  return again === null
    ? applyChange(state, { status: 'unpaid' }, { ...bill, status: 'unpaid', declines, errors: 0, extra: false }, moment)
    : applyChange(state, { status: 'past_due' }, { ...bill, declines, errors: 0, extra: false, again }, moment)
}

/** The time of the next retry: days after the first attempt, at the same hour. An attempt outside the schedule does not change it. */
const nextRetry = (
  { status }: SubscriptionRow,
  { extra, declines, created }: BillRow,
  { now, timeZone, retryDays }: Moment,
): number | null => {
  if (extra && status === 'unpaid') return null
  const day = retryDays[extra ? declines - 1 : declines]
  if (day === undefined) return null
  const planned = daysLater(created, day, timeZone)
  // At least a day is between attempts, even if the planned day has passed.
  return planned > now ? planned : daysLater(now, 1, timeZone)
}

import type { BillRow, PriceColumns, SubscriptionRow } from '../../store/subscriptions/subscriptions.ts'
import { billTime, daysLater, periodFrom } from './calendar.ts'

/** A subscription and the bill of its period, if that was opened. */
export interface State {
  readonly subscription: SubscriptionRow
  readonly bill: BillRow | null
}

/** What time a change happens at, and how the account counts it. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number
  /** IANA name. */
  readonly timeZone: string
  /** Days after a bill's first try on which it is tried again. */
  readonly retryDays: readonly number[]
}

/** What a charge came to. */
export type ChargeOutcome =
  | { readonly result: 'paid'; readonly responseCode: string }
  /** Nobody knows yet: it is being found out, or undone. */
  | { readonly result: 'waiting' }
  | {
      readonly result: 'declined'
      readonly responseCode: string
      /** `hard` is never to be tried again, `processor` is no fault of the customer's. */
      readonly kind: 'hard' | 'soft' | 'processor'
    }

/** The states in which a subscription is charged. */
export const charged: ReadonlySet<SubscriptionRow['status']> = new Set(['active', 'past_due', 'unpaid'])
const ended: ReadonlySet<SubscriptionRow['status']> = new Set(['completed', 'canceled'])

export const isCharged = ({ subscription }: State): boolean => charged.has(subscription.status)
export const isEnded = ({ subscription }: State): boolean => ended.has(subscription.status)

/** Whether a charge may be under way right now. */
export const isAsking = ({ bill }: State): boolean => bill?.asking === 1

/** When there is something to do next; null where that does not depend on time. */
const dueOf = ({ subscription, bill }: State, { now, timeZone }: Moment): number | null => {
  if (bill?.asking === 1) return bill.again
  if (subscription.status === 'paused') return subscription.resumesAt
  if (!charged.has(subscription.status)) return null
  if (subscription.newMethod === 1) return now
  if (subscription.status === 'unpaid') return bill?.again ?? null
  return bill === null ? billTime(subscription, subscription.period, timeZone) : bill.again
}

type Change = Partial<SubscriptionRow>

/** The state after a change, with what follows from it. The bill stays the one that is written, even where its period is over. */
const changed = ({ subscription }: State, change: Change, bill: BillRow | null, moment: Moment): State => {
  const next = { ...subscription, ...change, updated: moment.now }
  const current = bill?.period === next.period ? bill : null
  return { subscription: { ...next, due: dueOf({ subscription: next, bill: current }, moment) }, bill }
}

/** Ends the trying of a bill that nobody is asking for at this moment, and goes on to the period after it. */
const drop = (bill: BillRow, now: number): BillRow => ({
  ...bill,
  status: 'dropped',
  again: null,
  extra: 0,
  updated: now,
})

/** What is due was computed anew: the account's time zone has changed since. */
export const rescheduled = (state: State, moment: Moment): State => changed(state, {}, state.bill, moment)

/** From now on the next bill has another price. One that was opened keeps its own. */
export const repriced = (state: State, price: PriceColumns, moment: Moment): State =>
  changed(state, price, state.bill, moment)

/** The states that a payment alone ends, or a pause. */
export const waitsForMoney: ReadonlySet<SubscriptionRow['status']> = new Set(['past_due', 'unpaid'])

/** From now on another payment method is charged: null for the customer's default. What was declined is tried with it at once. */
export const paidBy = (state: State, wallet: string | null, moment: Moment): State =>
  changed(
    state,
    { wallet, ...(waitsForMoney.has(state.subscription.status) && { newMethod: 1 as const }) },
    state.bill,
    moment,
  )

/** Periods that pass from now on are not billed, nor is one that was declined. A charge that is under way finishes. */
export const paused = (state: State, resumesAt: number | null, moment: Moment): State => {
  const { subscription, bill } = state
  const dropped = bill !== null && bill.asking === 0
  return changed(
    state,
    { status: 'paused', resumesAt, newMethod: 0, ...(dropped && { period: subscription.period + 1 }) },
    dropped ? drop(bill, moment.now) : bill,
    moment,
  )
}

/**
 * The next date of the cycle is billed again, and none that has passed. A pause that had an end was over then, however much later somebody
 * comes to resume it: a bill of that very moment is none that has passed. Not while a charge is under way, which decides what is next.
 */
export const resumed = (state: State, moment: Moment): State => {
  const { subscription } = state
  const over = Math.min(moment.now, subscription.resumesAt ?? moment.now)
  const period = Math.max(subscription.period, periodFrom(subscription, over, moment.timeZone))
  return changed(state, { status: 'active', resumesAt: null, period }, null, moment)
}

/** Nothing is charged any more. A charge that is under way finishes. */
export const canceled = (state: State, moment: Moment): State => {
  const { bill } = state
  return changed(
    state,
    { status: 'canceled', canceled: moment.now, resumesAt: null, newMethod: 0 },
    bill !== null && bill.asking === 0 ? drop(bill, moment.now) : bill,
    moment,
  )
}

const minute = 60_000
const hour = 60 * minute

/** A failure of the processor is tried again after 5 minutes, and twice as long each time. */
const mostErrors = 8
const errorPauseMs = (errors: number): number => 5 * minute * 2 ** (errors - 1)

/** An outcome that is not known is looked for after as long as it has been missing, at least a minute and at most an hour. */
const lookAgainMs = (missingMs: number): number => Math.min(hour, Math.max(minute, missingMs))

/** Writes down what a charge that was under way came to. */
export const concluded = (state: State, outcome: ChargeOutcome, moment: Moment): State => {
  const { bill } = state
  if (bill === null || bill.asking === 0) throw new Error('Nothing was asked for.')
  const { now } = moment
  switch (outcome.result) {
    case 'waiting':
      // Not a change: `updated` stays the time at which it was asked for.
      return changed(state, {}, { ...bill, again: now + lookAgainMs(now - bill.updated) }, moment)
    case 'paid':
      return paid(state, answered(bill, outcome.responseCode, now), moment)
    case 'declined':
      return declined(state, answered(bill, outcome.responseCode, now), outcome.kind, moment)
  }
}

/** There is nothing to pay with, so nobody was asked: as good as used up tries. */
export const withoutMethod = (state: State, moment: Moment): State => {
  const { bill } = state
  return changed(
    state,
    { status: 'unpaid', newMethod: 0 },
    bill && { ...bill, status: 'unpaid', again: null, updated: moment.now },
    moment,
  )
}

const answered = (bill: BillRow, responseCode: string, now: number): BillRow => ({
  ...bill,
  asking: 0,
  responseCode,
  again: null,
  updated: now,
})

const paid = (state: State, bill: BillRow, moment: Moment): State => {
  const { subscription } = state
  const { installments, status } = subscription
  const charges = subscription.charges + 1
  const following = bill.period + 1
  // What passed while nothing could be charged is not owed.
  const period =
    status === 'unpaid' ? Math.max(following, periodFrom(subscription, moment.now, moment.timeZone)) : following
  const isComplete = installments > 0 && charges >= installments && status !== 'canceled'
  return changed(
    state,
    {
      charges,
      period,
      // A payment method that came while this was asked for has nothing left to be tried for.
      newMethod: 0,
      ...(charged.has(status) && { status: 'active' }),
      ...(isComplete && { status: 'completed', resumesAt: null }),
    },
    { ...bill, status: 'paid', errors: 0, extra: 0 },
    moment,
  )
}

const declined = (state: State, bill: BillRow, kind: 'hard' | 'soft' | 'processor', moment: Moment): State => {
  const { subscription } = state
  if (!charged.has(subscription.status))
    return changed(state, { period: bill.period + 1 }, drop(bill, moment.now), moment)
  if (kind === 'processor' && bill.errors < mostErrors) {
    const errors = bill.errors + 1
    return changed(state, {}, { ...bill, errors, again: moment.now + errorPauseMs(errors) }, moment)
  }
  const again = kind === 'hard' ? null : nextTry(subscription, bill, moment)
  const declines = bill.declines + (bill.extra === 1 ? 0 : 1)
  return again === null
    ? changed(state, { status: 'unpaid' }, { ...bill, status: 'unpaid', declines, errors: 0, extra: 0 }, moment)
    : changed(state, { status: 'past_due' }, { ...bill, declines, errors: 0, extra: 0, again }, moment)
}

/** When a declined bill is tried again: so many days after its first try, at the same hour. A try beside the schedule changes nothing of it. */
const nextTry = (
  { status }: SubscriptionRow,
  { extra, declines, created }: BillRow,
  { now, timeZone, retryDays }: Moment,
): number | null => {
  if (extra === 1 && status === 'unpaid') return null
  const day = retryDays[extra === 1 ? declines - 1 : declines]
  if (day === undefined) return null
  const planned = daysLater(created, day, timeZone)
  // A day that passed while nobody could try: tries keep a day between them all the same.
  return planned > now ? planned : daysLater(now, 1, timeZone)
}

import type { Instant } from '#contract/schema/instant'
import { refuse } from '#contract/errors/apiError'
import type { OfSubscription, UpdateCustomerSubscription } from '#contract/subscriptions/subscriptions'
import type { PriceColumns } from '../../store/subscriptions/subscriptionColumns.ts'
import type { SubscriptionStore } from '../../store/subscriptions/subscriptionStore.ts'
import { changeSubscription, currentMoment } from './change.ts'
import type { ChangeSubscriptionNeeds } from './change.ts'
import { checkRange, resolveInstant } from './instants.ts'
import { changeAuditNote } from './changeAudit.ts'
import { toMinorPrice } from './price.ts'
import { notFound } from '../notFound.ts'
import { invalidSubscriptionState } from './errors.ts'
import { shownSubscription } from './toApi.ts'
import {
  hasChargeInProgress,
  isEnded,
  withPaymentMethod,
  paused,
  withPrice,
  resumed,
  overdueStatuses,
} from './state/transitions.ts'
import type { Moment, SubscriptionWithBill } from './state/transitions.ts'

interface Needs extends ChangeSubscriptionNeeds {
  readonly subscriptions: Pick<SubscriptionStore, 'find' | 'findOfCustomer' | 'update'>
}

/**
 * Changes the price of a subscription, pauses or resumes it, or charges another payment method from now on. Pausing a paused one and
 * activating an active one change nothing.
 *
 * Errors: not_found (404); wallet_not_found, wallet_not_of_customer; out_of_range, for a pause that ends in the past;
 * amount_precision_invalid; invalid_state (409); operation_in_progress (409), for a resumption while a charge is in progress.
 */
export const updateSubscription = async (of: OfSubscription, request: UpdateCustomerSubscription, needs: Needs) => {
  const { Customer: customer, Subscription: id } = of
  const wanted = { ...request, resumesAt: toResumeTime(request.resumesAt, currentMoment(needs)) }
  const read = await needs.subscriptions.findOfCustomer(customer, id)
  if (read === null) throw notFound('subscription')
  const after = await changeSubscription(id, (state, moment) => change(state, wanted, moment), needs, read)
  if (after === null) throw notFound('subscription')
  return { customerSubscriptions: [shownSubscription(after.subscription, needs.clock.now())], errors: null }
}

/** The end of a pause, in milliseconds since 1970. */
const toResumeTime = (resumesAt: Instant | null | undefined, { now, timeZone }: Moment): number | null => {
  if (resumesAt == null) return null
  const ms = resolveInstant(resumesAt, timeZone)
  checkRange(ms, now, 'resumesAt', new Date(now).toISOString())
  return ms
}

interface RequestedChange extends Pick<UpdateCustomerSubscription, 'amount' | 'status' | 'wallet'> {
  readonly resumesAt: number | null
}

/** The new price; null for none. A total of 0 means to pause and keeps the price. */
const newPrice = ({ amount }: RequestedChange, currency: number): PriceColumns | null =>
  amount == null || amount.total === '0' ? null : toMinorPrice(amount, currency)

/** Whether the request pauses (true) or resumes (false); null if it does neither. */
const requestedPause = ({ amount, status }: RequestedChange, price: PriceColumns | null): boolean | null => {
  if (status != null) return status === 'paused'
  if (amount == null) return null
  return price === null
}

const change = (before: SubscriptionWithBill, wanted: RequestedChange, moment: Moment) => {
  const { subscription } = before
  const { status, currency } = subscription
  if (isEnded(before)) throw invalidSubscriptionState(status)
  const price = newPrice(wanted, currency)
  const shallPause = requestedPause(wanted, price)
  const isPaused = status === 'paused'
  const willBePaused = shallPause ?? isPaused
  if (wanted.resumesAt !== null && !willBePaused)
    throw invalidSubscriptionState(isPaused ? 'active' : status, ['paused'], { field: 'resumesAt' })
  if (wanted.status === 'active' && overdueStatuses.has(status))
    throw invalidSubscriptionState(status, ['paused'], { field: 'status' })
  if (isPaused && !willBePaused && hasChargeInProgress(before)) throw refuse('operation_in_progress')

  const charged = withMethod(before, wanted.wallet, moment)
  const priced = price === null ? charged : withPrice(charged, price, moment)
  const after = withPause(priced, shallPause, wanted.resumesAt, moment)
  return after === before ? null : { ...after, note: changeAuditNote(before, after, moment.now) }
}

/** Null is the customer's default, undefined no change. */
const withMethod = (
  state: SubscriptionWithBill,
  wallet: string | null | undefined,
  moment: Moment,
): SubscriptionWithBill =>
  wallet === undefined || wallet === state.subscription.wallet ? state : withPaymentMethod(state, wallet, moment)

/** The state paused or resumed; the same state if it is so already. */
const withPause = (
  state: SubscriptionWithBill,
  shallPause: boolean | null,
  resumesAt: number | null,
  moment: Moment,
): SubscriptionWithBill => {
  const { status, resumesAt: before } = state.subscription
  if (status !== 'paused') return shallPause === true ? paused(state, resumesAt, moment) : state
  if (shallPause === false) return resumed(state, moment)
  return resumesAt === null || resumesAt === before ? state : paused(state, resumesAt, moment)
}

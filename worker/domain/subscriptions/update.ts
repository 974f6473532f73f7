import type { Instant } from '#contract/schema/instant'
import { apiError } from '#contract/errors/apiError'
import type { SubscriptionParams, UpdateCustomerSubscription } from '#contract/subscriptions/subscriptions'
import type { PriceColumns } from '../../store/subscriptions/subscriptionColumns.ts'
import type { SubscriptionStore } from '../../store/subscriptions/subscriptionStore.ts'
import { changeSubscription, currentMoment } from './change.ts'
import type { ChangeSubscriptionNeeds } from './change.ts'
import { checkRange, resolveInstant } from './instants.ts'
import { changeAuditNote } from './changeAudit.ts'
import { changedPrice, isPause } from './price.ts'
import { notFound } from '../notFound.ts'
import { invalidSubscriptionState } from './errors.ts'
import { toSubscription } from './toApi.ts'
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
 * Changes price or payment method of a subscription, or pauses or resumes it. A request for the present state changes nothing.
 *
 * Errors: not_found (404); wallet_not_found, wallet_not_of_customer; out_of_range, for a pause that ends in the past;
 * amount_precision_invalid, amount_mismatch; invalid_state (409); operation_in_progress (409), for a resumption while a charge is in progress.
 */
export const updateSubscription = async (of: SubscriptionParams, request: UpdateCustomerSubscription, needs: Needs) => {
  const { Customer: customer, Subscription: id } = of
  const requested = { ...request, resumesAt: toResumeTime(request.resumesAt, currentMoment(needs)) }
  const read = await needs.subscriptions.findOfCustomer(customer, id)
  if (read === null) throw notFound('subscription')
  const after = await changeSubscription(id, (state, moment) => change(state, requested, moment), needs, read)
  if (after === null) throw notFound('subscription')
  return { customerSubscriptions: [toSubscription(after.subscription, needs.clock.now())], errors: null }
}

/** The end of a pause in milliseconds since 1970. */
const toResumeTime = (resumesAt: Instant | null | undefined, { now, timeZone }: Moment): number | null => {
  if (resumesAt == null) return null
  const ms = resolveInstant(resumesAt, timeZone)
  checkRange(ms, now, 'resumesAt', new Date(now).toISOString())
  return ms
}

interface RequestedChange extends Pick<UpdateCustomerSubscription, 'amount' | 'status' | 'wallet'> {
  readonly resumesAt: number | null
}

/** The new price; null for none. A total of 0 pauses and keeps the price. */
const newPrice = ({ amount }: RequestedChange, { subscription }: SubscriptionWithBill): PriceColumns | null =>
  amount == null || isPause(amount, subscription.currency)
    ? null
    : changedPrice(amount, subscription, subscription.currency)

/** True to pause, false to resume, null for neither. */
const requestedPause = ({ amount, status }: RequestedChange, price: PriceColumns | null): boolean | null => {
  if (status != null) return status === 'paused'
  if (amount == null) return null
  return price === null
}

const change = (before: SubscriptionWithBill, requested: RequestedChange, moment: Moment) => {
  const { subscription } = before
  const { status } = subscription
  if (isEnded(before)) throw invalidSubscriptionState(status)
  const price = newPrice(requested, before)
  const pause = requestedPause(requested, price)
  const isPaused = status === 'paused'
  const willBePaused = pause ?? isPaused
  if (requested.resumesAt !== null && !willBePaused)
    throw invalidSubscriptionState(isPaused ? 'active' : status, ['paused'], { field: 'resumesAt' })
  if (requested.status === 'active' && overdueStatuses.has(status))
    throw invalidSubscriptionState(status, ['paused'], { field: 'status' })
  if (isPaused && !willBePaused && hasChargeInProgress(before)) throw apiError('operation_in_progress')

  const withWallet = withMethod(before, requested.wallet, moment)
  const withNewPrice = price === null ? withWallet : withPrice(withWallet, price, moment)
  const after = withPause(withNewPrice, pause, requested.resumesAt, moment)
  return after === before ? null : { ...after, note: changeAuditNote(before, after, moment.now) }
}

/** @param wallet null for the customer's default, undefined for no change */
const withMethod = (
  state: SubscriptionWithBill,
  wallet: string | null | undefined,
  moment: Moment,
): SubscriptionWithBill =>
  wallet === undefined || wallet === state.subscription.wallet ? state : withPaymentMethod(state, wallet, moment)

/** The paused or resumed state; the same object if nothing changes. */
const withPause = (
  state: SubscriptionWithBill,
  pause: boolean | null,
  resumesAt: number | null,
  moment: Moment,
): SubscriptionWithBill => {
  const { status, resumesAt: before } = state.subscription
  if (status !== 'paused') return pause === true ? paused(state, resumesAt, moment) : state
  if (pause === false) return resumed(state, moment)
  return resumesAt === null || resumesAt === before ? state : paused(state, resumesAt, moment)
}

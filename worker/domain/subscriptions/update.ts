import type { Instant } from '#contract/instant'
import { refuse } from '#contract/refusal'
import type { OfSubscription, UpdateCustomerSubscription } from '#contract/subscriptions'
import type { RequestServices } from '../../app/compose.ts'
import type { PriceColumns } from '../../store/subscriptions/subscriptions.ts'
import { changeSubscription, momentOf } from './change.ts'
import { checkRange, resolveInstant } from './instants.ts'
import { changeNote } from './note.ts'
import { priceColumns } from './price.ts'
import { notFound } from '../notFound.ts'
import { refuseState } from './refusals.ts'
import { shownSubscription } from './shown.ts'
import { isAsking, isEnded, paidBy, paused, repriced, resumed, waitsForMoney } from './states.ts'
import type { Moment, State } from './states.ts'

/**
 * Re-prices a subscription, pauses it, resumes it, or has another payment method charged. Pausing what is paused and activating what is
 * active changes nothing.
 *
 * Refusals: not_found (404); wallet_not_found, wallet_not_of_customer; out_of_range, for a pause that ends in the past; amount_precision_invalid; invalid_state (409);
 * operation_in_progress (409), where it would be resumed while a charge is under way.
 */
export const updateSubscription = async (
  of: OfSubscription,
  said: UpdateCustomerSubscription,
  services: RequestServices,
) => {
  const { Customer: customer, Subscription: id } = of
  const asked = { ...said, resumesAt: resumptionOf(said.resumesAt, momentOf(services)) }
  const read = await services.subscriptions.findOf(customer, id)
  if (read === null) throw notFound('subscription')
  const after = await changeSubscription(id, (state, moment) => change(state, asked, moment), services, read)
  if (after === null) throw notFound('subscription')
  return { customerSubscriptions: [shownSubscription(after.subscription, services.clock.now())], errors: null }
}

/** The end of a pause, in milliseconds since 1970. */
const resumptionOf = (said: Instant | null | undefined, { now, timeZone }: Moment): number | null => {
  if (said == null) return null
  const ms = resolveInstant(said, timeZone)
  checkRange(ms, now, 'resumesAt', new Date(now).toISOString())
  return ms
}

interface Asked extends Pick<UpdateCustomerSubscription, 'amount' | 'status' | 'wallet'> {
  readonly resumesAt: number | null
}

/** A total of 0 is no price: it means to pause, and the price stays. */
const newPrice = ({ amount }: Asked, currency: number): PriceColumns | null =>
  amount == null || amount.total === '0' ? null : priceColumns(amount, currency)

/** Whether it shall be paused from now on; null where it shall be as it is. */
const pauseAsked = ({ amount, status }: Asked, price: PriceColumns | null): boolean | null => {
  if (status != null) return status === 'paused'
  if (amount == null) return null
  return price === null
}

const change = (before: State, asked: Asked, moment: Moment) => {
  const { subscription } = before
  const { status, currency } = subscription
  if (isEnded(before)) throw refuseState(status)
  const price = newPrice(asked, currency)
  const shallPause = pauseAsked(asked, price)
  const isPaused = status === 'paused'
  const willBePaused = shallPause ?? isPaused
  if (asked.resumesAt !== null && !willBePaused)
    throw refuseState(isPaused ? 'active' : status, ['paused'], { field: 'resumesAt' })
  if (asked.status === 'active' && waitsForMoney.has(status)) throw refuseState(status, ['paused'], { field: 'status' })
  if (isPaused && !willBePaused && isAsking(before)) throw refuse('operation_in_progress')

  const charged = withMethod(before, asked.wallet, moment)
  const priced = price === null ? charged : repriced(charged, price, moment)
  const after = withPause(priced, shallPause, asked.resumesAt, moment)
  return after === before ? null : { ...after, note: changeNote(before, after, moment.now) }
}

/** Null is the customer's default, nothing is no change. */
const withMethod = (state: State, wallet: string | null | undefined, moment: Moment): State =>
  wallet === undefined || wallet === state.subscription.wallet ? state : paidBy(state, wallet, moment)

/** The state paused or resumed, as is asked for; the state itself where it is that already. */
const withPause = (state: State, shallPause: boolean | null, resumesAt: number | null, moment: Moment): State => {
  const { status, resumesAt: before } = state.subscription
  if (status !== 'paused') return shallPause === true ? paused(state, resumesAt, moment) : state
  if (shallPause === false) return resumed(state, moment)
  return resumesAt === null || resumesAt === before ? state : paused(state, resumesAt, moment)
}

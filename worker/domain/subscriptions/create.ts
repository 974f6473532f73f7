import type { Cycle } from '#contract/plans/cycles'
import type { Instant } from '#contract/schema/instant'
import { ApiError, apiError } from '#contract/errors/apiError'
import type { ErrorDetail } from '#contract/errors/apiError'
import type { CreateCustomerSubscription } from '#contract/subscriptions/subscriptions'
import type { PlanRow } from '../../store/plans/plans.ts'
import type { Prerequisites } from '../../store/subscriptions/insertSubscription.ts'
import type { SubscriptionStore } from '../../store/subscriptions/subscriptionStore.ts'
import type { Account } from '../accounts/account.ts'
import type { Ids } from '../ids.ts'
import { notFound } from '../notFound.ts'
import { billTime, firstBillDate, localDate, startOfDay } from './billing/calendar.ts'
import { currentMoment } from './change.ts'
import type { MomentNeeds } from './change.ts'
import { checkRange, resolveInstant } from './instants.ts'
import { changedPrice } from './price.ts'
import { toSubscription } from './toApi.ts'
import type { Moment } from './state/transitions.ts'

interface Needs extends MomentNeeds {
  readonly account: Account
  readonly ids: Pick<Ids, 'uuid'>
  readonly subscriptions: Pick<SubscriptionStore, 'findPrerequisites' | 'insert'>
}

/**
 * Subscribes a customer to a plan. Price and installments of the request override those of the plan. SQL cannot compute the billing dates from
 * cycle and time zone, so the plan is read first, and the INSERT depends on the rows that were read.
 *
 * Errors: not_found (404) for the customer; out_of_range, for a start before today; plan_not_found, wallet_not_found,
 * wallet_not_of_customer; amount_precision_invalid, amount_mismatch.
 */
export const createSubscription = async (customer: string, request: CreateCustomerSubscription, needs: Needs) => {
  const { account, ids, subscriptions } = needs
  const moment = currentMoment(needs)
  const { now, timeZone } = moment
  const starts = toStart(request.startDate, moment)
  const references = { customer, plan: request.plan, wallet: request.wallet ?? null }
  const plan = requirePlan(await subscriptions.findPrerequisites(references))
  const planPrice = { total: plan.amount, tax: 0, surcharge: 0, shipping: 0 }
  const price = request.amount == null ? planPrice : changedPrice(request.amount, planPrice, plan.currency)
  const subscription = {
    id: ids.uuid(),
    account: account.id,
    mode: account.mode,
    ...references,
    label: plan.label,
    ...toSchedule(plan, starts, timeZone),
    installments: request.installments ?? plan.installments,
    currency: plan.currency,
    ...price,
    status: 'active',
    period: 0,
    charges: 0,
    starts,
    resumesAt: null,
    newMethod: false,
    created: now,
    updated: now,
    canceled: null,
    version: 0,
  } as const
  if (!(await subscriptions.insert(subscription))) {
    // A row was deleted or replaced since it was read. If nothing is missing now, the cause was for example a change of the default.
    requirePlan(await subscriptions.findPrerequisites(references))
    throw apiError('unavailable')
  }
  return { customerSubscriptions: [toSubscription(subscription, now)], errors: null }
}

const toStart = (startDate: Instant | null | undefined, { now, timeZone }: Moment): number => {
  if (startDate == null) return now
  const starts = resolveInstant(startDate, timeZone)
  const today = localDate(now, timeZone)
  checkRange(starts, startOfDay(today, timeZone), 'startDate', today)
  // Bills fall on days, so that a future time means its day. The first charge is never before the start.
  return Math.min(starts, Math.max(now, startOfDay(localDate(starts, timeZone), timeZone)))
}

/** The schedule of the bills, and the time at which the first is due. */
const toSchedule = ({ unit, interval, dayOfCycle }: Cycle, starts: number, timeZone: string) => {
  const schedule = { unit, interval, ...firstBillDate({ unit, interval, dayOfCycle }, localDate(starts, timeZone)) }
  return { ...schedule, due: billTime(schedule, 0, timeZone) }
}

/** Returns the plan. Throws an API error with an item for each missing row. */
const requirePlan = ({ plan, missing }: Prerequisites): PlanRow => {
  if (missing === 'customer_not_found') throw notFound('customer')
  const errors: ErrorDetail[] = []
  if (plan === null) errors.push({ type: 'plan_not_found', field: 'plan' })
  if (missing !== null) errors.push({ type: missing, field: 'wallet' })
  const [first, ...others] = errors
  if (first !== undefined) throw new ApiError(first, ...others)
  return plan!
}

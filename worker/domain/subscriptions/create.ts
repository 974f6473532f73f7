import type { Cycle } from '#contract/plans/cycles'
import type { Instant } from '#contract/schema/instant'
import { ApiError, apiError } from '#contract/errors/apiError'
import type { ErrorDetail } from '#contract/errors/apiError'
import type { CreateCustomerSubscription } from '#contract/subscriptions/subscriptions'
import type { PlanRow } from '../../store/plans/plans.ts'
import type { IdempotentRequest } from '../../store/sql/idempotency.ts'
import type { SubscriptionRow } from '../../store/subscriptions/subscriptionColumns.ts'
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
import { chargeBill } from './billing/charge.ts'
import type { ChargeBillNeeds } from './billing/charge.ts'
import { recordCharge } from './billing/recordCharge.ts'
import { replaySubscription, toCharge, toCreated } from './created.ts'
import type { ReplaySubscriptionNeeds } from './created.ts'
import type { Moment } from './state/transitions.ts'

type Needs = MomentNeeds &
  ChargeBillNeeds &
  ReplaySubscriptionNeeds & {
    readonly account: Account
    readonly ids: Pick<Ids, 'uuid'>
    readonly idempotent: IdempotentRequest | null
    readonly subscriptions: Pick<SubscriptionStore, 'find' | 'findPrerequisites' | 'insert' | 'update'>
  }

/**
 * Subscribes a customer to a plan. Price and installments of the request override those of the plan. A first charge that is due now is made at
 * once: one batch inserts subscription and payment and claims the request's key, so that repeats and crashes never charge twice.
 *
 * SQL cannot compute the billing dates from cycle and time zone, so the plan is read first, and the INSERT depends on the rows that were read.
 *
 * Errors: not_found (404) for the customer; out_of_range, for a start before today; plan_not_found, wallet_not_found,
 * wallet_not_of_customer; amount_precision_invalid, amount_mismatch; idempotency_mismatch, idempotency_in_progress.
 */
export const createSubscription = async (customer: string, request: CreateCustomerSubscription, needs: Needs) => {
  const { account, idempotent, ids, subscriptions } = needs
  const moment = currentMoment(needs)
  const { now, timeZone } = moment
  const starts = toStart(request.startDate, moment)
  const references = { customer, plan: request.plan, wallet: request.wallet ?? null }
  const prerequisites = await subscriptions.findPrerequisites(references, idempotent)
  if (prerequisites.claimed !== null) return replaySubscription(prerequisites.claimed, needs)
  const plan = requirePlan(prerequisites)
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
  const created = subscription.due <= now ? await insertCharged(subscription, needs) : await insert(subscription, needs)
  if (created !== null) return created
  // A row was deleted or replaced since it was read, or another request has claimed the key. If nothing is missing now, the cause was for
  // example a change of the default.
  const present = await subscriptions.findPrerequisites(references, idempotent)
  if (present.claimed !== null) return replaySubscription(present.claimed, needs)
  requirePlan(present)
  throw apiError('unavailable')
}

/** Inserts a subscription whose first charge is in the future. Null if a row that it refers to is missing. */
const insert = async (subscription: SubscriptionRow, { clock, idempotent, subscriptions }: Needs) =>
  (await subscriptions.insert(subscription, idempotent)) ? toCreated(subscription, null, clock.now()) : null

/** Inserts a subscription with its first payment and makes that. Null if a row that it refers to is missing. */
const insertCharged = async (subscription: SubscriptionRow, needs: Needs) => {
  const { clock, idempotent } = needs
  const state = { subscription, bill: null, payment: null }
  const charge = await chargeBill(state, { ...needs, idempotent: null }, { idempotent })
  if (charge.result !== 'charged') return null
  const after = await recordCharge(charge.state, charge.outcome, needs)
  const present = after?.subscription ?? charge.state.subscription
  return toCreated(present, toCharge(charge.response, charge.outcome.result === 'waiting'), clock.now())
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

import type { Cycle } from '#contract/plans/cycles'
import type { Instant } from '#contract/schema/instant'
import { Refusal, refuse } from '#contract/errors/apiError'
import type { Fault } from '#contract/errors/apiError'
import type { CreateCustomerSubscription } from '#contract/subscriptions/subscriptions'
import type { PlanRow } from '../../store/plans/plans.ts'
import type { Prerequisites } from '../../store/subscriptions/create.ts'
import type { SubscriptionStore } from '../../store/subscriptions/subscriptionStore.ts'
import type { Account } from '../accounts/account.ts'
import type { Ids } from '../ids.ts'
import { notFound } from '../notFound.ts'
import { billTime, firstBillDate, localDate, startOfDay } from './billing/calendar.ts'
import { currentMoment } from './change.ts'
import type { MomentNeeds } from './change.ts'
import { checkRange, resolveInstant } from './instants.ts'
import { toMinorPrice } from './price.ts'
import { shownSubscription } from './toApi.ts'
import type { Moment } from './state/transitions.ts'

interface Needs extends MomentNeeds {
  readonly account: Account
  readonly ids: Pick<Ids, 'uuid'>
  readonly subscriptions: Pick<SubscriptionStore, 'findPrerequisites' | 'insert'>
}

/**
 * Subscribes a customer to a plan, by the plan's terms or by those of the request. The bills' dates follow from the plan's cycle and the
 * account's time zone, which SQL cannot compute: so the plan is read first, and the INSERT depends on what was read.
 *
 * Errors: not_found (404) for the customer; out_of_range, for a start before today; plan_not_found, wallet_not_found,
 * wallet_not_of_customer; amount_precision_invalid.
 */
export const createSubscription = async (customer: string, request: CreateCustomerSubscription, needs: Needs) => {
  const { account, ids, subscriptions } = needs
  const moment = currentMoment(needs)
  const { now, timeZone } = moment
  const starts = toStart(request.startDate, moment)
  const references = { customer, plan: request.plan, wallet: request.wallet ?? null }
  const plan = requirePlan(await subscriptions.findPrerequisites(references))
  const price =
    request.amount == null
      ? { total: plan.amount, tax: 0, surcharge: 0, shipping: 0 }
      : toMinorPrice(request.amount, plan.currency)
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
    // Something was deleted since it was read. If nothing is missing now, something else has taken its place, such as another default.
    requirePlan(await subscriptions.findPrerequisites(references))
    throw refuse('unavailable')
  }
  return { customerSubscriptions: [shownSubscription(subscription, now)], errors: null }
}

const toStart = (startDate: Instant | null | undefined, { now, timeZone }: Moment): number => {
  if (startDate == null) return now
  const starts = resolveInstant(startDate, timeZone)
  const today = localDate(now, timeZone)
  checkRange(starts, startOfDay(today, timeZone), 'startDate', today)
  // Bills fall on days, so that a moment to come means its day: nobody is charged before the start.
  return Math.min(starts, Math.max(now, startOfDay(localDate(starts, timeZone), timeZone)))
}

/** The schedule of the bills, and when the first one is due. */
const toSchedule = ({ unit, interval, dayOfCycle }: Cycle, starts: number, timeZone: string) => {
  const schedule = { unit, interval, ...firstBillDate({ unit, interval, dayOfCycle }, localDate(starts, timeZone)) }
  return { ...schedule, due: billTime(schedule, 0, timeZone) }
}

/** The plan. @throws Refusal with all that is missing */
const requirePlan = ({ plan, missing }: Prerequisites): PlanRow => {
  if (missing === 'customer_not_found') throw notFound('customer')
  const faults: Fault[] = []
  if (plan === null) faults.push({ type: 'plan_not_found', field: 'plan' })
  if (missing !== null) faults.push({ type: missing, field: 'wallet' })
  const [first, ...others] = faults
  if (first !== undefined) throw new Refusal(first, ...others)
  return plan!
}

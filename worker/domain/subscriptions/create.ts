import type { Cycle } from '#contract/cycles'
import type { Instant } from '#contract/instant'
import { Refusal, refuse } from '#contract/refusal'
import type { Fault } from '#contract/refusal'
import type { CreateCustomerSubscription } from '#contract/subscriptions'
import type { RequestServices } from '../../app/compose.ts'
import type { EnrolmentGround } from '../../store/subscriptions/create.ts'
import type { PlanRow } from '../../store/plans/plans.ts'
import { notFound } from '../notFound.ts'
import { billTime, firstBill, localDate, startOfDay } from './calendar.ts'
import { momentOf } from './change.ts'
import { checkRange, resolveInstant } from './instants.ts'
import { priceColumns } from './price.ts'
import { shownSubscription } from './shown.ts'
import type { Moment } from './states.ts'

/**
 * Subscribes a customer to a plan, by the terms that the plan has now or that were said instead. The dates of the bills follow from the
 * plan's cycle and the account's time zone, which SQL knows nothing of: so the plan is read first, and all that it was read with stands
 * as a condition in the statement that writes.
 *
 * Refusals: not_found (404), where there is no such customer; out_of_range, for a start before today; plan_not_found, wallet_not_found,
 * wallet_not_of_customer; amount_precision_invalid.
 */
export const enrol = async (customer: string, said: CreateCustomerSubscription, services: RequestServices) => {
  const { account, ids, subscriptions } = services
  const moment = momentOf(services)
  const { now, timeZone } = moment
  const starts = startOf(said.startDate, moment)
  const references = { customer, plan: said.plan, wallet: said.wallet ?? null }
  const plan = planOf(await subscriptions.lookUpEnrolment(references))
  const price =
    said.amount == null
      ? { total: plan.amount, tax: 0, surcharge: 0, shipping: 0 }
      : priceColumns(said.amount, plan.currency)
  const subscription = {
    id: ids.uuid(),
    account: account.id,
    mode: account.mode,
    ...references,
    label: plan.label,
    ...datesOf(plan, starts, timeZone),
    installments: said.installments ?? plan.installments,
    currency: plan.currency,
    ...price,
    status: 'active',
    period: 0,
    charges: 0,
    starts,
    resumesAt: null,
    newMethod: 0,
    created: now,
    updated: now,
    canceled: null,
    version: 0,
  } as const
  if (!(await subscriptions.insert(subscription))) {
    // Something was deleted since it was looked up. Where nothing is missing, there is another in its place already.
    planOf(await subscriptions.lookUpEnrolment(references))
    throw refuse('unavailable')
  }
  return { customerSubscriptions: [shownSubscription(subscription, now)], errors: null }
}

const startOf = (said: Instant | null | undefined, { now, timeZone }: Moment): number => {
  if (said == null) return now
  const starts = resolveInstant(said, timeZone)
  const today = localDate(now, timeZone)
  checkRange(starts, startOfDay(today, timeZone), 'startDate', today)
  // Bills fall on days, so that a moment to come means its day: nobody is charged before the start.
  return Math.min(starts, Math.max(now, startOfDay(localDate(starts, timeZone), timeZone)))
}

/** By which rule the bills are dated, and when the first one is due. */
const datesOf = ({ unit, interval, dayOfCycle }: Cycle, starts: number, timeZone: string) => {
  const terms = { unit, interval, ...firstBill({ unit, interval, dayOfCycle }, localDate(starts, timeZone)) }
  return { ...terms, due: billTime(terms, 0, timeZone) }
}

/** The plan, where nothing is missing; otherwise it refuses, with all that is. */
const planOf = ({ plan, missing }: EnrolmentGround): PlanRow => {
  if (missing === 'customer_not_found') throw notFound('customer')
  const faults: Fault[] = []
  if (plan === null) faults.push({ type: 'plan_not_found', field: 'plan' })
  if (missing !== null) faults.push({ type: missing, field: 'wallet' })
  const [first, ...others] = faults
  if (first !== undefined) throw new Refusal(first, ...others)
  return plan!
}

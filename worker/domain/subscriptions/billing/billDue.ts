import type { BillingState } from '../../../store/subscriptions/billingState.ts'
import type { SubscriptionSweepStore } from '../../../store/subscriptions/subscriptionStore.ts'
import type { Clock } from '../../clock.ts'
import type { TimeLimits } from '../../timeLimits.ts'
import type { Budget } from '../../work/budget.ts'
import { workThrough } from '../../work/workThrough.ts'
import { billTime } from './calendar.ts'
import { currentMoment, writeChange } from '../change.ts'
import type { ChangeSubscriptionNeeds } from '../change.ts'
import { chargeBill, earlierChargeOutcome } from './charge.ts'
import type { ChargeBillNeeds } from './charge.ts'
import { recordCharge } from './recordCharge.ts'
import { hasChargeInProgress, isCharged, rescheduled, resumed, withoutPaymentMethod } from '../state/transitions.ts'
import type { ChargeOutcome } from '../state/transitions.ts'

/** Written to the audit log in place of a key, since billing has no request. */
const billingActor = 'billing'

type BillingResult = 'charged' | 'declined' | 'waiting' | 'resumed' | 'rescheduled' | 'stale'

type BillNeeds = ChangeSubscriptionNeeds & ChargeBillNeeds

interface Needs {
  readonly budget: Budget
  readonly clock: Clock
  readonly limits: Pick<TimeLimits, 'reversalLeaseMs'>
  readonly subscriptions: Pick<SubscriptionSweepStore, 'claimDue'>
  /** The services of the account. @param by written to the audit log in place of a key */
  actAs(by: string): BillNeeds
}

/**
 * Charges due subscriptions, retries declined bills and ends pauses. After a crash a subscription is due again when its lease ends, and no
 * period is charged twice.
 *
 * @throws the first failure, after all other subscriptions are processed
 */
export const billDueSubscriptions = async ({ subscriptions, clock, limits, budget, actAs }: Needs) => {
  const results = await workThrough(
    (limit) => {
      const nowMs = clock.now()
      return subscriptions.claimDue({ nowMs, leaseUntil: nowMs + limits.reversalLeaseMs, limit })
    },
    (due: BillingState): Promise<BillingResult> => billSubscription(due, actAs(billingActor)),
    budget,
  )
  const count = (result: BillingResult) => results.get(result) ?? 0
  return {
    billsPaid: count('charged'),
    billsDeclined: count('declined'),
    billsWaiting: count('waiting'),
    subscriptionsResumed: count('resumed'),
    subscriptionsRescheduled: count('rescheduled'),
  }
}

const billSubscription = async (due: BillingState, needs: BillNeeds): Promise<BillingResult> => {
  const moment = currentMoment(needs)
  const { subscription } = due
  // After a crash or a time-out: by now the outcome is known, or the payment is being reversed.
  if (hasChargeInProgress(due) && due.payment !== null) return resultOf(due, earlierChargeOutcome(due.payment), needs)
  if (subscription.status === 'paused') {
    await writeChange(due, resumed(due, moment), needs)
    return 'resumed'
  }
  if (isCharged(due) && due.bill === null && !subscription.newMethod) {
    const time = billTime(subscription, subscription.period, moment.timeZone)
    if (time > moment.now) {
      await writeChange(due, rescheduled(due, moment), needs)
      return 'rescheduled'
    }
  }
  const charge = await chargeBill(due, needs)
  switch (charge.result) {
    case 'stale':
      return 'stale'
    case 'noMethod':
      await writeChange(due, withoutPaymentMethod(due, moment), needs)
      return 'declined'
    case 'charged':
      return resultOf(charge.state, charge.outcome, needs)
  }
}

const billingResults = { paid: 'charged', declined: 'declined', waiting: 'waiting' } as const

const resultOf = async (
  charging: BillingState,
  outcome: ChargeOutcome,
  needs: ChangeSubscriptionNeeds,
): Promise<BillingResult> => {
  await recordCharge(charging, outcome, needs)
  return billingResults[outcome.result]
}

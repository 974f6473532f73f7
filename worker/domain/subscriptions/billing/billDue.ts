import type { BillingState } from '../../../store/subscriptions/billingState.ts'
import type { DueSubscription } from '../../../store/subscriptions/dueSubscriptions.ts'
import type { SubscriptionSweepStore } from '../../../store/subscriptions/subscriptionStore.ts'
import type { Clock } from '../../clock.ts'
import { countOutcomes } from '../../countOutcomes.ts'
import type { TimeLimits } from '../../timeLimits.ts'
import { billTime } from './calendar.ts'
import { currentMoment, writeChange } from '../change.ts'
import type { ChangeSubscriptionNeeds } from '../change.ts'
import { chargeBill, earlierChargeOutcome } from './charge.ts'
import type { ChargeBillNeeds } from './charge.ts'
import { recordCharge } from './recordCharge.ts'
import { hasChargeInProgress, isCharged, rescheduled, resumed, withoutPaymentMethod } from '../state/transitions.ts'
import type { ChargeOutcome } from '../state/transitions.ts'

const subscriptionsAtOnce = 25
/** Written to the audit log in place of a key, since billing has no request. */
const billingActor = 'billing'

/** A Worker's calls to databases and processors in one run are limited. */
const maxRounds = 6
/** A sweep starts no round after this time, since the next sweep is due. */
const maxRoundsMs = 20_000

type BillingResult = 'charged' | 'declined' | 'waiting' | 'resumed' | 'rescheduled' | 'stale' | 'failed'

type BillNeeds = ChangeSubscriptionNeeds & ChargeBillNeeds

/** The account of a due subscription. */
type BilledAccount = Pick<DueSubscription['subscription'], 'account' | 'mode'> &
  Pick<DueSubscription, 'connections' | 'settings' | 'vaultKey'>

interface Needs {
  readonly clock: Clock
  readonly limits: Pick<TimeLimits, 'reversalLeaseMs'>
  readonly subscriptions: Pick<SubscriptionSweepStore, 'claimDue'>
  /** @param by written to the audit log in place of a key */
  servicesOf(account: BilledAccount, by: string): BillNeeds
}

/**
 * Charges due subscriptions, retries declined bills and ends pauses. Each sweep processes a bounded number. After a crash a subscription is due
 * again when its lease ends, and no period is charged twice.
 *
 * @throws the first failure, after all other subscriptions are processed
 */
export const billDueSubscriptions = async ({ subscriptions, clock, limits, servicesOf }: Needs) => {
  const started = clock.now()
  const counts: Record<BillingResult, number> = {
    charged: 0,
    declined: 0,
    waiting: 0,
    resumed: 0,
    rescheduled: 0,
    stale: 0,
    failed: 0,
  }
  const failures: unknown[] = []
  const billOne = async (due: DueSubscription): Promise<BillingResult> => {
    try {
      const { connections, settings, vaultKey, subscription } = due
      const { account, mode } = subscription
      return await billSubscription(due, servicesOf({ account, mode, connections, settings, vaultKey }, billingActor))
    } catch (failure) {
      failures.push(failure)
      return 'failed'
    }
  }
  for (let round = 0; round < maxRounds && clock.now() - started < maxRoundsMs; round++) {
    const now = clock.now()
    const due = await subscriptions.claimDue(now, now + limits.reversalLeaseMs, subscriptionsAtOnce)
    for (const [result, count] of await countOutcomes(due, billOne)) counts[result] += count
    if (due.length < subscriptionsAtOnce) break
  }
  if (failures.length > 0) throw failures[0]
  return {
    billsPaid: counts.charged,
    billsDeclined: counts.declined,
    billsWaiting: counts.waiting,
    subscriptionsResumed: counts.resumed,
    subscriptionsRescheduled: counts.rescheduled,
  }
}

const billSubscription = async (due: DueSubscription, needs: BillNeeds): Promise<BillingResult> => {
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

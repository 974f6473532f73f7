import type { BillingState } from '../../../store/subscriptions/billingState.ts'
import type { DueSubscription } from '../../../store/subscriptions/dueSubscriptions.ts'
import type { SubscriptionSweepStore } from '../../../store/subscriptions/subscriptionStore.ts'
import type { Clock } from '../../clock.ts'
import { countOutcomes } from '../../countOutcomes.ts'
import type { TimeLimits } from '../../timeLimits.ts'
import { billTime } from './calendar.ts'
import { changeSubscription, momentOf, writeChange } from '../change.ts'
import type { ChangeSubscriptionNeeds } from '../change.ts'
import { charge, outcomeOfPayment } from './charge.ts'
import type { ChargeNeeds } from './charge.ts'
import { concluded, isAsking, isCharged, rescheduled, resumed, withoutMethod } from '../state/transitions.ts'
import type { ChargeOutcome } from '../state/transitions.ts'

const subscriptionsAtOnce = 25
/** Stands in the audit in place of a key: billing has no request. */
const billingActor = 'billing'

/** Rounds of one sweep: a Worker's calls to databases and processors in one run are limited. */
const mostRounds = 6
/** A sweep starts no further round after this time: the next sweep is due. */
const roundsEndAfterMs = 20_000

type Ended = 'charged' | 'declined' | 'waiting' | 'resumed' | 'rescheduled' | 'overtaken' | 'failed'

type BillNeeds = ChangeSubscriptionNeeds & ChargeNeeds

/** The account of a due subscription. */
type BilledAccount = Pick<DueSubscription['subscription'], 'account' | 'mode'> &
  Pick<DueSubscription, 'settings' | 'vaultKey'>

interface Needs {
  readonly clock: Clock
  readonly limits: Pick<TimeLimits, 'reversalLeaseMs'>
  readonly subscriptions: Pick<SubscriptionSweepStore, 'claimDue'>
  /** @param by stands in the audit in place of a key */
  servicesOf(account: BilledAccount, by: string): BillNeeds
}

/**
 * Charges due subscriptions, retries declined bills, and resumes pauses that end. The number of each sweep is bounded; a subscription that a
 * crash leaves is taken up when its lease ends, and no period is charged twice.
 *
 * @throws the first failure, after every subscription had its turn
 */
export const billDueSubscriptions = async ({ subscriptions, clock, limits, servicesOf }: Needs) => {
  const started = clock.now()
  const counts: Record<Ended, number> = {
    charged: 0,
    declined: 0,
    waiting: 0,
    resumed: 0,
    rescheduled: 0,
    overtaken: 0,
    failed: 0,
  }
  const failures: unknown[] = []
  const billOne = async (due: DueSubscription): Promise<Ended> => {
    try {
      const { settings, vaultKey, subscription } = due
      const { account, mode } = subscription
      return await bill(due, servicesOf({ account, mode, settings, vaultKey }, billingActor))
    } catch (failure) {
      failures.push(failure)
      return 'failed'
    }
  }
  for (let round = 0; round < mostRounds && clock.now() - started < roundsEndAfterMs; round++) {
    const now = clock.now()
    const due = await subscriptions.claimDue(now, now + limits.reversalLeaseMs, subscriptionsAtOnce)
    for (const [ended, count] of await countOutcomes(due, billOne)) counts[ended] += count
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

const bill = async (due: DueSubscription, needs: BillNeeds): Promise<Ended> => {
  const moment = momentOf(needs)
  const { subscription } = due
  // After a crash or a timeout: by now the outcome is known, or the payment is being reversed.
  if (isAsking(due) && due.payment !== null) return conclude(due, outcomeOfPayment(due.payment), needs)
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
  const charged = await charge(due, needs)
  switch (charged.result) {
    case 'overtaken':
      return 'overtaken'
    case 'noMethod':
      await writeChange(due, withoutMethod(due, moment), needs)
      return 'declined'
    case 'asked':
      return conclude(charged.state, charged.outcome, needs)
  }
}

const ends = { paid: 'charged', declined: 'declined', waiting: 'waiting' } as const

/** Records the outcome of a charge, on top of a concurrent cancel or pause; nothing, if another sweep has recorded it. */
const conclude = async (
  asked: BillingState,
  outcome: ChargeOutcome,
  needs: ChangeSubscriptionNeeds,
): Promise<Ended> => {
  const { transactionId } = asked.bill ?? {}
  await changeSubscription(
    asked.subscription.id,
    (now, moment) =>
      isAsking(now) && now.bill?.transactionId === transactionId ? concluded(now, outcome, moment) : null,
    needs,
    asked,
  )
  return ends[outcome.result]
}

import type { AccountServices, SweepServices } from '../../app/compose.ts'
import type { DueSubscription, Standing } from '../../store/subscriptions/subscriptions.ts'
import { tally } from '../tally.ts'
import { billTime } from './calendar.ts'
import { changeSubscription, momentOf, writeChange } from './change.ts'
import { charge, outcomeOfPayment } from './charge.ts'
import { concluded, isAsking, isCharged, rescheduled, resumed, withoutMethod } from './states.ts'
import type { ChargeOutcome } from './states.ts'

const subscriptionsAtOnce = 25
/** Stands in the audit for the gateway, which bills without a request. */
const billingActor = 'billing'

/** Rounds of one sweep: what a Worker may ask databases and processors in one run is limited. */
const mostRounds = 6
/** After which a sweep begins no other round: the next one is due. */
const roundsEndAfterMs = 20_000

type Ended = 'charged' | 'declined' | 'waiting' | 'resumed' | 'rescheduled' | 'overtaken' | 'failed'

/**
 * Charges what is due of subscriptions, tries again what was declined, and resumes what was paused until now. A bounded number each time;
 * what a crash leaves is taken up again when its lease ends, and no period is charged twice.
 *
 * @throws the first failure, after every subscription had its turn: one that cannot be charged keeps nobody else from it
 */
export const billDueSubscriptions = async (services: SweepServices) => {
  const { subscriptions, clock, limits } = services
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
      return await bill(due, services.servicesOf({ ...due, ...due.subscription }, billingActor))
    } catch (failure) {
      failures.push(failure)
      return 'failed'
    }
  }
  for (let round = 0; round < mostRounds && clock.now() - started < roundsEndAfterMs; round++) {
    const now = clock.now()
    const due = await subscriptions.claimDue(now, now + limits.reversalLeaseMs, subscriptionsAtOnce)
    const came = await tally(due, billOne)
    for (const [word, count] of came) counts[word] += count
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

const bill = async (due: DueSubscription, services: AccountServices): Promise<Ended> => {
  const moment = momentOf(services)
  const { subscription } = due
  // A crash, or the processor's silence: what became of it is known by now, or it is being undone.
  if (isAsking(due) && due.payment !== null) return conclude(due, outcomeOfPayment(due.payment), services)
  if (subscription.status === 'paused') {
    await writeChange(due, resumed(due, moment), services)
    return 'resumed'
  }
  if (isCharged(due) && due.bill === null && subscription.newMethod === 0) {
    const time = billTime(subscription, subscription.period, moment.timeZone)
    if (time > moment.now) {
      await writeChange(due, rescheduled(due, moment), services)
      return 'rescheduled'
    }
  }
  const charged = await charge(due, services)
  switch (charged.result) {
    case 'overtaken':
      return 'overtaken'
    case 'noMethod':
      await writeChange(due, withoutMethod(due, moment), services)
      return 'declined'
    case 'asked':
      return conclude(charged.standing, charged.outcome, services)
  }
}

const words = { paid: 'charged', declined: 'declined', waiting: 'waiting' } as const

/** Writes down what a charge came to. Whoever canceled or paused meanwhile is not overruled, and a second sweep may have been first. */
const conclude = async (asked: Standing, outcome: ChargeOutcome, services: AccountServices): Promise<Ended> => {
  const { transactionId } = asked.bill ?? {}
  await changeSubscription(
    asked.subscription.id,
    (now, moment) =>
      isAsking(now) && now.bill?.transactionId === transactionId ? concluded(now, outcome, moment) : null,
    services,
    asked,
  )
  return words[outcome.result]
}

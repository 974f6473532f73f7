import type { SubscriptionEvent } from '../../../store/subscriptions/subscriptionEvents.ts'
import type { SubscriptionWithBill } from './transitions.ts'

type Rule = (before: SubscriptionWithBill, after: SubscriptionWithBill) => boolean

/** Whether the charge in progress now has an outcome. */
const hasOutcome: Rule = (before, { bill }) =>
  before.bill?.asking === true && bill?.asking === false && bill.period === before.bill.period

const changes =
  (...members: readonly (keyof SubscriptionWithBill['subscription'])[]): Rule =>
  (before, after) =>
    members.some((member) => before.subscription[member] !== after.subscription[member])

const becomes =
  (status: SubscriptionWithBill['subscription']['status']): Rule =>
  (before, after) =>
    after.subscription.status === status && before.subscription.status !== status

/** The condition of each event, in the order of announcement: a cause is before its consequences. */
const eventRules: readonly (readonly [SubscriptionEvent, Rule])[] = [
  ['subscription.charged', (before, after) => hasOutcome(before, after) && after.bill?.status === 'paid'],
  ['subscription.charge_failed', (before, after) => hasOutcome(before, after) && after.bill?.status !== 'paid'],
  ['subscription.updated', changes('total', 'tax', 'surcharge', 'shipping', 'wallet')],
  ['subscription.paused', becomes('paused')],
  [
    'subscription.resumed',
    (before, after) => before.subscription.status === 'paused' && becomes('active')(before, after),
  ],
  ['subscription.past_due', becomes('past_due')],
  ['subscription.unpaid', becomes('unpaid')],
  ['subscription.completed', becomes('completed')],
  ['subscription.canceled', becomes('canceled')],
]

/** The events of a subscription between two states. */
export const eventsBetween = (
  before: SubscriptionWithBill,
  after: SubscriptionWithBill,
): readonly SubscriptionEvent[] => eventRules.filter(([, applies]) => applies(before, after)).map(([type]) => type)

import type { SubscriptionEvent } from '../../store/subscriptions/subscriptionEvents.ts'
import type { State } from './states.ts'

/** Whether the charge that was under way before has come to an end. */
const isAnswered = (before: State, { bill }: State): boolean =>
  before.bill?.asking === 1 && bill?.asking === 0 && bill.period === before.bill.period

const changes =
  (...members: readonly (keyof State['subscription'])[]) =>
  (before: State, after: State): boolean =>
    members.some((member) => before.subscription[member] !== after.subscription[member])

const isNow =
  (status: State['subscription']['status']) =>
  (before: State, after: State): boolean =>
    after.subscription.status === status && before.subscription.status !== status

/** By what each event is known, in the order in which they are announced: what happened comes before what follows from it. */
const signs: readonly (readonly [SubscriptionEvent, (before: State, after: State) => boolean])[] = [
  ['subscription.charged', (before, after) => isAnswered(before, after) && after.bill?.status === 'paid'],
  ['subscription.charge_failed', (before, after) => isAnswered(before, after) && after.bill?.status !== 'paid'],
  ['subscription.updated', changes('total', 'tax', 'surcharge', 'shipping', 'wallet')],
  ['subscription.paused', isNow('paused')],
  [
    'subscription.resumed',
    (before, after) => before.subscription.status === 'paused' && isNow('active')(before, after),
  ],
  ['subscription.past_due', isNow('past_due')],
  ['subscription.unpaid', isNow('unpaid')],
  ['subscription.completed', isNow('completed')],
  ['subscription.canceled', isNow('canceled')],
]

/** What happened to a subscription between two states. */
export const eventsBetween = (before: State, after: State): readonly SubscriptionEvent[] =>
  signs.filter(([, isSo]) => isSo(before, after)).map(([type]) => type)

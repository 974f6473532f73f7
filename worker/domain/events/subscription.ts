import type { EventRow } from '../../store/events/events.ts'
import type { SubscriptionSnapshot } from '../../store/subscriptions/subscriptionEvents.ts'
import { shownSubscription } from '../subscriptions/shown.ts'

/** The subscription that an event is about, as a read of it answered then; and whose it is. */
export const shownSubscriptionOf = ({ snapshot, at }: EventRow) => {
  const subscription = JSON.parse(snapshot) as SubscriptionSnapshot
  return { ...shownSubscription(subscription, at), customer: subscription.customer }
}

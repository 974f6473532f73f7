import type { AuditNote } from '../../store/sql/audit.ts'
import { shownSubscription } from './toApi.ts'
import type { SubscriptionWithBill } from './state/transitions.ts'

/** Members that an audit note names if they changed. */
const members = [
  'status',
  'resumesAt',
  'wallet',
  'totalAmount',
  'taxAmount',
  'surchargeAmount',
  'shippingAmount',
] as const satisfies readonly (keyof ReturnType<typeof shownSubscription>)[]

/** The audit note of a change of a subscription: the members that changed, as the API shows them after it. */
export const changeAuditNote = (before: SubscriptionWithBill, after: SubscriptionWithBill, at: number): AuditNote => {
  const { id, customer } = after.subscription
  const [then, now] = [shownSubscription(before.subscription, at), shownSubscription(after.subscription, at)]
  const changed = members.filter((member) => JSON.stringify(then[member]) !== JSON.stringify(now[member]))
  return {
    at,
    action: after.subscription.status === 'canceled' ? 'subscription.canceled' : 'subscription.changed',
    detail: { customer, subscription: id, ...Object.fromEntries(changed.map((member) => [member, now[member]])) },
  }
}

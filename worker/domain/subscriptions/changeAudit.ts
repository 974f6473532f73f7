import type { AuditNote } from '../../store/sql/audit.ts'
import { toSubscription } from './toApi.ts'
import type { SubscriptionWithBill } from './state/transitions.ts'

/** Members that an audit note contains if they changed. */
const members = [
  'status',
  'resumesAt',
  'wallet',
  'totalAmount',
  'taxAmount',
  'surchargeAmount',
  'shippingAmount',
] as const satisfies readonly (keyof ReturnType<typeof toSubscription>)[]

/** The audit note of a change: the changed members with their old and new values in the format of the API. */
export const changeAuditNote = (before: SubscriptionWithBill, after: SubscriptionWithBill, at: number): AuditNote => {
  const { id, customer } = after.subscription
  const [old, updated] = [toSubscription(before.subscription, at), toSubscription(after.subscription, at)]
  const changed = members.filter((member) => JSON.stringify(old[member]) !== JSON.stringify(updated[member]))
  return {
    at,
    action: after.subscription.status === 'canceled' ? 'subscription.canceled' : 'subscription.changed',
    detail: {
      customer,
      subscription: id,
      changes: Object.fromEntries(changed.map((member) => [member, { old: old[member], new: updated[member] }])),
    },
  }
}

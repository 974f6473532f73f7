import type { BillAttempt } from '../../../store/subscriptions/bills.ts'
import { billDate } from './calendar.ts'
import type { SubscriptionWithBill } from '../state/transitions.ts'

/** The next attempt to charge the open bill of a subscription, or the first attempt of its next bill. */
export const nextBillAttempt = (
  { subscription, bill }: SubscriptionWithBill,
  { at, again }: Pick<BillAttempt, 'at' | 'again'>,
): BillAttempt => {
  const { id, version, period, currency, newMethod, status } = subscription
  // A new price applies from the next period.
  const { total, tax, surcharge, shipping } = bill ?? subscription
  return {
    subscription: id,
    version,
    period,
    date: billDate(subscription, period),
    total,
    tax,
    surcharge,
    shipping,
    currency,
    extra: newMethod || status === 'unpaid' || (bill !== null && bill.extra && bill.errors > 0),
    again,
    at,
  }
}

/** The state during an attempt: the same that `openBill` writes. */
export const withBillAttempt = (
  { subscription, bill }: SubscriptionWithBill,
  attempt: BillAttempt,
  transactionId: number,
): SubscriptionWithBill => {
  const { version, at, ...columns } = attempt
  return {
    subscription: { ...subscription, newMethod: false, version: version + 1 },
    bill: {
      declines: 0,
      errors: 0,
      created: at,
      ...bill,
      ...columns,
      status: 'open',
      attempts: (bill?.attempts ?? 0) + 1,
      asking: true,
      transactionId,
      responseCode: null,
      updated: at,
    },
  }
}

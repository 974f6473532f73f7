import type { BillAttempt } from '../../store/subscriptions/bills.ts'
import type { State } from './states.ts'
import { billDate } from './calendar.ts'

/** The next try of a subscription's bill, or the first of its next one. */
export const nextAttempt = (
  { subscription, bill }: State,
  { at, again }: Pick<BillAttempt, 'at' | 'again'>,
): BillAttempt => {
  const { id, version, period, currency, newMethod, status } = subscription
  // A new price counts from the next period.
  const { total, tax, surcharge, shipping } = bill ?? subscription
  const isExtra = newMethod === 1 || status === 'unpaid' || (bill?.extra === 1 && bill.errors > 0)
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
    extra: isExtra ? 1 : 0,
    again,
    at,
  }
}

/** The state in which that try has been written down: what `openBill` writes. */
export const asked = ({ subscription, bill }: State, attempt: BillAttempt, transactionId: number): State => {
  const { version, at, ...columns } = attempt
  return {
    subscription: { ...subscription, newMethod: 0, version: version + 1 },
    bill: {
      declines: 0,
      errors: 0,
      created: at,
      ...bill,
      ...columns,
      status: 'open',
      attempts: (bill?.attempts ?? 0) + 1,
      asking: 1,
      transactionId,
      responseCode: null,
      updated: at,
    },
  }
}

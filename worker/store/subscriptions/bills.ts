import { all, sql } from '../sql/database.ts'
import { subscriptionById } from './subscriptions.ts'
import type { BillRow, PriceColumns } from './subscriptions.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'

/** A period of a subscription that is about to be charged: what its bill says from then on. */
export interface BillAttempt
  extends PriceColumns, Pick<BillRow, 'subscription' | 'period' | 'date' | 'currency' | 'extra'> {
  /** Of the subscription, as it was read. */
  readonly version: number
  /** When its outcome is looked for, if whoever asks does not live to write it down. */
  readonly again: number
  readonly at: number
}

/**
 * A piece of SQL that is true where the bill may be charged now: the subscription is as it was read, so nobody has canceled, paused or
 * charged it since.
 */
export const mayCharge = (owner: Owner, { subscription, version, period }: BillAttempt): Statement => {
  const own = subscriptionById(owner, subscription)
  return all(
    sql(
      `EXISTS (SELECT 1 FROM subscriptions WHERE ${own.sql} AND version = ? AND status IN ('active', 'past_due', 'unpaid'))`,
      ...own.values,
      version,
    ),
    sql(
      "NOT EXISTS (SELECT 1 FROM bills WHERE subscription = ? AND period = ? AND (asking = 1 OR status = 'paid'))",
      subscription,
      period,
    ),
  )
}

/**
 * Statements for the batch that opens the payment of a bill, where the one before has written it: the bill, whose primary key lets each
 * period be billed once, is being asked for, and nobody who read the subscription before can change it any more.
 */
export const openBill = (
  owner: Owner,
  attempt: BillAttempt,
  transactionId: number,
  requestId: string,
): readonly [bill: Statement, subscription: Statement] => {
  const opened = sql('EXISTS (SELECT 1 FROM operations WHERE id = ? AND requestId = ?)', transactionId, requestId)
  const own = subscriptionById(owner, attempt.subscription)
  return [
    sql(
      `INSERT INTO bills (subscription, period, account, mode, status, date, total, tax, surcharge, shipping, currency, asking, extra,
                          transactionId, again, created, updated)
       SELECT ?, ?, ?, ?, 'open', ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ? WHERE ${opened.sql}
       ON CONFLICT DO UPDATE SET status = 'open', attempts = attempts + 1, asking = 1, extra = excluded.extra,
                                 transactionId = excluded.transactionId, responseCode = NULL, again = excluded.again,
                                 updated = excluded.updated`,
      attempt.subscription,
      attempt.period,
      owner.account,
      owner.mode,
      attempt.date,
      attempt.total,
      attempt.tax,
      attempt.surcharge,
      attempt.shipping,
      attempt.currency,
      attempt.extra,
      transactionId,
      attempt.again,
      attempt.at,
      attempt.at,
      ...opened.values,
    ),
    sql(
      `UPDATE subscriptions SET newMethod = 0, version = version + 1 WHERE ${own.sql} AND version = ? AND ${opened.sql}`,
      ...own.values,
      attempt.version,
      ...opened.values,
    ),
  ]
}

import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { flag } from '../sql/row.ts'
import { priceColumns } from './subscriptionColumns.ts'
import type { BillRow, PriceColumns } from './subscriptionColumns.ts'
import { subscriptionById } from './subscriptions.ts'

/** An attempt to charge a period of a subscription: the columns of its bill. */
export interface BillAttempt
  extends PriceColumns, Pick<BillRow, 'subscription' | 'period' | 'date' | 'currency' | 'extra'> {
  /** Of the subscription when it was read. */
  readonly version: number
  /** When a sweep reads the outcome, if the caller crashes before it records that. */
  readonly again: number
  readonly at: number
}

/** A condition: the bill may be charged. The subscription was not canceled, paused or charged since it was read. */
export const isChargeAllowed = (owner: Owner, { subscription, version, period }: BillAttempt): Statement => {
  const where = subscriptionById(owner, subscription)
  return all(
    sql(
      `EXISTS (SELECT 1 FROM subscriptions WHERE ${where.sql} AND version = ? AND status IN ('active', 'past_due', 'unpaid'))`,
      ...where.values,
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
 * Statements for the batch that inserts the payment of a bill, after that INSERT: they mark the bill as being charged and increment the
 * subscription's version, so that updates of an earlier read fail. The primary key allows one bill per period.
 */
export const upsertBill = (
  owner: Owner,
  attempt: BillAttempt,
  transactionId: number,
  requestId: string,
): readonly [bill: Statement, subscription: Statement] => {
  const inserted = sql('EXISTS (SELECT 1 FROM operations WHERE id = ? AND requestId = ?)', transactionId, requestId)
  const where = subscriptionById(owner, attempt.subscription)
  return [
    sql(
      `INSERT INTO bills (subscription, period, account, mode, status, date, ${priceColumns.list()}, currency, asking, extra,
                          transactionId, again, created, updated)
       SELECT ?, ?, ?, ?, 'open', ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ? WHERE ${inserted.sql}
       ON CONFLICT DO UPDATE SET status = 'open', attempts = attempts + 1, asking = 1, extra = excluded.extra,
                                 transactionId = excluded.transactionId, responseCode = NULL, again = excluded.again,
                                 updated = excluded.updated`,
      attempt.subscription,
      attempt.period,
      owner.account,
      owner.mode,
      attempt.date,
      ...priceColumns.encode(attempt),
      attempt.currency,
      flag.write(attempt.extra),
      transactionId,
      attempt.again,
      attempt.at,
      attempt.at,
      ...inserted.values,
    ),
    sql(
      `UPDATE subscriptions SET newMethod = 0, version = version + 1 WHERE ${where.sql} AND version = ? AND ${inserted.sql}`,
      ...where.values,
      attempt.version,
      ...inserted.values,
    ),
  ]
}

import type { AuditEntry } from './audit.ts'
import { customerInsertion } from './customers.ts'
import type { NewCustomer } from './customers.ts'
import type { Database, Statement } from './database.ts'
import { sql } from './database.ts'
import { enrolment } from './enrolments.ts'
import type { Owner } from './owner.ts'
import type { BillRow, SubscriptionRow } from './subscriptions.ts'
import { entryOfPayment } from './walletEntries.ts'
import type { NewWalletEntry } from './walletEntries.ts'

/** What follows from the payment of a checkout. What is null is not made. */
export interface Completion {
  readonly checkout: string
  readonly transactionId: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** Whose the payment is: made here, or known. */
  readonly customer: { readonly made: NewCustomer } | { readonly id: string } | null
  readonly entry: NewWalletEntry | null
  readonly subscription: SubscriptionRow | null
  /** Of the period that the payment is for. */
  readonly bill: BillRow | null
  readonly receipt: 'none' | 'due'
}

/** The bill of a subscription's first period, which the checkout's payment has paid. */
const paidBill = ({ account, mode }: Owner, bill: BillRow): Statement =>
  sql(
    `INSERT INTO bills (subscription, period, account, mode, status, date, total, tax, surcharge, shipping, currency, asking, extra,
                        transactionId, responseCode, created, updated)
     SELECT ?, ?, ?, ?, 'paid', ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM subscriptions WHERE id = ?)`,
    bill.subscription,
    bill.period,
    account,
    mode,
    bill.date,
    bill.total,
    bill.tax,
    bill.surcharge,
    bill.shipping,
    bill.currency,
    bill.transactionId,
    bill.responseCode,
    bill.created,
    bill.updated,
    bill.subscription,
  )

/** From now on the payment is the customer's, if there is one that was not deleted: their lists and their erasure find it. */
const paymentOf = ({ account, mode }: Owner, transactionId: number, customer: string): Statement =>
  sql(
    `UPDATE transactions SET customer = ? WHERE id = ? AND account = ? AND mode = ? AND customer IS NULL
       AND EXISTS (SELECT 1 FROM customers WHERE id = ? AND deleted IS NULL)`,
    customer,
    transactionId,
    account,
    mode,
    customer,
  )

const idOf = ({ customer }: Completion): string | null => {
  if (customer === null) return null
  return 'made' in customer ? customer.made.id : customer.id
}

/**
 * Writes what follows from a checkout's payment: one round trip, all or nothing, once. Whoever comes second fails at the primary key, and
 * nothing of theirs is written.
 *
 * @param audit written if the payment method becomes the default
 */
export const completeCheckout = async (
  database: Database,
  owner: Owner,
  completion: Completion,
  audit: AuditEntry,
): Promise<void> => {
  const { checkout, transactionId, at, customer, entry, subscription, bill, receipt } = completion
  const id = idOf(completion)
  await database.batch([
    sql(
      'INSERT INTO checkoutCompletions (checkout, transactionId, customer, wallet, subscription, at) VALUES (?, ?, ?, ?, ?, ?)',
      checkout,
      transactionId,
      id,
      entry?.id ?? null,
      subscription?.id ?? null,
      at,
    ),
    ...(customer !== null && 'made' in customer ? customerInsertion(owner, customer.made) : []),
    ...(id === null ? [] : [paymentOf(owner, transactionId, id)]),
    ...(entry === null ? [] : entryOfPayment(owner, entry, transactionId, audit)),
    ...(subscription === null ? [] : enrolment(owner, subscription)),
    ...(bill === null ? [] : [paidBill(owner, bill)]),
    sql(
      `UPDATE checkouts SET customer = coalesce(?, customer), receipt = ?, due = ? WHERE id = ? AND account = ? AND mode = ?`,
      id,
      receipt,
      // Whoever completes it sends the receipt at once; the sweep, if they die before.
      receipt === 'due' ? at + 60_000 : null,
      checkout,
      owner.account,
      owner.mode,
    ),
  ])
}

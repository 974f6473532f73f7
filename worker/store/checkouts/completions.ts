import { announceCheckoutCompleted } from './checkoutEvents.ts'
import { customerExists, customerInsertion, customerById } from '../customers/customers.ts'
import type { NewCustomer } from '../customers/customers.ts'
import { sql } from '../sql/database.ts'
import { subscriptionInsertion } from '../subscriptions/insertSubscription.ts'
import { subscriptionById } from '../subscriptions/subscriptions.ts'
import type { SubscriptionEvent } from '../subscriptions/subscriptionEvents.ts'
import type { BillRow, SubscriptionRow } from '../subscriptions/subscriptions.ts'
import { paymentEntryInsertion, walletEntryById } from '../customers/walletEntries.ts'
import type { NewWalletEntry } from '../customers/walletEntries.ts'
import type { AuditNote } from '../sql/audit.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { StoreScope } from '../sql/scope.ts'

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
  /** What of the subscription is to be announced. */
  readonly events: readonly SubscriptionEvent[]
  readonly receipt: 'none' | 'due'
}

/** The bill of a subscription's first period, which the checkout's payment has paid. */
const insertPaidBill = ({ account, mode }: Owner, bill: BillRow): Statement =>
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

/** From now on all tries are the customer's payments, if there is one that was not deleted: their lists and their erasure find them. */
const assignAttempts = (owner: Owner, checkout: string, customer: string): Statement => {
  const known = customerExists(owner, customer)
  return sql(
    `UPDATE transactions SET customer = ? WHERE id IN (SELECT transactionId FROM checkoutTries WHERE checkout = ?)
       AND account = ? AND mode = ? AND customer IS NULL AND ${known.sql}`,
    customer,
    checkout,
    owner.account,
    owner.mode,
    ...known.values,
  )
}

const customerId = ({ customer }: Completion): string | null => {
  if (customer === null) return null
  return 'made' in customer ? customer.made.id : customer.id
}

/**
 * The row of it, after all that it names was written. To have no subscription where one was agreed to, and its customer is
 * still there, is an error of the row, so that nothing of the batch stands: its plan or payment method was deleted a moment ago, and whoever
 * comes next looks again.
 */
const insertCompletionRow = (
  owner: Owner,
  { checkout, transactionId, at, entry, subscription }: Completion,
  id: string | null,
): Statement => {
  const customer = customerById(owner, id ?? '')
  const wallet = walletEntryById(owner, entry?.id ?? '')
  const enrolled = subscriptionById(owner, subscription?.id ?? '')
  return sql(
    `INSERT INTO checkoutCompletions (checkout, transactionId, customer, wallet, subscription, at)
     SELECT ?, ?, named.customer, (SELECT id FROM walletEntries WHERE ${wallet.sql}), named.subscription,
            CASE WHEN named.agreed = 0 OR named.customer IS NULL OR named.subscription IS NOT NULL THEN ? END
     FROM (SELECT ? AS agreed, (SELECT id FROM customers WHERE ${customer.sql}) AS customer,
                  (SELECT id FROM subscriptions WHERE ${enrolled.sql}) AS subscription) AS named`,
    checkout,
    transactionId,
    ...wallet.values,
    at,
    subscription === null ? 0 : 1,
    ...customer.values,
    ...enrolled.values,
  )
}

/**
 * Writes what follows from a checkout's payment: one round trip, all or nothing, once. Whoever comes second fails at the primary key, and
 * nothing of theirs is written. Of a customer who was deleted meanwhile nothing is: as if the deletion had come a moment later, and taken
 * payment method and subscription along.
 *
 * @param note written if the payment method becomes the default
 */
export const insertCompletion = async (
  { database, owner, sign, cause: requestId }: StoreScope,
  completion: Completion,
  note: AuditNote | null,
): Promise<void> => {
  const { checkout, transactionId, at, customer, entry, subscription, bill, events, receipt } = completion
  const id = customerId(completion)
  await database.batch([
    ...(customer !== null && 'made' in customer ? customerInsertion(owner, customer.made, requestId) : []),
    ...(id === null ? [] : [assignAttempts(owner, checkout, id)]),
    ...(entry === null || note === null
      ? []
      : paymentEntryInsertion(owner, entry, transactionId, sign(note), requestId)),
    ...(subscription === null ? [] : subscriptionInsertion(owner, { subscription, bill, events }, requestId)),
    ...(bill === null ? [] : [insertPaidBill(owner, bill)]),
    sql(
      `UPDATE checkouts SET customer = coalesce(?, customer), receipt = ?, due = ?, forget = NULL, announceExpiry = NULL
       WHERE id = ? AND account = ? AND mode = ?`,
      id,
      receipt,
      // Whoever completes it sends the receipt at once; the sweep, if they die before.
      receipt === 'due' ? at + 60_000 : null,
      checkout,
      owner.account,
      owner.mode,
    ),
    insertCompletionRow(owner, completion, id),
    announceCheckoutCompleted(checkout, at, requestId),
  ])
}

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

/** The rows that a paid checkout inserts. Null members are not inserted. */
export interface Completion {
  readonly checkout: string
  readonly transactionId: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** The customer of the payment: a new or an existing one. */
  readonly customer: { readonly made: NewCustomer } | { readonly id: string } | null
  readonly entry: NewWalletEntry | null
  readonly subscription: SubscriptionRow | null
  /** The bill of the subscription's first period. */
  readonly bill: BillRow | null
  /** Events of the subscription. */
  readonly events: readonly SubscriptionEvent[]
  readonly receipt: 'none' | 'due'
  /** What was charged, in minor units; null if it is the total that was offered. */
  readonly total: number | null
}

/** INSERT of the paid bill of a subscription's first period. */
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

/** Assigns the payments of all attempts to the customer, unless it was deleted, so that lists and erasures include them. */
const assignAttempts = (owner: Owner, checkout: string, customer: string): Statement => {
  const hasCustomer = customerExists(owner, customer)
  return sql(
    `UPDATE transactions SET customer = ? WHERE id IN (SELECT transactionId FROM checkoutTries WHERE checkout = ?)
       AND account = ? AND mode = ? AND customer IS NULL AND ${hasCustomer.sql}`,
    customer,
    checkout,
    owner.account,
    owner.mode,
    ...hasCustomer.values,
  )
}

const customerId = ({ customer }: Completion): string | null => {
  if (customer === null) return null
  return 'made' in customer ? customer.made.id : customer.id
}

/**
 * INSERT of the completion, after the rows that it refers to. A missing subscription of an existing customer makes `at` NULL, which fails the
 * whole batch: the plan or payment method was deleted meanwhile, and a retry reads them again.
 */
const insertCompletionRow = (
  owner: Owner,
  { checkout, transactionId, at, entry, subscription }: Completion,
  id: string | null,
): Statement => {
  const customer = customerById(owner, id ?? '')
  const wallet = walletEntryById(owner, entry?.id ?? '')
  const subscribed = subscriptionById(owner, subscription?.id ?? '')
  return sql(
    `INSERT INTO checkoutCompletions (checkout, transactionId, customer, wallet, subscription, at)
     SELECT ?, ?, named.customer, (SELECT id FROM walletEntries WHERE ${wallet.sql}), named.subscription,
            CASE WHEN named.agreed = 0 OR named.customer IS NULL OR named.subscription IS NOT NULL THEN ? END
     FROM (SELECT ? AS agreed, (SELECT id FROM customers WHERE ${customer.sql}) AS customer,
                  (SELECT id FROM subscriptions WHERE ${subscribed.sql}) AS subscription) AS named`,
    checkout,
    transactionId,
    ...wallet.values,
    at,
    subscription === null ? 0 : 1,
    ...customer.values,
    ...subscribed.values,
  )
}

/**
 * One round trip, all or nothing: inserts the completion of a paid checkout and its rows. A second completion fails at the primary key. For a
 * customer who was deleted meanwhile no payment method or subscription is inserted, as if the deletion had come later and included them.
 *
 * @param note written if the payment method becomes the default
 */
export const insertCompletion = async (
  { database, owner, sign, cause: requestId }: StoreScope,
  completion: Completion,
  note: AuditNote | null,
): Promise<void> => {
  const { checkout, transactionId, at, customer, entry, subscription, bill, events, receipt, total } = completion
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
      `UPDATE checkouts SET customer = coalesce(?, customer), total = coalesce(?, total), receipt = ?, due = ?, forget = NULL, announceExpiry = NULL
       WHERE id = ? AND account = ? AND mode = ?`,
      id,
      total,
      receipt,
      // The caller sends the receipt at once, and the sweep if the caller crashes.
      receipt === 'due' ? at + 60_000 : null,
      checkout,
      owner.account,
      owner.mode,
    ),
    insertCompletionRow(owner, completion, id),
    announceCheckoutCompleted(checkout, at, requestId),
  ])
}

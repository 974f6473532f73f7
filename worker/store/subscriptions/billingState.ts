import type { TransactionState } from '#contract/transactions/transactions'
import { appendAuditIf } from '../sql/audit.ts'
import type { AuditNote } from '../sql/audit.ts'
import { lookUpWallet, missingWalletReason, walletSource } from '../customers/storedMethods.ts'
import type { MissingWallet, StoredReference } from '../customers/storedMethods.ts'
import { all, sql } from '../sql/database.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, json, nullable } from '../sql/row.ts'
import type { OwnerScope, StoreScope } from '../sql/scope.ts'
import { rowAsJson } from '../events/events.ts'
import { billColumns, changingBillColumns, changingColumns, subscriptionColumns } from './subscriptionColumns.ts'
import type { BillRow, SubscriptionRow } from './subscriptionColumns.ts'
import { announceSubscription } from './subscriptionEvents.ts'
import type { SubscriptionEvent } from './subscriptionEvents.ts'
import { subscriptionById, subscriptionOfCustomer } from './subscriptions.ts'

/** A subscription with the bill of its current period, if that exists, and the bill's last payment. */
export interface BillingState {
  readonly subscription: SubscriptionRow
  readonly bill: BillRow | null
  readonly payment: { readonly status: TransactionState; readonly responseCode: string | null } | null
}

const joined = defineColumns({ bill: nullable(json<Row>()), payment: nullable(json<BillingState['payment']>()) })

/** The columns of a subscription, its bill and its payment as JSON. For SELECT and RETURNING. */
export const billingStateColumns = `${subscriptionColumns.list()},
  (SELECT ${rowAsJson('bills', billColumns.names)} FROM bills
   WHERE bills.subscription = subscriptions.id AND bills.period = subscriptions.period) AS bill,
  (SELECT json_object('status', transactions.status, 'responseCode', operations.responseCode)
   FROM bills JOIN transactions ON transactions.id = bills.transactionId JOIN operations ON operations.id = bills.transactionId
   WHERE bills.subscription = subscriptions.id AND bills.period = subscriptions.period) AS payment`

export const decodeBillingState = (row: Row): BillingState => {
  const { bill, payment } = joined.decode(row)
  return { subscription: subscriptionColumns.decode(row), bill: bill && billColumns.decode(bill), payment }
}

const findBillingState = async ({ database }: OwnerScope, which: Statement): Promise<BillingState | null> => {
  const row = await database.row(
    sql(`SELECT ${billingStateColumns} FROM subscriptions WHERE ${which.sql}`, ...which.values),
  )
  return row && decodeBillingState(row)
}

/** One round trip. Null if the account has no such subscription in this mode. */
export const findSubscription = (scope: OwnerScope, id: string): Promise<BillingState | null> =>
  findBillingState(scope, subscriptionById(scope.owner, id))

/** One round trip. Null also if the subscription belongs to another customer, or its customer was deleted. */
export const findSubscriptionOfCustomer = (
  scope: OwnerScope,
  customer: string,
  id: string,
): Promise<BillingState | null> => findBillingState(scope, subscriptionOfCustomer(scope.owner, customer, id))

/** A subscription and its bill after a change, with the events of the change. */
export interface BillingChange extends Pick<BillingState, 'subscription' | 'bill'> {
  readonly events: readonly SubscriptionEvent[]
}

/**
 * One round trip, all or nothing: updates a subscription and its bill and ends the lease. Returns `stale` if the subscription has changed since
 * it was read, and the caller must read it again, or the reason why a new payment method cannot be charged.
 *
 * @param before as it was read
 * @param note written if the change is
 */
export const updateBillingState = async (
  { database, owner, sign, cause: requestId }: StoreScope,
  before: BillingState,
  after: BillingChange,
  note: AuditNote | null = null,
): Promise<'updated' | 'stale' | MissingWallet> => {
  const { id, version } = before.subscription
  const method = changedMethod(before, after)
  const asRead = all(
    subscriptionById(owner, id),
    sql('version = ?', version),
    method === null ? sql('TRUE') : methodExists(owner, method),
  )
  const isAsRead = sql(`EXISTS (SELECT 1 FROM subscriptions WHERE ${asRead.sql})`, ...asRead.values)
  const { subscription, bill, events } = after
  const cause = { at: subscription.updated, requestId }
  const {
    method: [found],
    updated,
  } = await database.named({
    method: method && lookUpWallet(owner, method),
    bill:
      bill &&
      sql(
        `UPDATE bills SET ${changingBillColumns.assignments}
         WHERE subscription = ? AND period = ? AND ${isAsRead.sql}`,
        ...changingBillColumns.encode(bill),
        bill.subscription,
        bill.period,
        ...isAsRead.values,
      ),
    audit: note && appendAuditIf(isAsRead, owner.account, sign(note)),
    events: events.length === 0 ? null : announceSubscription(owner, after, events, cause, isAsRead),
    updated: sql(
      `UPDATE subscriptions SET ${changingColumns.assignments}, leased = NULL, version = version + 1
       WHERE ${asRead.sql} RETURNING id`,
      ...changingColumns.encode(subscription),
      ...asRead.values,
    ),
  })
  const missing = method && missingWalletReason(method, found)
  if (missing !== null) return missing
  return updated.length > 0 ? 'updated' : 'stale'
}

/** The payment method of the change, if it differs from the previous one. */
const changedMethod = (
  { subscription: { wallet: before } }: BillingState,
  { subscription: { customer, wallet } }: BillingChange,
): StoredReference | null => (wallet === null || wallet === before ? null : { customer, wallet })

const methodExists = (owner: Owner, method: StoredReference): Statement => {
  const source = walletSource(owner, method)
  return sql(`EXISTS (${source.sql})`, ...source.values)
}

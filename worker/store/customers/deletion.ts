import { appendAuditIf } from '../sql/audit.ts'
import { isCheckoutOpen } from '../checkouts/openState.ts'
import { announceCustomer } from './customerEvents.ts'
import { customerExists, customerById } from './customers.ts'
import { all, sql } from '../sql/database.ts'
import type { Cause } from '../events/rowEvents.ts'
import { announceSubscriptionRows } from '../subscriptions/subscriptionEvents.ts'
import { announceWalletEntry } from './walletEvents.ts'
import type { AuditEntry, AuditNote } from '../sql/audit.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { StoreScope } from '../sql/scope.ts'

/**
 * Cancels the subscriptions of a customer if `condition` is true, and inserts the events. A charge in progress finishes, and the sweep
 * records its outcome. An open bill without a charge in progress is dropped.
 */
const cancelSubscriptions = (
  { account, mode }: Owner,
  customer: string,
  { at, requestId }: Cause,
  condition: Statement,
): readonly Statement[] => {
  const ongoing = sql(
    `subscriptions.customer = ? AND subscriptions.account = ? AND subscriptions.mode = ?
     AND subscriptions.status NOT IN ('completed', 'canceled') AND ${condition.sql}`,
    customer,
    account,
    mode,
    ...condition.values,
  )
  return [
    sql(
      `UPDATE bills SET status = 'dropped', again = NULL, extra = 0, updated = ?
       WHERE (subscription, period) IN (SELECT id, period FROM subscriptions WHERE ${ongoing.sql})
         AND asking = 0 AND status <> 'paid'`,
      at,
      ...ongoing.values,
    ),
    sql(
      `UPDATE subscriptions SET status = 'canceled', canceled = ?, resumesAt = NULL, newMethod = 0, updated = ?, version = version + 1,
         due = iif(EXISTS (SELECT 1 FROM bills WHERE bills.subscription = subscriptions.id
                             AND bills.period = subscriptions.period AND bills.asking = 1), due, NULL)
       WHERE ${ongoing.sql}`,
      at,
      at,
      ...ongoing.values,
    ),
    // Subscriptions that were canceled earlier have their event already.
    announceSubscriptionRows({
      type: 'subscription.canceled',
      which: all(
        sql(
          "customer = ? AND account = ? AND mode = ? AND subscriptions.status = 'canceled' AND canceled = ?",
          customer,
          account,
          mode,
          at,
        ),
        condition,
      ),
      at,
      requestId,
    }),
  ]
}

/** Cancels the customer's open checkouts, which could not create a subscription or save a card any more. */
const cancelCheckouts = ({ account, mode }: Owner, customer: string, at: number, condition: Statement): Statement =>
  sql(
    `UPDATE checkouts SET canceled = ?, announceExpiry = NULL WHERE customer = ? AND account = ? AND mode = ? AND ${isCheckoutOpen}
       AND NOT EXISTS (SELECT 1 FROM checkoutCompletions WHERE checkout = checkouts.id) AND ${condition.sql}`,
    at,
    customer,
    account,
    mode,
    at,
    ...condition.values,
  )

/**
 * Statements that cancel a customer's subscriptions and open checkouts, delete its payment methods with their sealed values and keys, and
 * delete the customer. Without an effect if the customer does not exist or is deleted. The last one returns a row if they deleted it.
 *
 * Each event stands before its deletion, with the same condition, so that its snapshot has the row before the deletion.
 */
export const customerDeletion = (owner: Owner, id: string, audit: AuditEntry): readonly Statement[] => {
  const { account, mode } = owner
  const { at, requestId } = audit
  const where = customerById(owner, id)
  const exists = customerExists(owner, id)
  const entries = all(
    sql(
      'walletEntries.customer = ? AND walletEntries.account = ? AND walletEntries.mode = ? AND walletEntries.deleted IS NULL',
      id,
      account,
      mode,
    ),
    exists,
  )
  return [
    ...cancelSubscriptions(owner, id, audit, exists),
    cancelCheckouts(owner, id, at, exists),
    announceWalletEntry({ type: 'wallet.deleted', which: entries, at, requestId }),
    sql(
      `UPDATE walletEntries SET deleted = ?, isDefault = 0, sealedPan = NULL, wrappedPanKey = NULL WHERE ${entries.sql}`,
      at,
      ...entries.values,
    ),
    sql(
      `UPDATE counters SET total = total - 1 WHERE account = ? AND mode = ? AND name = 'customers' AND ${exists.sql}`,
      account,
      mode,
      ...exists.values,
    ),
    appendAuditIf(exists, account, audit),
    announceCustomer({ type: 'customer.deleted', which: where, at, requestId }),
    sql(
      `UPDATE customers SET deleted = ?, updated = ?, stored = 0 WHERE ${where.sql} RETURNING id`,
      at,
      at,
      ...where.values,
    ),
  ]
}

/** One round trip. False if the account has no such customer in this mode, or has deleted it. */
export const softDeleteCustomer = async (
  { database, owner, sign }: StoreScope,
  id: string,
  note: AuditNote,
): Promise<boolean> => (await database.batch(customerDeletion(owner, id, sign(note)))).at(-1)?.length === 1

import type { AuditEntry } from './audit.ts'
import { appendAuditIf } from './audit.ts'
import { customerExists, theCustomer } from './customers.ts'
import type { Database, Statement } from './database.ts'
import { sql } from './database.ts'
import type { Owner } from './owner.ts'

/**
 * Cancels all that a customer has subscribed to, where `condition` is true. A charge that is under way finishes, and the sweep writes down
 * what it came to; what nobody asks for at this moment is not asked for again.
 */
const cancelSubscriptions = (
  { account, mode }: Owner,
  customer: string,
  at: number,
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
  ]
}

/** Closes what waits to be paid by the customer: nobody could pay for a subscription that is not to be. */
const cancelCheckouts = ({ account, mode }: Owner, customer: string, at: number, condition: Statement): Statement =>
  sql(
    `UPDATE checkouts SET canceled = ? WHERE customer = ? AND account = ? AND mode = ? AND canceled IS NULL AND expires > ?
       AND NOT EXISTS (SELECT 1 FROM checkoutCompletions WHERE checkout = checkouts.id) AND ${condition.sql}`,
    at,
    customer,
    account,
    mode,
    at,
    ...condition.values,
  )

/**
 * The statements that delete a customer, in this order: subscriptions and open checkouts are canceled, payment methods lose their sealed values and the keys to
 * them. Where there is no such customer, or none any more, they do nothing. The last one returns a row where they deleted.
 */
export const customerDeletion = (owner: Owner, id: string, audit: AuditEntry): readonly Statement[] => {
  const { account, mode } = owner
  const { at } = audit
  const own = theCustomer(owner, id)
  const exists = customerExists(owner, id)
  return [
    ...cancelSubscriptions(owner, id, at, exists),
    cancelCheckouts(owner, id, at, exists),
    sql(
      `UPDATE walletEntries SET deleted = ?, isDefault = 0, sealedPan = NULL, wrappedPanKey = NULL
       WHERE customer = ? AND account = ? AND mode = ? AND deleted IS NULL AND ${exists.sql}`,
      at,
      id,
      account,
      mode,
      ...exists.values,
    ),
    sql(
      `UPDATE counters SET total = total - 1 WHERE account = ? AND mode = ? AND name = 'customers' AND ${exists.sql}`,
      account,
      mode,
      ...exists.values,
    ),
    appendAuditIf(exists, account, audit),
    sql(
      `UPDATE customers SET deleted = ?, updated = ?, stored = 0 WHERE ${own.sql} RETURNING id`,
      at,
      at,
      ...own.values,
    ),
  ]
}

/** One round trip. False where the account has no such customer in this mode, or has deleted it. */
export const deleteCustomer = async (
  database: Database,
  owner: Owner,
  id: string,
  audit: AuditEntry,
): Promise<boolean> => (await database.batch(customerDeletion(owner, id, audit))).at(-1)?.length === 1

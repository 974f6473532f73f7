import { all, sql } from '../sql/database.ts'
import type { Cause } from '../events/rowEvents.ts'
import { nextVersion, announceSubscriptionRows } from './subscriptionEvents.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'

/** Updates of subscriptions after a change of payment methods. */

/**
 * Retries past-due and unpaid subscriptions of a customer at once with the new default payment method, if `changed` is true. Subscriptions that
 * refer to an entry get an event, which stands before the UPDATE that clears the reference.
 */
export const retryWithNewDefault = (
  { account, mode }: Owner,
  customer: string,
  cause: Cause,
  changed: Statement,
): readonly [event: Statement, update: Statement] => {
  const { at } = cause
  const due = sql('min(coalesce(due, ?), ?)', at, at)
  const waiting = all(
    sql(
      "customer = ? AND account = ? AND mode = ? AND subscriptions.status IN ('past_due', 'unpaid')",
      customer,
      account,
      mode,
    ),
    changed,
  )
  return [
    announceSubscriptionRows({
      ...cause,
      type: 'subscription.updated',
      which: all(waiting, sql('wallet IS NOT NULL')),
      occasion: nextVersion,
      changed: { wallet: sql('NULL'), due },
    }),
    sql(
      `UPDATE subscriptions SET wallet = NULL, newMethod = 1, due = ${due.sql}, version = version + 1, updated = ? WHERE ${waiting.sql}`,
      ...due.values,
      at,
      ...waiting.values,
    ),
  ]
}

/** States of subscriptions that will be charged, so that their payment method cannot be deleted. */
export const chargeableStates = "('active', 'past_due', 'paused')"

import { all, sql } from '../sql/database.ts'
import type { Cause } from '../events/rowEvents.ts'
import { nextVersion, announceSubscriptionRows } from './subscriptionEvents.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'

/** What a change of payment methods changes in subscriptions. */

/**
 * Past-due and unpaid subscriptions of a customer are retried at once with the new default payment method, if `changed` is true. For those
 * that name an entry this is a change, which is announced before the UPDATE, since the name is known only then.
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

/** States of subscriptions whose payment method cannot be deleted: they go on being charged. */
export const chargeableStates = "('active', 'past_due', 'paused')"

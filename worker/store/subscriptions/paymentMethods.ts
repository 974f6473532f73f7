import { all, sql } from '../sql/database.ts'
import type { Cause } from '../events/rowEvents.ts'
import { nextVersion, subscriptionEvent } from './subscriptionEvents.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'

/** Subscriptions, as far as it matters to those who change payment methods. */

/**
 * The subscriptions of a customer that wait for another payment method are tried with the new default one, at once, where `changed` is
 * true. To those that named one of their own, this is a change of it: announced first, since afterwards nobody knows that they did.
 */
export const tryNewDefault = (
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
    subscriptionEvent({
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

/** Subscriptions that a payment method cannot be taken from: they would go on being charged. */
export const living = "('active', 'past_due', 'paused')"

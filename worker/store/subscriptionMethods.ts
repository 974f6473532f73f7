import type { Statement } from './database.ts'
import { sql } from './database.ts'
import type { Owner } from './owner.ts'

/** Subscriptions, as far as it matters to those who change payment methods. */

/** The subscriptions of a customer that wait for another payment method are tried with the new default one, at once. */
export const tryNewDefault = ({ account, mode }: Owner, customer: string, at: number, changed: Statement): Statement =>
  sql(
    `UPDATE subscriptions SET wallet = NULL, newMethod = 1, due = min(coalesce(due, ?), ?), version = version + 1, updated = ?
     WHERE customer = ? AND account = ? AND mode = ? AND status IN ('past_due', 'unpaid') AND ${changed.sql}`,
    at,
    at,
    at,
    customer,
    account,
    mode,
    ...changed.values,
  )

/** Subscriptions that a payment method cannot be taken from: they would go on being charged. */
export const living = "('active', 'past_due', 'paused')"

import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { isDue } from '../sql/ownedRows.ts'
import type { Claim } from '../sql/ownedRows.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { billingStateColumns, decodeBillingState } from './billingState.ts'
import type { BillingState } from './billingState.ts'

/** A condition: the subscription is due, no other claim has leased it, and its account is not suspended. */
export const isBillable = (scope: Pick<OwnerScope, 'owner'>, nowMs: number): Statement =>
  all(
    isDue(scope, nowMs),
    sql('leased IS NULL OR leased <= ?', nowMs),
    sql('account NOT IN (SELECT id FROM accounts WHERE suspended <> 0)'),
  )

/**
 * One round trip: leases due subscriptions, the oldest first: concurrent claims share the work, and the lease of one that crashed expires.
 * Subscriptions of suspended accounts wait.
 */
export const claimDueSubscriptions = async (
  scope: OwnerScope,
  { nowMs, leaseUntil, limit }: Claim,
): Promise<BillingState[]> => {
  const billable = isBillable(scope, nowMs)
  const rows = await scope.database.rows(
    sql(
      `UPDATE subscriptions SET leased = ?, version = version + 1
       WHERE id IN (SELECT id FROM subscriptions WHERE ${billable.sql} ORDER BY due LIMIT ?)
       RETURNING ${billingStateColumns}`,
      leaseUntil,
      ...billable.values,
      limit,
    ),
  )
  return rows.map(decodeBillingState)
}

import { sql } from '../sql/database.ts'
import { defineColumns, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import { isDue } from '../sql/ownedRows.ts'
import type { Claim } from '../sql/ownedRows.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { checkoutById } from './checkoutById.ts'

/** A checkout whose completion or receipt may be missing. */
const dueColumns = defineColumns({
  id: text,
  /** The API key that created it. */
  key: text,
})

export type DueCheckout = RowOf<typeof dueColumns>

/** One round trip: leases due checkouts, the oldest first. */
export const claimDueCheckouts = async (
  scope: OwnerScope,
  { nowMs, leaseUntil, limit }: Claim,
): Promise<DueCheckout[]> => {
  const due = isDue(scope, nowMs)
  const rows = await scope.database.rows(
    sql(
      `UPDATE checkouts SET due = ? WHERE id IN (SELECT id FROM checkouts WHERE ${due.sql} ORDER BY due LIMIT ?) RETURNING ${dueColumns.list()}`,
      leaseUntil,
      ...due.values,
      limit,
    ),
  )
  return rows.map(dueColumns.decode)
}

/**
 * One round trip: clears `due` of a completed checkout, unless an attempt was inserted since the lease.
 *
 * @param attempts the number that the sweep has read. An attempt inserted at the time of the lease has the same `due` as the lease
 */
export const clearDue = async (
  { database, owner }: OwnerScope,
  id: string,
  leased: number,
  attempts: number,
): Promise<void> => {
  const where = checkoutById(owner, id)
  await database.batch([
    sql(
      `UPDATE checkouts SET due = NULL WHERE ${where.sql} AND due = ? AND (SELECT count(*) FROM checkoutTries WHERE checkout = checkouts.id) = ?`,
      ...where.values,
      leased,
      attempts,
    ),
  ])
}

import { all, sql } from '../sql/database.ts'
import { defineColumns, integer } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import { isOwned } from '../sql/ownedRows.ts'
import { recount } from './amounts.ts'
import { nextEventNumbers } from './eventNumbers.ts'
import { announceExpiry } from './transactionEvents.ts'
import type { Statement } from '../sql/database.ts'
import type { OwnerScope, ShardScope } from '../sql/scope.ts'

/** A payment whose authorization has expired. */
const lapsedColumns = defineColumns({ id: integer, expires: integer })

export type Lapsed = RowOf<typeof lapsedColumns>

/** A condition: the payment's authorization has expired, and no operation is pending. */
export const isLapsed = (scope: OwnerScope, nowMs: number): Statement =>
  all(
    sql(
      `status IN ('authorized', 'partially_captured') AND awaitsScan = 0 AND expires <= ? AND held = 0 AND capturing = 0 AND crediting = 0`,
      nowMs,
    ),
    isOwned(scope),
  )

/** Of `transaction.expired`: a partially captured payment has none, since it stays captured. */
const event = nextEventNumbers('root')

/** One round trip: payments whose authorization has expired, the oldest first. */
export const findLapsed = async (scope: OwnerScope, nowMs: number, limit: number): Promise<Lapsed[]> => {
  const lapsed = isLapsed(scope, nowMs)
  const rows = await scope.database.rows(
    sql(
      `SELECT ${lapsedColumns.list()} FROM transactions WHERE ${lapsed.sql} ORDER BY expires LIMIT ?`,
      ...lapsed.values,
      limit,
    ),
  )
  return rows.map(lapsedColumns.decode)
}

/**
 * One round trip: expires a payment whose authorization has expired and inserts the reversal that releases the rest of the hold. A
 * concurrent capture is either earlier or rejected. Returns whether this call expired the payment.
 */
export const expirePayment = async (
  { database }: ShardScope,
  payment: number,
  { releaseId, at }: { readonly releaseId: number; readonly at: number },
): Promise<boolean> => {
  const lapsed = all(
    sql('id = ?', payment),
    sql("status IN ('authorized', 'partially_captured')"),
    sql('expires <= ?', at),
    sql('held = 0 AND capturing = 0 AND crediting = 0'),
  )
  // By the released amount: if no row was inserted, the id may belong to another operation, such as a concurrent void.
  const expired = sql(
    "SELECT id FROM operations WHERE id = ? AND target = ? AND type = 'reversal' AND released > 0",
    releaseId,
    payment,
  )
  const results = await database.batch([
    sql(
      `INSERT INTO operations
         (id, transactionId, account, mode, type, status, amount, storedRef, target, released, due, storedRequestId, created, updated,
          eventSequence, eventPosition)
       SELECT ?, payment.id, payment.account, payment.mode, 'reversal', 'pending', payment.approved - payment.captured - payment.released,
              root.processorRef, root.id, payment.approved - payment.captured - payment.released, ?, root.storedRequestId, ?, ?,
              iif(payment.captured = 0, ${event.sequence}, NULL), ${event.position}
       FROM (SELECT * FROM transactions WHERE ${lapsed.sql}) AS payment JOIN operations AS root ON root.id = payment.id`,
      releaseId,
      at,
      at,
      at,
      ...lapsed.values,
    ),
    // A partially captured payment stays captured, without a capturable amount.
    sql(
      `UPDATE transactions SET status = 'expired' WHERE id = ? AND captured = 0 AND EXISTS (${expired.sql})`,
      payment,
      ...expired.values,
    ),
    recount(sql(`SELECT target FROM operations WHERE id = ? AND target = ?`, releaseId, payment), at),
    announceExpiry(payment, releaseId, at),
    expired,
  ])
  return results.at(-1)?.length === 1
}

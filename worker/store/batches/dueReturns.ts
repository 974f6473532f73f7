import { all, sql } from '../sql/database.ts'
import { defineColumns, integer } from '../sql/row.ts'
import { recount } from '../transactions/amounts.ts'
import { inScope } from '../sql/sweepScope.ts'
import { announceDisputes, announceOutcomes } from '../transactions/transactionEvents.ts'
import type { Statement } from '../sql/database.ts'
import type { SweepScope } from '../sql/sweepScope.ts'

/** A condition: the operation's scheduled return or dispute is due. */
export const isReturnDue = (scope: SweepScope, nowMs: number): Statement =>
  all(sql('foreseenAt <= ?', nowMs), inScope(scope))

const idColumn = defineColumns({ id: integer })

/**
 * Applies at most `limit` due returns and disputes to settled operations and returns their number: two round trips, of which the second is
 * all or nothing and skips operations that a concurrent call has processed.
 *
 * The return of a capture sets its payment to `returned`. The return of a credit removes it from the payment's sums; that of an unreferenced
 * credit sets its transaction to `returned`. A dispute sets the time `disputed`.
 */
export const updateDueReturns = async (scope: SweepScope, nowMs: number, limit: number): Promise<number> => {
  const isDue = isReturnDue(scope, nowMs)
  const rows = await scope.database.rows(
    sql(`SELECT id FROM operations WHERE ${isDue.sql} ORDER BY foreseenAt LIMIT ?`, ...isDue.values, limit),
  )
  if (rows.length === 0) return 0
  const found = rows.map((row) => idColumn.decode(row).id)
  const ids = JSON.stringify(found)
  const due = sql(
    "operations.id IN (SELECT value FROM json_each(?)) AND operations.foreseenAt <= ? AND operations.status = 'settled'",
    ids,
    nowMs,
  )
  await scope.database.batchWithRetry([
    sql(
      `UPDATE transactions SET disputed = coalesce(disputed, operations.foreseenAt) FROM operations
       WHERE operations.transactionId = transactions.id AND operations.foreseen ->> 'event' = 'disputed' AND ${due.sql}`,
      ...due.values,
    ),
    sql(
      `UPDATE transactions SET status = 'returned' FROM operations
       WHERE operations.transactionId = transactions.id AND operations.foreseen ->> 'event' = 'returned'
         AND (operations.type = 'capture' OR transactions.type = 'credit') AND ${due.sql}`,
      ...due.values,
    ),
    sql(
      `UPDATE operations SET status = 'returned', responseCode = coalesce(foreseen ->> 'code', responseCode), updated = ?
       WHERE foreseen ->> 'event' = 'returned' AND ${due.sql}`,
      nowMs,
      ...due.values,
    ),
    sql('UPDATE operations SET foreseenAt = NULL WHERE id IN (SELECT value FROM json_each(?))', ids),
    recount(sql('SELECT transactionId FROM operations WHERE id IN (SELECT value FROM json_each(?))', ids), nowMs),
    announceOutcomes(found, nowMs, sql('NULL')),
    announceDisputes(found, nowMs),
  ])
  return rows.length
}

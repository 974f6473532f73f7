import { all, sql } from '../sql/database.ts'
import { recount } from '../transactions/amounts.ts'
import { inScope } from '../sql/sweepScope.ts'
import { announceDisputes, announceOutcomes } from '../transactions/transactionEvents.ts'
import type { Statement } from '../sql/database.ts'
import type { SweepScope } from '../sql/sweepScope.ts'

/** True of operations of which something was foreseen whose time has come. */
export const isReturnDue = (scope: SweepScope, nowMs: number): Statement =>
  all(sql('foreseenAt <= ?', nowMs), inScope(scope))

/**
 * Lets come true what was foreseen of settled operations, at most `limit` of them: two round trips, of which the second does all or
 * nothing, and nothing to what somebody else did meanwhile. Answers how many.
 *
 * A returned capture takes the payment with it; a returned credit counts no more, so that the payment is where it was before, and a payout
 * that was returned is no payment any more. A dispute is noted.
 */
export const applyDueReturns = async (scope: SweepScope, nowMs: number, limit: number): Promise<number> => {
  const comes = isReturnDue(scope, nowMs)
  const rows = await scope.database.rows(
    sql(`SELECT id FROM operations WHERE ${comes.sql} ORDER BY foreseenAt LIMIT ?`, ...comes.values, limit),
  )
  if (rows.length === 0) return 0
  const found = rows.map(({ id }) => id as number)
  const ids = JSON.stringify(found)
  const due = sql(
    "operations.id IN (SELECT value FROM json_each(?)) AND operations.foreseenAt <= ? AND operations.status = 'settled'",
    ids,
    nowMs,
  )
  await scope.database.repeatable([
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

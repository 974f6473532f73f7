import { sql } from '../sql/database.ts'
import { advanceScan, findScanEnd, isUnscanned, scanPosition } from '../sql/sweepPositions.ts'
import type { ScanRange } from '../sql/sweepPositions.ts'
import type { Statement } from '../sql/database.ts'
import type { ShardScope } from '../sql/scope.ts'

/** Scans of operations and holds by their ids: `worker/store/sql/sweepPositions.ts` has the reason. */

/** The rest of a hold's life when its scan comes, in milliseconds. A hold with less has its entry from the beginning. */
const longHoldMs = 4 * 24 * 3_600_000

/**
 * The value of `awaitsScan` of a payment with its hold, as SQL. Most holds are captured before their scan, and never have an entry.
 *
 * @param expires milliseconds since 1970; null for a payment without a hold
 * @param payment table or alias of `transactions`
 */
export const holdAwaitsScan = (expires: number | null, at: number, payment = 'transactions'): string =>
  expires === null || expires - at < longHoldMs
    ? '0'
    : `(${payment}.awaitsScan AND ${payment}.id > ${scanPosition('holds')})`

/** Adds payments to the use of quotas. @param range the ids of their first operations, which this batch scans */
const countPayments = (range: Statement): Statement[] => [
  sql(
    `INSERT INTO usage (account, mode, name, total)
     SELECT account, mode, 'payments', count(*) FROM transactions WHERE ${range.sql} AND isCounted = 0 GROUP BY account, mode
     ON CONFLICT DO UPDATE SET total = total + excluded.total`,
    ...range.values,
  ),
  sql(
    `INSERT INTO usage (account, mode, name, total)
     SELECT account, mode, 'bytes', sum(length(orderData)) AS bytes FROM transactions
     WHERE ${range.sql} AND isCounted = 0 AND orderData IS NOT NULL GROUP BY account, mode
     ON CONFLICT DO UPDATE SET total = total + excluded.total`,
    ...range.values,
  ),
]

/**
 * Two round trips: gives the next operations of a shard that are still pending their entry in the index of due ones, and counts their payments. Safe to
 * repeat and to run concurrently. False if there was none.
 */
export const scanOperations = async (scope: ShardScope, range: ScanRange): Promise<boolean> => {
  const last = await findScanEnd(scope, 'operations', 'operations', range)
  if (last === null) return false
  const unscanned = isUnscanned('operations', last)
  await scope.database.batchWithRetry([
    sql(
      `UPDATE operations SET awaitsScan = 0 WHERE ${unscanned.sql} AND awaitsScan = 1 AND due IS NOT NULL`,
      ...unscanned.values,
    ),
    ...countPayments(unscanned),
    advanceScan('operations', last),
  ])
  return true
}

/** Two round trips: gives the next payments of a shard that are still authorized their entry in the index of holds. The same otherwise. */
export const scanHolds = async (scope: ShardScope, range: ScanRange): Promise<boolean> => {
  const last = await findScanEnd(scope, 'holds', 'transactions', range)
  if (last === null) return false
  const unscanned = isUnscanned('holds', last)
  await scope.database.batchWithRetry([
    sql(
      `UPDATE transactions SET awaitsScan = 0
       WHERE ${unscanned.sql} AND awaitsScan = 1 AND status IN ('authorized', 'partially_captured')`,
      ...unscanned.values,
    ),
    advanceScan('holds', last),
  ])
  return true
}

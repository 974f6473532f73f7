import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { ShardScope } from '../sql/scope.ts'
import { advanceScan, findScanEnd, isUnscanned } from '../sql/sweepPositions.ts'
import type { ScanRange } from '../sql/sweepPositions.ts'

/** An SQL expression: the UTC day of an operation in days since 1970. */
export const dayOf = 'operations.created / 86400000'

/** An SQL expression: the currency of an operation. */
export const currencyOf = '(SELECT currency FROM transactions WHERE transactions.id = operations.transactionId)'

/** The number of unscanned operations at which they are due, however young they are. It bounds what a read of figures adds up itself. */
const mostUnscanned = 2_000

/**
 * Queries for operations that are due to be added to the figures: an old one, or many. A scan writes a row for each figure of an account that
 * has new operations, so waiting makes it cheaper.
 *
 * The operations are counted only if one of the last minutes is among them: the number that a former query has counted grows by new ones.
 *
 * @param oldUntil the last id that is due by its age
 * @param recentFrom the first id that a former query may not have seen
 * @param until the last id that may be added
 */
export const dueForFigures = (oldUntil: number, recentFrom: number, until: number): readonly Statement[] => {
  const old = isUnscanned('figures', oldUntil)
  const all = isUnscanned('figures', until)
  return [
    sql(`SELECT 1 FROM operations WHERE ${old.sql} LIMIT 1`, ...old.values),
    sql(
      `SELECT 1 FROM operations WHERE ${all.sql} AND EXISTS (SELECT 1 FROM operations AS recent WHERE recent.id BETWEEN ? AND ?)
       LIMIT 1 OFFSET ${mostUnscanned}`,
      ...all.values,
      recentFrom,
      until,
    ),
  ]
}

/**
 * Two round trips: adds the next operations of a shard to the figures of their days. Triggers correct them from then on
 * (worker/store/migrations/0022_figures.sql). Safe to repeat and to run concurrently. False if there was none.
 */
export const addToFigures = async (scope: ShardScope, range: ScanRange): Promise<boolean> => {
  const last = await findScanEnd(scope, 'figures', 'operations', range)
  if (last === null) return false
  const unscanned = isUnscanned('figures', last)
  await scope.database.batchWithRetry([
    sql(
      `INSERT INTO dailyFigures (account, mode, day, currency, figure, operations, amount)
       SELECT account, mode, ${dayOf} AS day, ${currencyOf} AS currency, figure, count(*), sum(amount) FROM operations
       WHERE ${unscanned.sql} AND inFigures = 0 AND figure IS NOT NULL GROUP BY 1, 2, 3, 4, 5
       ON CONFLICT DO UPDATE SET operations = operations + excluded.operations, amount = amount + excluded.amount`,
      ...unscanned.values,
    ),
    advanceScan('figures', last),
  ])
  return true
}

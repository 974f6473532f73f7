import { all, sql } from './database.ts'
import type { Statement } from './database.ts'
import type { ShardScope } from './scope.ts'

/**
 * The rows that one sweep processes. Time passes for each row by one clock: that of its account's test mode where it has one of its own,
 * and the real one for all others. A sweep has one clock, so it processes the rows of that clock and no others.
 */
export type SweepScope = ShardScope & SweptRows

export type SweptRows =
  | { readonly of: 'shard' }
  /** The test mode of one account. */
  | { readonly of: 'testAccount'; readonly account: string }

/** A condition on the rows of a table with the columns account and mode, for every query of what is due. */
export const inScope = (rows: SweptRows): Statement =>
  rows.of === 'shard'
    ? sql("(mode = 'live' OR account NOT IN (SELECT id FROM accounts WHERE testClockOffset <> 0))")
    : sql("mode = 'test' AND account = ?", rows.account)

/** True of rows whose column `due` has come. */
export const isDue = (rows: SweptRows, nowMs: number): Statement => all(sql('due <= ?', nowMs), inScope(rows))

import { all, sql } from './database.ts'
import type { Statement } from './database.ts'
import type { ShardScope } from './scope.ts'

/**
 * The rows that one sweep processes. Each row has one clock: the account's test clock if it is set and the row is in test mode, else real
 * time. A sweep has one clock and processes only the rows of that clock.
 */
export type SweepScope = ShardScope & SweptRows

export type SweptRows =
  | { readonly of: 'shard' }
  /** The test mode of one account. */
  | { readonly of: 'testAccount'; readonly account: string }

/** A condition on a table with the columns account and mode, for all queries of due rows. */
export const inScope = (rows: SweptRows): Statement =>
  rows.of === 'shard'
    ? sql("(mode = 'live' OR account NOT IN (SELECT id FROM accounts WHERE testClockOffset <> 0))")
    : sql("mode = 'test' AND account = ?", rows.account)

/** A condition: the column `due` is not in the future. */
export const isDue = (rows: SweptRows, nowMs: number): Statement => all(sql('due <= ?', nowMs), inScope(rows))

import type { Statement } from './database.ts'
import { all, sql } from './database.ts'

/**
 * Whose rows a sweep drives. Time passes for each row by one clock: that of its account's test mode where it has one of its own, and the
 * real one for all others. A sweep has one now, so it reaches the rows of one clock and no others.
 */
export type SweepScope =
  | { readonly of: 'shard' }
  /** The test mode of one account. */
  | { readonly of: 'testAccount'; readonly account: string }

/** A condition on the rows of a table with the columns account and mode. Stands in every condition that tells what is due. */
export const inScope = (reach: SweepScope): Statement =>
  reach.of === 'shard'
    ? sql("(mode = 'live' OR account NOT IN (SELECT id FROM accounts WHERE testClockOffset <> 0))")
    : sql("mode = 'test' AND account = ?", reach.account)

/** True of rows whose column `due` says that their time has come. */
export const isDue = (reach: SweepScope, nowMs: number): Statement => all(sql('due <= ?', nowMs), inScope(reach))

import type { RateLimit } from '#contract/rateLimits'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope } from '../sql/scope.ts'

/**
 * Counts a code that an account tries: one round trip. Answers whether it may. Every try counts until it turns out to be a right one, so
 * that any number at once get no further than so many in a row.
 */
export const tryCode = async (
  { database, owner: { account, mode } }: OwnerScope,
  { quota, window }: RateLimit,
  nowMs: number,
): Promise<boolean> => {
  const since = nowMs - window * 1000
  const row = await database.row(
    sql(
      `INSERT INTO codeAttempts (account, mode, attempts, since) VALUES (?1, ?2, 1, ?3)
       ON CONFLICT DO UPDATE SET attempts = iif(since <= ?4, 1, attempts + 1), since = iif(since <= ?4, ?3, since)
       RETURNING attempts`,
      account,
      mode,
      nowMs,
      since,
    ),
  )
  return (row?.['attempts'] as number) <= quota
}

/** The last try was a right one, and none of a guesser's. For the batch that registers what the code opened. */
export const codeOpened = ({ account, mode }: Owner): Statement =>
  sql('UPDATE codeAttempts SET attempts = attempts - 1 WHERE account = ? AND mode = ?', account, mode)

import type { RateLimit } from '#contract/rateLimits'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { integer } from '../sql/row.ts'
import type { OwnerScope } from '../sql/scope.ts'

/**
 * One round trip: counts an attempt to pair by a code, and returns whether it is within the limit. Attempts are counted before their result,
 * so concurrent attempts cannot exceed the limit.
 *
 * @param nowMs real time, since a test clock could be moved past the window. A window that begins later is of a test clock, and ends.
 */
export const countPairingAttempt = async (
  { database, owner: { account, mode } }: OwnerScope,
  { quota, window }: RateLimit,
  nowMs: number,
): Promise<boolean> => {
  const since = nowMs - window * 1000
  const row = await database.row(
    sql(
      `INSERT INTO codeAttempts (account, mode, attempts, since) VALUES (?1, ?2, 1, ?3)
       ON CONFLICT DO UPDATE SET attempts = iif(since <= ?4 OR since > ?3, 1, attempts + 1), since = iif(since <= ?4 OR since > ?3, ?3, since)
       RETURNING attempts`,
      account,
      mode,
      nowMs,
      since,
    ),
  )
  return integer.read(row?.['attempts'], 'attempts') <= quota
}

/** Uncounts an attempt that was no guess, in a batch: of a name that no device shows, or of a pairing that a device confirms. */
export const uncountPairingAttempt = ({ account, mode }: Owner, condition = sql('1')): Statement =>
  sql(
    `UPDATE codeAttempts SET attempts = max(attempts - 1, 0) WHERE account = ? AND mode = ? AND ${condition.sql}`,
    account,
    mode,
    ...condition.values,
  )

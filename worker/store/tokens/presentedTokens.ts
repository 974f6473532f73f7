import { isWithinTokenRetention } from '#contract/tokens/tokenTime'
import { all, sql } from '../sql/database.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, flag, integer } from '../sql/row.ts'

/** A token that a request presents. The batch that uses it deletes its row, with the CVV. */
export interface PresentedToken {
  readonly id: string
  readonly secretHash: string
  /** The keys of a card and of a check: only the token's row has its method. */
  readonly wrappedPanKey: string
  readonly wrappedCheckKey: string
  /** Real time, milliseconds since 1970. */
  readonly presentedAt: number
}

/** A WHERE condition on `tokens`: the presented token, if it is the owner's and has not expired. */
export const isUsableToken = (
  { account, mode }: Owner,
  { id, secretHash }: Pick<PresentedToken, 'id' | 'secretHash'>,
  nowMs: number,
): Statement =>
  sql(
    'tokens.id = ? AND tokens.account = ? AND tokens.mode = ? AND tokens.secretHash = ? AND tokens.expires > ?',
    id,
    account,
    mode,
    secretHash,
    nowMs,
  )

/**
 * Spends a token by deleting its row, if the batch has inserted what it is spent on. At most one of concurrent batches inserts that, since it
 * selects the token's row.
 *
 * @param token a condition on `tokens`
 * @param inserted a condition
 */
export const spendToken = (token: Statement, inserted: Statement): Statement => {
  const spent = all(token, inserted)
  return sql(`DELETE FROM tokens WHERE ${spent.sql}`, ...spent.values)
}

const tokenColumns = defineColumns({ matches: flag, expires: integer })

/** Selects the row of a token's id, of any owner, for `missingTokenReason`. Stands before the statement that spends the token. */
export const lookUpToken = ({ account, mode }: Owner, { id, secretHash }: PresentedToken): Statement =>
  sql(
    'SELECT account = ? AND mode = ? AND secretHash = ? AS matches, expires FROM tokens WHERE id = ?',
    account,
    mode,
    secretHash,
    id,
  )

export type MissingToken = 'token_not_found' | 'token_expired' | 'token_used'

/**
 * The reason why a token cannot be used. Null if it can.
 *
 * A used token has no row. Unused ones have theirs during the whole retention, so an id from within it without a row was used, by an owner and
 * with a secret that are unknown. Or it was never issued: the error is the same and harmless, since such a token cannot pay.
 *
 * @param found row of `lookUpToken`
 * @param nowMs by the account's clock, which expires tokens. Their ids have real time.
 */
export const missingTokenReason = (
  { id, presentedAt }: PresentedToken,
  found: Row | null,
  nowMs: number,
): MissingToken | null => {
  const row = found && tokenColumns.decode(found)
  if (row === null) return isWithinTokenRetention(id, presentedAt) ? 'token_used' : 'token_not_found'
  if (!row.matches) return 'token_not_found'
  return row.expires <= nowMs ? 'token_expired' : null
}

import { all, sql } from '../sql/database.ts'
import { inScope } from '../sql/sweepScope.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { SweepScope } from '../sql/sweepScope.ts'

/** The single-use message of a wallet payload. */
export interface TakenMessage {
  readonly messageId: string
  /** When it expires, milliseconds since 1970. */
  readonly expires: number
}

/** Selects a row if the message was used before. Stands before `takeWalletMessage` in a batch. */
export const lookUpWalletMessage = ({ account, mode }: Owner, { messageId }: TakenMessage): Statement =>
  sql('SELECT takenBy FROM walletMessages WHERE account = ? AND mode = ? AND messageId = ?', account, mode, messageId)

/**
 * Claims a message for the transaction or token that a batch inserts, if it is unused and `condition` is true. At most one of concurrent batches
 * claims it, so the following statements must depend on `isTakenBy`.
 *
 * @param taker the id of the transaction or token
 */
export const takeWalletMessage = (
  { account, mode }: Owner,
  { messageId, expires }: TakenMessage,
  taker: string,
  condition: Statement = sql('TRUE'),
): Statement =>
  sql(
    `INSERT INTO walletMessages (account, mode, messageId, takenBy, expires)
     SELECT ?, ?, ?, ?, ? WHERE ${condition.sql} ON CONFLICT DO NOTHING`,
    account,
    mode,
    messageId,
    taker,
    expires,
    ...condition.values,
  )

/** A condition: the message was used by this taker. */
export const isTakenBy = ({ account, mode }: Owner, { messageId }: TakenMessage, taker: string): Statement =>
  sql(
    'EXISTS (SELECT 1 FROM walletMessages WHERE account = ? AND mode = ? AND messageId = ? AND takenBy = ?)',
    account,
    mode,
    messageId,
    taker,
  )

/** A request may open its wallet payload just before that expires and write later, but within this time. Milliseconds. */
const graceMs = 3_600_000

/** A condition: the message has expired and cannot be used again. */
export const isMessageExpired = (scope: SweepScope, nowMs: number): Statement =>
  all(sql('expires <= ?', nowMs - graceMs), inScope(scope))

/** One round trip: deletes at most `limit` expired messages and returns how many. */
export const deleteExpiredWalletMessages = async (scope: SweepScope, nowMs: number, limit: number): Promise<number> => {
  const over = isMessageExpired(scope, nowMs)
  const rows = await scope.database.rows(
    sql(
      `DELETE FROM walletMessages
       WHERE (account, mode, messageId) IN
         (SELECT account, mode, messageId FROM walletMessages WHERE ${over.sql} LIMIT ?)
       RETURNING messageId`,
      ...over.values,
      limit,
    ),
  )
  return rows.length
}

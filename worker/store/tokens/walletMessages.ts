import { all, sql } from '../sql/database.ts'
import { inScope } from '../sql/sweepScope.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { SweepScope } from '../sql/sweepScope.ts'

/** The message of a wallet's payment envelope, which may be taken once. */
export interface TakenMessage {
  readonly messageId: string
  /** When it expires, milliseconds since 1970. */
  readonly expires: number
}

/** A statement whose one row says that the message was taken before. Stands before `takeWalletMessage` in a batch. */
export const lookUpWalletMessage = ({ account, mode }: Owner, { messageId }: TakenMessage): Statement =>
  sql('SELECT takenBy FROM walletMessages WHERE account = ? AND mode = ? AND messageId = ?', account, mode, messageId)

/**
 * Takes a message for what a batch opens, where nobody has taken it and `may` is true. At most one of any number of rivals gets it: the
 * statements that follow must hang on `isTakenBy`.
 *
 * @param taker the id of the transaction or token
 */
export const takeWalletMessage = (
  { account, mode }: Owner,
  { messageId, expires }: TakenMessage,
  taker: string,
  may: Statement = sql('TRUE'),
): Statement =>
  sql(
    `INSERT INTO walletMessages (account, mode, messageId, takenBy, expires)
     SELECT ?, ?, ?, ?, ? WHERE ${may.sql} ON CONFLICT DO NOTHING`,
    account,
    mode,
    messageId,
    taker,
    expires,
    ...may.values,
  )

/** A piece of SQL with its values: true where the message was taken, and by this taker. */
export const isTakenBy = ({ account, mode }: Owner, { messageId }: TakenMessage, taker: string): Statement =>
  sql(
    'EXISTS (SELECT 1 FROM walletMessages WHERE account = ? AND mode = ? AND messageId = ? AND takenBy = ?)',
    account,
    mode,
    messageId,
    taker,
  )

/** A request may have opened its envelope just before that expired, and write later: no request lives this long. Milliseconds. */
const graceMs = 3_600_000

/** True of messages that nobody can send again. */
export const isForgettable = (scope: SweepScope, nowMs: number): Statement =>
  all(sql('expires <= ?', nowMs - graceMs), inScope(scope))

/** Forgets messages that nobody can send again, at most `limit` of them. Answers how many. */
export const forgetWalletMessages = async (scope: SweepScope, nowMs: number, limit: number): Promise<number> => {
  const over = isForgettable(scope, nowMs)
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

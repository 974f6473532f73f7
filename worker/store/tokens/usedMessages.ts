import { all, sql } from '../sql/database.ts'
import { isOwned } from '../sql/ownedRows.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope, ShardScope } from '../sql/scope.ts'

/** Single-use messages: payloads of wallets and encrypted cards. Each is used by one transaction, token or wallet entry. */

const tables = { walletPayload: 'walletMessages', encryptedCard: 'usedEncryptedCards' } as const

export interface TakenMessage {
  readonly kind: keyof typeof tables
  /** The wallet's id of a payload; the hash of an encrypted card. */
  readonly messageId: string
  /** When it cannot be used any more, milliseconds since 1970: by the account's clock for a payload, by real time for a card. */
  readonly expires: number
}

/** Selects a row if the message was used before. Stands before `takeMessage` in a batch. */
export const lookUpMessage = ({ account, mode }: Owner, { kind, messageId }: TakenMessage): Statement =>
  sql(`SELECT takenBy FROM ${tables[kind]} WHERE account = ? AND mode = ? AND messageId = ?`, account, mode, messageId)

/**
 * Claims a message for the row that a batch inserts, if it is unused and `condition` is true. At most one of concurrent batches claims it,
 * so the following statements must depend on `isTakenBy`.
 *
 * @param taker the id of the transaction, token or wallet entry
 */
export const takeMessage = (
  { account, mode }: Owner,
  { kind, messageId, expires }: TakenMessage,
  taker: string,
  condition: Statement = sql('TRUE'),
): Statement =>
  sql(
    `INSERT INTO ${tables[kind]} (account, mode, messageId, takenBy, expires)
     SELECT ?, ?, ?, ?, ? WHERE ${condition.sql} ON CONFLICT DO NOTHING`,
    account,
    mode,
    messageId,
    taker,
    expires,
    ...condition.values,
  )

/** A condition: the message was used by this taker. */
export const isTakenBy = ({ account, mode }: Owner, { kind, messageId }: TakenMessage, taker: string): Statement =>
  sql(
    `EXISTS (SELECT 1 FROM ${tables[kind]} WHERE account = ? AND mode = ? AND messageId = ? AND takenBy = ?)`,
    account,
    mode,
    messageId,
    taker,
  )

/** A condition: nothing has used the message. */
export const isMessageUnused = ({ account, mode }: Owner, { kind, messageId }: TakenMessage): Statement =>
  sql(
    `NOT EXISTS (SELECT 1 FROM ${tables[kind]} WHERE account = ? AND mode = ? AND messageId = ?)`,
    account,
    mode,
    messageId,
  )

/** A request may open its message just before that expires and write later, but within this time. Milliseconds. */
export const usedMessageGraceMs = 3_600_000

/** A condition: the wallet message has expired and cannot be used again. */
export const isMessageExpired = (scope: OwnerScope, nowMs: number): Statement =>
  all(sql('expires <= ?', nowMs - usedMessageGraceMs), isOwned(scope))

/** A condition: no key decrypts the used card any more. In no scope, since test clocks do not apply to encrypted cards. */
export const isUsedCardExpired = (nowMs: number): Statement => sql('expires <= ?', nowMs - usedMessageGraceMs)

const deleteMessages = async (
  { database }: ShardScope,
  kind: TakenMessage['kind'],
  over: Statement,
  limit: number,
): Promise<number> => {
  const rows = await database.rows(
    sql(
      `DELETE FROM ${tables[kind]}
       WHERE (account, mode, messageId) IN
         (SELECT account, mode, messageId FROM ${tables[kind]} WHERE ${over.sql} LIMIT ?)
       RETURNING messageId`,
      ...over.values,
      limit,
    ),
  )
  return rows.length
}

/** One round trip: deletes at most `limit` expired wallet messages and returns how many. */
export const deleteExpiredWalletMessages = (scope: OwnerScope, nowMs: number, limit: number): Promise<number> =>
  deleteMessages(scope, 'walletPayload', isMessageExpired(scope, nowMs), limit)

/** One round trip: deletes at most `limit` used cards that no key decrypts, and returns how many. @param nowMs real time */
export const deleteExpiredUsedCards = (scope: ShardScope, nowMs: number, limit: number): Promise<number> =>
  deleteMessages(scope, 'encryptedCard', isUsedCardExpired(nowMs), limit)

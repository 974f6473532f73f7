import { all, sql } from '../sql/database.ts'
import { inScope } from '../sql/sweepScope.ts'
import { isTakenBy, takeMessage } from './usedMessages.ts'
import type { TakenMessage } from './usedMessages.ts'
import type { Statement } from '../sql/database.ts'
import type { StoreScope } from '../sql/scope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'
import { defineColumns, integer, nullable, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'

/** A new token. The card is sealed; the other columns may be displayed. */
export const newTokenColumns = defineColumns({
  id: text,
  secretHash: text,
  method: enumText<'creditCard' | 'check' | 'digitalPayPayment'>(),
  sealedPan: text,
  /** Data that must never be stored after authorization: the CVV, a wallet's cryptogram, or the identity data of a bank account's holder. */
  sealedCvv: nullable(text),
  network: text,
  last4: text,
  /** Number of digits, for the mask. */
  digits: integer,
  /** MMYY, or '' for a bank account. */
  expiry: text,
  fingerprint: text,
  /** Keyed hash of the issuer's range; null for a bank account. */
  cardRange: nullable(text),
  /** Keyed hash of the browser's address. Null for tokens that are not checked for card testing. */
  source: nullable(text),
  preferredNetwork: nullable(text),
  /** Milliseconds since 1970. */
  created: integer,
  expires: integer,
})

export type NewToken = RowOf<typeof newTokenColumns>

/**
 * One round trip: inserts a token and marks its message, if any, as used. False, without an insert, if the message was used before.
 */
export const insertToken = async (
  { database, owner, key }: StoreScope,
  token: NewToken,
  message: TakenMessage | null,
): Promise<boolean> => {
  const condition = message === null ? sql('TRUE') : isTakenBy(owner, message, token.id)
  const { inserted } = await database.named({
    taken: message === null ? null : takeMessage(owner, message, token.id),
    inserted: sql(
      `INSERT INTO tokens (account, mode, key, ${newTokenColumns.list()})
       SELECT ?, ?, ?, ${newTokenColumns.placeholders} WHERE ${condition.sql} RETURNING id`,
      owner.account,
      owner.mode,
      key,
      ...newTokenColumns.encode(token),
      ...condition.values,
    ),
  })
  return inserted.length > 0
}

/** A condition: the token has expired and still has sealed values. */
export const isExpiredAndSealed = (scope: SweepScope, nowMs: number): Statement =>
  all(sql('sealedPan IS NOT NULL AND expires <= ?', nowMs), inScope(scope))

/**
 * One round trip: deletes the sealed values of at most `limit` expired tokens and returns how many. Sets their expiry to 0, since an
 * account's test clock may go back and a token without its card must not become valid again.
 */
export const clearExpiredTokens = async (scope: SweepScope, nowMs: number, limit: number): Promise<number> => {
  const over = isExpiredAndSealed(scope, nowMs)
  const rows = await scope.database.rows(
    sql(
      `UPDATE tokens SET sealedPan = NULL, sealedCvv = NULL, expires = 0
       WHERE id IN (SELECT id FROM tokens WHERE ${over.sql} LIMIT ?)
       RETURNING id`,
      ...over.values,
      limit,
    ),
  )
  return rows.length
}

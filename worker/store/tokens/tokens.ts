import { all, sql } from '../sql/database.ts'
import { inScope } from '../sql/sweepScope.ts'
import { isTakenBy, takeWalletMessage } from './walletMessages.ts'
import type { TakenMessage } from './walletMessages.ts'
import type { Statement } from '../sql/database.ts'
import type { StoreScope } from '../sql/scope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'

/** A fresh token's row. The card is sealed; what stands in clear may be shown to anybody. */
export interface NewToken {
  readonly id: string
  readonly secretHash: string
  readonly method: 'creditCard' | 'check' | 'digitalPayPayment'
  readonly sealedPan: string
  /** What may never be kept: the CVV, a phone's proof, or what a bank account's holder proves identity with. */
  readonly sealedCvv: string | null
  readonly network: string
  readonly last4: string
  /** How many digits the number has, to mask it at its own length. */
  readonly digits: number
  /** MMYY, or '' for a bank account. */
  readonly expiry: string
  readonly fingerprint: string
  /** Keyed hash of the issuer's range; null for a bank account. */
  readonly cardRange: string | null
  /** Keyed hash of the address that a browser makes it from; null where card testing is not looked for. */
  readonly source: string | null
  readonly preferredNetwork: string | null
  /** Milliseconds since 1970. */
  readonly created: number
  readonly expires: number
}

const tokenColumns = [
  'id',
  'secretHash',
  'method',
  'sealedPan',
  'sealedCvv',
  'network',
  'last4',
  'digits',
  'expiry',
  'fingerprint',
  'cardRange',
  'source',
  'preferredNetwork',
  'created',
  'expires',
] as const satisfies readonly (keyof NewToken)[]

/**
 * Keeps a fresh token, and takes the wallet's message that it is made from, if it is made from one: one round trip. Answers false, and keeps
 * nothing, where somebody else has taken that.
 */
export const insertToken = async (
  { database, owner, key }: StoreScope,
  token: NewToken,
  message: TakenMessage | null,
): Promise<boolean> => {
  const may = message === null ? sql('TRUE') : isTakenBy(owner, message, token.id)
  const { inserted } = await database.named({
    taken: message === null ? null : takeWalletMessage(owner, message, token.id),
    inserted: sql(
      `INSERT INTO tokens (account, mode, key, ${tokenColumns.join(', ')})
       SELECT ?, ?, ?, ${tokenColumns.map(() => '?').join(', ')} WHERE ${may.sql} RETURNING id`,
      owner.account,
      owner.mode,
      key,
      ...tokenColumns.map((column) => token[column]),
      ...may.values,
    ),
  })
  return inserted.length > 0
}

/** True of tokens that have expired and still seal something. */
export const isOverAndSealed = (scope: SweepScope, nowMs: number): Statement =>
  all(sql('sealedPan IS NOT NULL AND expires <= ?', nowMs), inScope(scope))

/**
 * Clears what expired tokens sealed, at most `limit` of them. Answers how many. They have expired for good: the clock of an account may go
 * back, and what they held does not come with it.
 */
export const clearExpiredTokens = async (scope: SweepScope, nowMs: number, limit: number): Promise<number> => {
  const over = isOverAndSealed(scope, nowMs)
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

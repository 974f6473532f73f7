import { all, sql } from '../sql/database.ts'
import { isOwned } from '../sql/ownedRows.ts'
import { isTakenBy, takeMessage } from './usedMessages.ts'
import type { TakenMessage } from './usedMessages.ts'
import type { Statement } from '../sql/database.ts'
import type { OwnerScope, StoreScope, ShardScope } from '../sql/scope.ts'
import { advanceScan, scanPosition, willBeScanned } from '../sql/sweepPositions.ts'
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
 *
 * @param isOnRealTime whether the account has no test clock, so that a sweep finds the token by its id
 */
export const insertToken = async (
  { database, owner, key }: StoreScope,
  token: NewToken,
  message: TakenMessage | null,
  isOnRealTime: boolean,
): Promise<boolean> => {
  const condition = message === null ? sql('TRUE') : isTakenBy(owner, message, token.id)
  const { inserted } = await database.named({
    taken: message === null ? null : takeMessage(owner, message, token.id),
    inserted: sql(
      `INSERT INTO tokens (account, mode, key, awaitsScan, ${newTokenColumns.list()})
       SELECT ?, ?, ?, ${willBeScanned('tokens', '?', isOnRealTime)}, ${newTokenColumns.placeholders} WHERE ${condition.sql} RETURNING id`,
      owner.account,
      owner.mode,
      key,
      ...(isOnRealTime ? [token.id] : []),
      ...newTokenColumns.encode(token),
      ...condition.values,
    ),
  })
  return inserted.length > 0
}

/** When tokens have expired and when they are deleted, as beginnings of their ids: of a second at whose start all earlier ones have. */
export interface TokenTimes {
  /** Tokens with smaller ids have expired. */
  readonly expired: string
  /** Tokens with smaller ids are past their retention. */
  readonly deletable: string
}

/** A condition: a token has expired since the last scan. */
const isUnscannedToken = ({ expired }: TokenTimes): Statement =>
  sql(`id > ${scanPosition('tokens')} AND id < ?`, expired)

const isPastRetention = ({ deletable }: TokenTimes): Statement => sql('id < ?', deletable)

/** A condition: an indexed token, of an account that has or had a test clock, has expired and still has sealed values. */
export const isExpiredByItsClock = (scope: Pick<OwnerScope, 'owner'>, nowMs: number): Statement =>
  all(sql('sealedPan IS NOT NULL AND awaitsScan = 0 AND expires <= ?', nowMs), isOwned(scope))

/** Conditions on tokens, one of which is true of those that are cleared or deleted by their ids. */
export const dueTokenConditions = (times: TokenTimes): readonly Statement[] => [
  isUnscannedToken(times),
  isPastRetention(times),
]

/**
 * The statement that deletes the sealed values of expired tokens. Sets their expiry to 0, since an account's test clock may go back and a token
 * without its card must not become valid again.
 */
const clearTokensWhere = (condition: Statement): Statement =>
  sql(
    `UPDATE tokens SET sealedPan = NULL, sealedCvv = NULL, expires = 0 WHERE ${condition.sql} RETURNING id`,
    ...condition.values,
  )

/** One round trip: deletes the sealed values of at most `limit` expired tokens of accounts with a test clock and returns how many. */
export const clearTokensByClock = async (scope: OwnerScope, nowMs: number, limit: number): Promise<number> => {
  const over = isExpiredByItsClock(scope, nowMs)
  const rows = await scope.database.rows(
    clearTokensWhere(sql(`id IN (SELECT id FROM tokens WHERE ${over.sql} LIMIT ?)`, ...over.values, limit)),
  )
  return rows.length
}

const lastColumn = defineColumns({ last: nullable(text) })

/**
 * Two round trips: deletes the sealed values of tokens that have expired unused, among the next `limit` tokens of a shard by id, and returns
 * how many. Null if no token was left to read. Each token is read once, by real time.
 */
export const clearTokensById = async (scope: ShardScope, times: TokenTimes, limit: number): Promise<number | null> => {
  const unscanned = isUnscannedToken(times)
  const row = await scope.database.row(
    sql(
      `SELECT max(id) AS last FROM (SELECT id FROM tokens WHERE ${unscanned.sql} ORDER BY id LIMIT ?)`,
      ...unscanned.values,
      limit,
    ),
  )
  const last = row && lastColumn.decode(row).last
  if (last === null) return null
  const [cleared = []] = await scope.database.batchWithRetry([
    clearTokensWhere(
      sql(`id > ${scanPosition('tokens')} AND id <= ? AND sealedPan IS NOT NULL AND awaitsScan = 1`, last),
    ),
    advanceScan('tokens', last),
  ])
  return cleared.length
}

/**
 * One round trip: deletes at most `limit` tokens past their retention, by real time, and returns how many. They expired unused: spent ones
 * are deleted when they are spent.
 */
export const deleteOldTokens = async (scope: ShardScope, times: TokenTimes, limit: number): Promise<number> => {
  const old = isPastRetention(times)
  const rows = await scope.database.rows(
    sql(
      `DELETE FROM tokens WHERE id IN (SELECT id FROM tokens WHERE ${old.sql} ORDER BY id LIMIT ?) RETURNING id`,
      ...old.values,
      limit,
    ),
  )
  return rows.length
}

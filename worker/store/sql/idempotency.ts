import { all, sql } from './database.ts'
import { defineColumns, integer, nullable, text } from './row.ts'
import type { RowOf } from './row.ts'
import { inScope } from './sweepScope.ts'
import type { Statement } from './database.ts'
import type { Owner } from './owner.ts'
import type { OwnerScope } from './scope.ts'
import type { SweepScope } from './sweepScope.ts'

/** A request with an idempotency key. */
export interface IdempotentRequest {
  /** Method and path: 'DELETE /v1/apikeys/0198…'. Keys of different routes are independent. */
  readonly route: string
  /** HMAC of the client's key, which is stored nowhere itself. */
  readonly keyHash: string
  /** HMAC of the request. */
  readonly fingerprint: string
  readonly requestId: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The result of a key: an operation, a response (status and body), or neither while its first request is in progress. */
export const claimedKeyColumns = defineColumns({
  fingerprint: text,
  /** Of the first request, whose response repeated requests receive. */
  requestId: text,
  operationId: nullable(integer),
  status: nullable(integer),
  /** The members of the response as JSON. */
  body: nullable(text),
  created: integer,
  expires: integer,
})

export type ClaimedKey = RowOf<typeof claimedKeyColumns>

const minute = 60_000
const day = 24 * 60 * minute

/** How long a request may claim its key without a response. After that it counts as crashed. */
const claimLifetimeMs = minute
/** How long clients may repeat a request. */
export const responseLifetimeMs = day
/** The key of a payment with an unknown outcome is retained longer, so that a late retry does not pay twice. Milliseconds. */
export const unknownOutcomeLifetimeMs = 7 * day

/** A condition: the key has expired. */
const isExpired = (at: number): Statement =>
  sql(
    `expires <= ? AND (operationId IS NULL OR created <= ? OR NOT EXISTS
       (SELECT 1 FROM operations WHERE operations.id = idempotency.operationId AND operations.status = 'pending'))`,
    at,
    at - unknownOutcomeLifetimeMs,
  )

const isKey = ({ account, mode }: Owner, { route, keyHash }: IdempotentRequest): Statement =>
  sql('account = ? AND mode = ? AND route = ? AND key = ?', account, mode, route, keyHash)

/** One round trip: whether a request has claimed the key. */
export const isKeyClaimed = async ({ database, owner }: OwnerScope, request: IdempotentRequest): Promise<boolean> => {
  const [, select] = selectClaimedKey(owner, request)
  return (await database.row(select)) !== null
}

/**
 * The first statements of the batch that inserts an operation: one deletes an expired key, the other selects the key before this batch,
 * as one `ClaimedKey` or no row.
 */
export const selectClaimedKey = (
  owner: Owner,
  request: IdempotentRequest,
): [deleteExpired: Statement, select: Statement] => {
  const key = isKey(owner, request)
  const expired = isExpired(request.at)
  return [
    sql(`DELETE FROM idempotency WHERE ${key.sql} AND ${expired.sql}`, ...key.values, ...expired.values),
    sql(`SELECT ${claimedKeyColumns.list()} FROM idempotency WHERE ${key.sql}`, ...key.values),
  ]
}

/** A condition: the key is free. For batches that begin with `selectClaimedKey`. */
export const isKeyFree = (owner: Owner, request: IdempotentRequest | null): Statement => {
  if (request === null) return sql('TRUE')
  const key = isKey(owner, request)
  return sql(`NOT EXISTS (SELECT 1 FROM idempotency WHERE ${key.sql})`, ...key.values)
}

/**
 * The last statement of that batch: claims the key for the operation with the request's id, if the batch has inserted one. If the key is
 * taken, the primary key fails the whole batch.
 */
export const claimForOperation = (owner: Owner, request: IdempotentRequest, operationId: number): Statement =>
  sql(
    `INSERT INTO idempotency (account, mode, route, key, fingerprint, requestId, operationId, created, expires)
     SELECT account, mode, ?, ?, ?, requestId, id, ?, ? FROM operations
     WHERE id = ? AND account = ? AND mode = ? AND requestId = ?`,
    request.route,
    request.keyHash,
    request.fingerprint,
    request.at,
    request.at + responseLifetimeMs,
    operationId,
    owner.account,
    owner.mode,
    request.requestId,
  )

/**
 * One round trip: claims a key for a request whose response will be stored. At most one of concurrent requests claims it and gets null;
 * the others get the claimed key.
 */
export const claimKey = async (
  { database, owner }: OwnerScope,
  request: IdempotentRequest,
): Promise<ClaimedKey | null> => {
  const [deleteExpired, select] = selectClaimedKey(owner, request)
  const [, , rows] = await database.batchWithRetry([
    deleteExpired,
    sql(
      `INSERT INTO idempotency (account, mode, route, key, fingerprint, requestId, created, expires)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      owner.account,
      owner.mode,
      request.route,
      request.keyHash,
      request.fingerprint,
      request.requestId,
      request.at,
      request.at + claimLifetimeMs,
    ),
    select,
  ])
  const claimed = claimedKeyColumns.decodeFirst(rows)
  if (claimed === null) throw new Error('The idempotency key was neither found nor claimed.')
  return claimed.requestId === request.requestId ? null : claimed
}

/** One round trip: the key of an earlier request, or null if it is free. */
export const findClaimedKey = async (
  { database, owner }: OwnerScope,
  request: IdempotentRequest,
): Promise<ClaimedKey | null> => {
  const key = isKey(owner, request)
  const expired = isExpired(request.at)
  const row = await database.row(
    sql(
      `SELECT ${claimedKeyColumns.list()} FROM idempotency WHERE ${key.sql} AND NOT (${expired.sql})`,
      ...key.values,
      ...expired.values,
    ),
  )
  return row && claimedKeyColumns.decode(row)
}

/** The response to a request. */
export interface StoredResponse {
  readonly status: number
  readonly body: string
}

/** Stores the response for repeated requests, unless the claim has expired and another request has claimed the key. */
export const storeResponse = async (
  { database, owner }: OwnerScope,
  request: IdempotentRequest,
  { status, body }: StoredResponse,
): Promise<void> => {
  const key = isKey(owner, request)
  await database.batchWithRetry([
    sql(
      `UPDATE idempotency SET status = ?, body = ?, expires = ? WHERE ${key.sql} AND requestId = ?`,
      status,
      body,
      request.at + responseLifetimeMs,
      ...key.values,
      request.requestId,
    ),
  ])
}

/** Releases the key of a request without an effect. */
export const releaseKey = async ({ database, owner }: OwnerScope, request: IdempotentRequest): Promise<void> => {
  const key = isKey(owner, request)
  await database.batchWithRetry([
    sql(`DELETE FROM idempotency WHERE ${key.sql} AND requestId = ?`, ...key.values, request.requestId),
  ])
}

/** Releases the key of a failed operation, which never reached the processor. */
export const releaseKeyOfFailed = (operationId: number): Statement =>
  sql(
    "DELETE FROM idempotency WHERE operationId = ? AND EXISTS (SELECT 1 FROM operations WHERE id = ? AND status = 'failed')",
    operationId,
    operationId,
  )

/** A condition: the key has expired and is in the sweep's scope. */
export const isPurgeable = (scope: SweepScope, nowMs: number): Statement => all(isExpired(nowMs), inScope(scope))

/** Deletes at most `limit` expired keys and returns their number. */
export const deleteExpiredKeys = async (scope: SweepScope, nowMs: number, limit: number): Promise<number> => {
  const purgeable = isPurgeable(scope, nowMs)
  const rows = await scope.database.rows(
    sql(
      `DELETE FROM idempotency
       WHERE (account, mode, route, key) IN
         (SELECT account, mode, route, key FROM idempotency WHERE ${purgeable.sql} LIMIT ?)
       RETURNING created`,
      ...purgeable.values,
      limit,
    ),
  )
  return rows.length
}

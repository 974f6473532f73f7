import { all, sql } from './database.ts'
import { defineColumns, integer, nullable, text } from './row.ts'
import type { RowOf } from './row.ts'
import { inScope } from './sweepScope.ts'
import type { Statement } from './database.ts'
import type { Owner } from './owner.ts'
import type { OwnerScope } from './scope.ts'
import type { SweepScope } from './sweepScope.ts'

/** One request under an Idempotency-Key. */
export interface IdempotentRequest {
  /** Method and path as they were called: 'DELETE /v1/apikeys/0198…'. The same key means something else elsewhere. */
  readonly route: string
  readonly key: string
  /** HMAC of what was asked for. */
  readonly fingerprint: string
  readonly requestId: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What a key stands for: an operation, an answer (status and body), or neither while its first request is under way. */
export const claimedKeyColumns = defineColumns({
  fingerprint: text,
  /** Of the first request, whose answer every repetition gets. */
  requestId: text,
  operationId: nullable(integer),
  status: nullable(integer),
  /** The members of the answer as JSON. */
  body: nullable(text),
  created: integer,
  expires: integer,
})

export type ClaimedKey = RowOf<typeof claimedKeyColumns>

const minute = 60_000
const day = 24 * 60 * minute

/** How long a request may leave its key without an answer before it is taken for dead. */
const claimLifetimeMs = minute
/** As long as clients may repeat themselves. */
const responseLifetimeMs = day
/** A payment whose outcome is not known yet is not to be made again, however late the repetition. Milliseconds. */
const unknownOutcomeLifetimeMs = 7 * day

/** True of rows whose time is over. */
const isExpired = (at: number): Statement =>
  sql(
    `expires <= ? AND (operationId IS NULL OR created <= ? OR NOT EXISTS
       (SELECT 1 FROM operations WHERE operations.id = idempotency.operationId AND operations.status = 'pending'))`,
    at,
    at - unknownOutcomeLifetimeMs,
  )

const isKey = ({ account, mode }: Owner, { route, key }: IdempotentRequest): Statement =>
  sql('account = ? AND mode = ? AND route = ? AND key = ?', account, mode, route, key)

/**
 * Statements to stand first in the batch that opens an operation. The first forgets a row whose time is over; the rows of the second are
 * the key as it was before this batch: none, or one `ClaimedKey`.
 */
export const selectClaimedKey = (owner: Owner, request: IdempotentRequest): [forget: Statement, select: Statement] => {
  const key = isKey(owner, request)
  const over = isExpired(request.at)
  return [
    sql(`DELETE FROM idempotency WHERE ${key.sql} AND ${over.sql}`, ...key.values, ...over.values),
    sql(`SELECT ${claimedKeyColumns.list()} FROM idempotency WHERE ${key.sql}`, ...key.values),
  ]
}

/** A piece of SQL that is true where the key is still free, for the WHERE clauses of a batch that begins with `selectClaimedKey`. */
export const isKeyFree = (owner: Owner, request: IdempotentRequest | null): Statement => {
  if (request === null) return sql('TRUE')
  const key = isKey(owner, request)
  return sql(`NOT EXISTS (SELECT 1 FROM idempotency WHERE ${key.sql})`, ...key.values)
}

/**
 * A statement to stand last in that batch: the key stands for the operation that the batch has written, which carries the request's
 * id. Where none was written, nothing happens. A batch that wrote one although the key was taken fails as a whole here: the primary key is the last lock.
 */
export const claimForOperation = (owner: Owner, request: IdempotentRequest, operationId: number): Statement =>
  sql(
    `INSERT INTO idempotency (account, mode, route, key, fingerprint, requestId, operationId, created, expires)
     SELECT account, mode, ?, ?, ?, requestId, id, ?, ? FROM operations
     WHERE id = ? AND account = ? AND mode = ? AND requestId = ?`,
    request.route,
    request.key,
    request.fingerprint,
    request.at,
    request.at + responseLifetimeMs,
    operationId,
    owner.account,
    owner.mode,
    request.requestId,
  )

/**
 * Claims a key for a request whose answer will be saved: one round trip, in which at most one of any number of rivals gets it. Answers null
 * to the one that did, and to all others what the key stands for.
 */
export const claimKey = async (
  { database, owner }: OwnerScope,
  request: IdempotentRequest,
): Promise<ClaimedKey | null> => {
  const [forget, select] = selectClaimedKey(owner, request)
  const [, , rows] = await database.batchWithRetry([
    forget,
    sql(
      `INSERT INTO idempotency (account, mode, route, key, fingerprint, requestId, created, expires)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      owner.account,
      owner.mode,
      request.route,
      request.key,
      request.fingerprint,
      request.requestId,
      request.at,
      request.at + claimLifetimeMs,
    ),
    select,
  ])
  const claimed = claimedKeyColumns.decodeFirst(rows)
  if (claimed === null) throw new Error('The key was neither found nor claimed.')
  return claimed.requestId === request.requestId ? null : claimed
}

/** What a request's answer was. */
export interface StoredResponse {
  readonly status: number
  readonly body: string
}

/** Saves the answer that repetitions get. Where the claim has lapsed and another request holds the key, nothing happens. */
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

/** Gives a key back whose request did nothing. */
export const releaseKey = async ({ database, owner }: OwnerScope, request: IdempotentRequest): Promise<void> => {
  const key = isKey(owner, request)
  await database.batchWithRetry([
    sql(`DELETE FROM idempotency WHERE ${key.sql} AND requestId = ?`, ...key.values, request.requestId),
  ])
}

/** Gives back the key of an operation, if it has failed: it never reached the processor. */
export const releaseKeyOfFailed = (operationId: number): Statement =>
  sql(
    "DELETE FROM idempotency WHERE operationId = ? AND EXISTS (SELECT 1 FROM operations WHERE id = ? AND status = 'failed')",
    operationId,
    operationId,
  )

/** True of keys whose time is over. */
export const isPurgeable = (scope: SweepScope, nowMs: number): Statement => all(isExpired(nowMs), inScope(scope))

/** Forgets keys whose time is over, at most `limit` of them. Answers how many. */
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

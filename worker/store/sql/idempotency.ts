import { sql } from './database.ts'
import { defineColumns, integer, nullable, text } from './row.ts'
import type { RowOf } from './row.ts'
import type { Statement } from './database.ts'
import type { Owner } from './owner.ts'
import type { OwnerScope, ShardScope } from './scope.ts'

/** A request with an idempotency key. */
export interface IdempotentRequest {
  /** Method and path: 'DELETE /v1/apikeys/0198…'. Keys of different routes are independent. */
  readonly route: string
  /** HMAC of the client's key, which is stored nowhere itself. */
  readonly keyHash: string
  /** HMAC of the request. */
  readonly fingerprint: string
  readonly requestId: string
  /** By the account's clock, milliseconds since 1970. */
  readonly at: number
  /** By real time, milliseconds since 1970. */
  readonly realTime: number
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

/** These columns of `idempotency`. The request of an operation is that of its row. */
const claimedKeyList = claimedKeyColumns
  .list()
  .replace(
    'requestId',
    'coalesce(requestId, (SELECT operations.requestId FROM operations WHERE operations.id = operationId)) AS requestId',
  )

const minute = 60_000
const day = 24 * 60 * minute

/** How long a request may claim its key without a response. After that it counts as crashed. */
const claimLifetimeMs = minute
/** How long clients may repeat a request. */
export const responseLifetimeMs = day
/** The key of a payment with an unknown outcome is retained longer, so that a late retry does not pay twice. Milliseconds. */
export const unknownOutcomeLifetimeMs = 7 * day

/** A condition: the key belongs to an operation in this state. */
const isOfOperation = (status: 'pending' | 'failed'): string =>
  `EXISTS (SELECT 1 FROM operations WHERE operations.id = idempotency.operationId AND operations.status = '${status}')`

/** A condition: the key is free again. It has expired, or its operation has failed, which never reached the processor. */
const isExpired = (at: number): Statement =>
  sql(
    `(expires <= ? AND (operationId IS NULL OR created <= ? OR NOT ${isOfOperation('pending')})) OR ${isOfOperation('failed')}`,
    at,
    at - unknownOutcomeLifetimeMs,
  )

const dayOf = (realTime: number): number => Math.floor(realTime / day)

/** The day of a new row. */
export const claimDay = ({ realTime }: Pick<IdempotentRequest, 'realTime'>): number => dayOf(realTime)

/** How many days a row is kept: as long as an unknown outcome retains its key, in days that have begun. */
const keptDays = unknownOutcomeLifetimeMs / day + 1

/** The days on which a key that still counts may have been claimed, as an SQL list. Also tomorrow: clocks of isolates differ. */
const claimDays = (realTime: number): string =>
  Array.from({ length: keptDays + 2 }, (_, before) => dayOf(realTime) + 1 - before).join(', ')

/** A condition for the primary key: one look-up a day, of which all but two find nothing. */
const isKey = ({ account, mode }: Owner, { route, keyHash, realTime }: IdempotentRequest): Statement =>
  sql(
    `day IN (${claimDays(realTime)}) AND account = ? AND mode = ? AND route = ? AND key = ?`,
    account,
    mode,
    route,
    keyHash,
  )

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
    sql(`DELETE FROM idempotency WHERE ${key.sql} AND (${expired.sql})`, ...key.values, ...expired.values),
    sql(`SELECT ${claimedKeyList} FROM idempotency WHERE ${key.sql}`, ...key.values),
  ]
}

/** A condition: the key is free. For batches that begin with `selectClaimedKey`. */
export const isKeyFree = (owner: Owner, request: IdempotentRequest | null): Statement => {
  if (request === null) return sql('TRUE')
  const key = isKey(owner, request)
  return sql(`NOT EXISTS (SELECT 1 FROM idempotency WHERE ${key.sql})`, ...key.values)
}

/**
 * The last statement of that batch: claims the key for the operation with the request's id, if the batch has inserted one. It does so only if
 * the key is free; a claim of the same day would fail the whole batch by the primary key.
 */
export const claimForOperation = (owner: Owner, request: IdempotentRequest, operationId: number): Statement =>
  sql(
    `INSERT INTO idempotency (day, account, mode, route, key, fingerprint, operationId, created, expires)
     SELECT ?, account, mode, ?, ?, ?, id, ?, ? FROM operations
     WHERE id = ? AND account = ? AND mode = ? AND requestId = ?`,
    claimDay(request),
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
  const free = isKeyFree(owner, request)
  const [, , rows] = await database.batchWithRetry([
    deleteExpired,
    sql(
      `INSERT INTO idempotency (day, account, mode, route, key, fingerprint, requestId, created, expires)
       SELECT ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE ${free.sql}`,
      claimDay(request),
      owner.account,
      owner.mode,
      request.route,
      request.keyHash,
      request.fingerprint,
      request.requestId,
      request.at,
      request.at + claimLifetimeMs,
      ...free.values,
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
      `SELECT ${claimedKeyList} FROM idempotency WHERE ${key.sql} AND NOT (${expired.sql})`,
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

/**
 * A condition: the row is past its retention, by real time. A key counts for a day by the clock of its account, and is deleted at the end of the
 * day after.
 */
export const isPurgeable = (realTime: number): Statement =>
  sql(
    `day < ? AND (day < ? OR operationId IS NULL OR NOT ${isOfOperation('pending')})`,
    dayOf(realTime) - 1,
    dayOf(realTime) - keptDays,
  )

/** Deletes at most `limit` keys past their retention and returns their number. */
export const deleteExpiredKeys = async ({ database }: ShardScope, realTime: number, limit: number): Promise<number> => {
  const purgeable = isPurgeable(realTime)
  const rows = await database.rows(
    sql(
      `DELETE FROM idempotency
       WHERE (day, account, mode, route, key) IN
         (SELECT day, account, mode, route, key FROM idempotency WHERE ${purgeable.sql} LIMIT ?)
       RETURNING created`,
      ...purgeable.values,
      limit,
    ),
  )
  return rows.length
}

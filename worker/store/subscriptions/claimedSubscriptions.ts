import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { ClaimedKey, IdempotentRequest } from '../sql/idempotency.ts'
import { claimDay, responseLifetimeMs } from '../sql/idempotency.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, json, nullable } from '../sql/row.ts'
import { subscriptionById } from './subscriptions.ts'

/** The rows that a request with an idempotency key has inserted: a subscription, and the operation of its first charge, if it was due. */
export interface ClaimedSubscription {
  readonly subscription: string
  readonly operation: number | null
}

const bodyColumn = defineColumns({ body: nullable(json<ClaimedSubscription>()) })

/** A key that an earlier request has claimed, with its rows. */
export interface SubscriptionKey extends Pick<ClaimedKey, 'fingerprint' | 'requestId'> {
  readonly made: ClaimedSubscription | null
}

export const toSubscriptionKey = ({ fingerprint, requestId, body }: ClaimedKey): SubscriptionKey => ({
  fingerprint,
  requestId,
  made: bodyColumn.decode({ body }).body,
})

/**
 * The last statement of the batch that inserts a subscription: claims the key for it. The key stays claimed even if the first charge never
 * reaches the processor, since the subscription exists and is charged later.
 */
export const claimForSubscription = (
  owner: Owner,
  request: IdempotentRequest,
  { subscription, operation }: ClaimedSubscription,
): Statement => {
  const where = subscriptionById(owner, subscription)
  return sql(
    `INSERT INTO idempotency (day, account, mode, route, key, fingerprint, requestId, status, body, created, expires)
     SELECT ?, account, mode, ?, ?, ?, ?, 200, ?, ?, ? FROM subscriptions WHERE ${where.sql}`,
    claimDay(request),
    request.route,
    request.keyHash,
    request.fingerprint,
    request.requestId,
    JSON.stringify({ subscription, operation }),
    request.at,
    request.at + responseLifetimeMs,
    ...where.values,
  )
}

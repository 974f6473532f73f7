import { isOutdated } from '../accounts/vaultKeys.ts'
import { dueBatchConditions } from '../batches/dueBatches.ts'
import { isRedactionDue } from '../checkouts/redaction.ts'
import { isExpiryCheckDue } from '../checkouts/checkoutEvents.ts'
import { sql } from './database.ts'
import { isLagging } from '../webhooks/endpoints.ts'
import { isUnfinished } from '../customers/erasures.ts'
import { isPastRetention } from '../events/events.ts'
import { isLapsed } from '../transactions/expiry.ts'
import { isReturnDue } from '../batches/dueReturns.ts'
import { isPurgeable } from './idempotency.ts'
import { isDue } from './sweepScope.ts'
import { isBillable } from '../subscriptions/dueSubscriptions.ts'
import { isExpiredAndSealed } from '../tokens/tokens.ts'
import { isMessageExpired } from '../tokens/walletMessages.ts'
import type { Statement } from './database.ts'
import type { SweepScope } from './sweepScope.ts'

/** By when a sweep asks, each in the sweep's own terms. */
export interface DueAt {
  /** Milliseconds since 1970, as everything here. */
  readonly now: number
  /** Events before that are forgotten. */
  readonly eventsFrom: number
  /** The newest root key's. */
  readonly rootVersion: number
}

/** By the name of what is done about it, in each shard: some row that waits for it, by the condition by which it will be taken up. */
const dueQueries = (scope: SweepScope, { now, eventsFrom, rootVersion }: DueAt) => {
  const batches = dueBatchConditions(scope, now)
  return {
    expiry: exists('transactions', isLapsed(scope, now)),
    unfinished: exists('operations', isDue(scope, now)),
    checkouts: exists('checkouts', isDue(scope, now)),
    expiredCheckouts: exists('checkouts', isExpiryCheckDue(scope, now)),
    subscriptions: exists('subscriptions', isBillable(scope, now)),
    batches: anyOf(
      exists('unsettled', batches.isUndated),
      exists('unsettled', batches.isOver),
      exists('batches', batches.isClosing),
    ),
    dueReturns: exists('operations', isReturnDue(scope, now)),
    tokens: exists('tokens', isExpiredAndSealed(scope, now)),
    keys: exists('idempotency', isPurgeable(scope, now)),
    walletMessages: exists('walletMessages', isMessageExpired(scope, now)),
    unpaidCheckouts: exists('checkouts', isRedactionDue(scope, now)),
    events: exists('events', isPastRetention(scope, eventsFrom)),
    webhooks: exists('webhooks', isLagging(scope)),
    accountKeys: exists('accountKeys', isOutdated(rootVersion)),
    erasures: exists('erasures', isUnfinished),
  }
}

export type DueJob = keyof ReturnType<typeof dueQueries>

const exists = (table: string, condition: Statement): Statement =>
  sql(`SELECT 1 FROM ${table} WHERE ${condition.sql} LIMIT 1`, ...condition.values)

const anyOf = (...selects: readonly Statement[]): Statement =>
  sql(
    `SELECT 1 WHERE ${selects.map(({ sql: text }) => `EXISTS (${text})`).join(' OR ')}`,
    ...selects.flatMap(({ values }) => values),
  )

/** One round trip: which of these have anything to do. Where none has, a sweep needs no other. */
export const findDueJobs = async (
  scope: SweepScope,
  of: readonly DueJob[],
  at: DueAt,
): Promise<ReadonlySet<DueJob>> => {
  const all = dueQueries(scope, at)
  const found = await scope.database.batch(of.map((name) => all[name]))
  return new Set(of.filter((_, index) => found[index]!.length > 0))
}

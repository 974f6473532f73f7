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

/** The limits by which rows are due. */
export interface DueAt {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Earlier events are past their retention, milliseconds since 1970. */
  readonly eventsFrom: number
  /** Version of the newest root key. */
  readonly rootVersion: number
}

/** Queries for a due row of each job, with the conditions by which the job claims rows. */
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

/** One round trip: returns the jobs that have due rows. Without one a sweep needs no further round trip. */
export const findDueJobs = async (
  scope: SweepScope,
  jobs: readonly DueJob[],
  at: DueAt,
): Promise<ReadonlySet<DueJob>> => {
  const queries = dueQueries(scope, at)
  const found = await scope.database.batch(jobs.map((job) => queries[job]))
  return new Set(jobs.filter((_, index) => found[index]!.length > 0))
}

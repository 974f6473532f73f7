import { isCardKeyRetired } from '../accounts/cardKeys.ts'
import { isCountDue } from '../accounts/usage.ts'
import { isOutdated } from '../accounts/vaultKeys.ts'
import { dueBatchConditions } from '../batches/dueBatches.ts'
import { isRedactionDue } from '../checkouts/redaction.ts'
import { isExpiryCheckDue } from '../checkouts/checkoutEvents.ts'
import { sql } from './database.ts'
import { defineColumns, integer, nullable } from './row.ts'
import { isLagging } from '../webhooks/endpoints.ts'
import { isUnfinished } from '../customers/erasures.ts'
import { existsOldEvent } from '../events/eventRetention.ts'
import { isLapsed } from '../transactions/expiry.ts'
import { isNotificationOld } from '../notifications/notifications.ts'
import { isReturnDue } from '../batches/dueReturns.ts'
import { isPurgeable } from './idempotency.ts'
import { isDue } from './sweepScope.ts'
import { isBillable } from '../subscriptions/dueSubscriptions.ts'
import { dueTokenConditions } from '../tokens/tokens.ts'
import type { TokenTimes } from '../tokens/tokens.ts'
import { isOperationDue } from '../transactions/operations.ts'
import { isUnscanned } from './sweepPositions.ts'
import { isMessageExpired, isUsedCardExpired } from '../tokens/usedMessages.ts'
import type { Statement } from './database.ts'
import type { SweepScope } from './sweepScope.ts'

/** The limits by which rows are due. */
export interface DueAt {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Earlier events are past their retention, milliseconds since 1970. */
  readonly eventsFrom: number
  /** Earlier messages of processors are past their retention, milliseconds since 1970. */
  readonly notificationsFrom: number
  /** Card keys that were created by this time are retired, milliseconds since 1970. */
  readonly cardKeysUntil: number
  /** Version of the newest root key. */
  readonly rootVersion: number
  /** Operations and payments with ids up to these are old enough for their scans. */
  readonly operationsUntil: number
  readonly holdsUntil: number
  readonly tokenTimes: TokenTimes
  /** The use of quotas that was counted by this time is counted again, milliseconds since 1970. */
  readonly usageCountedBefore: number
}

/** Queries for a due row of each job, with the conditions by which the job claims rows. */
const dueQueries = (scope: SweepScope, at: DueAt) => {
  const { now, eventsFrom, notificationsFrom, cardKeysUntil, rootVersion } = at
  const batches = dueBatchConditions(scope, now)
  return {
    expiry: anyOf(
      exists('transactions', isLapsed(scope, now)),
      exists('transactions', isUnscanned('holds', at.holdsUntil)),
    ),
    unfinished: anyOf(
      exists('operations', isOperationDue(scope, now)),
      exists('operations', isUnscanned('operations', at.operationsUntil)),
    ),
    checkouts: exists('checkouts', isDue(scope, now)),
    expiredCheckouts: exists('checkouts', isExpiryCheckDue(scope, now)),
    subscriptions: exists('subscriptions', isBillable(scope, now)),
    batches: anyOf(
      exists('unsettled', batches.isUndated),
      exists('unsettled', batches.isOver),
      exists('batches', batches.isClosing),
    ),
    dueReturns: exists('operations', isReturnDue(scope, now)),
    tokens: anyOf(...dueTokenConditions(scope, now, at.tokenTimes).map((condition) => exists('tokens', condition))),
    keys: exists('idempotency', isPurgeable(now)),
    walletMessages: exists('walletMessages', isMessageExpired(scope, now)),
    unpaidCheckouts: exists('checkouts', isRedactionDue(scope, now)),
    events: existsOldEvent(scope, eventsFrom),
    webhooks: exists('webhooks', isLagging(scope)),
    cardKeys: exists('cardKeys', isCardKeyRetired(cardKeysUntil)),
    notifications: exists('notifications', isNotificationOld(notificationsFrom)),
    usedCards: exists('usedEncryptedCards', isUsedCardExpired(now)),
    accountKeys: exists('accountKeys', isOutdated(rootVersion)),
    erasures: exists('erasures', isUnfinished),
    usage: when(isCountDue(at.usageCountedBefore)),
  }
}

export type DueJob = keyof ReturnType<typeof dueQueries>

/** Jobs whose result does not depend on when they run: purges, and those of no account's clock. */
type TimelessJob =
  | 'tokens'
  | 'keys'
  | 'walletMessages'
  | 'unpaidCheckouts'
  | 'events'
  | 'webhooks'
  | 'cardKeys'
  | 'notifications'
  | 'usedCards'
  | 'accountKeys'
  | 'erasures'
  | 'usage'

/** A query for the earliest time after another. */
type DueMoment = (after: number) => Statement

/**
 * When rows come due, by the jobs that change them: the column with the time, and the condition with which the job claims them. Purges have
 * none: a row past its retention leaves no trace of when it was deleted.
 */
const dueMoments = (scope: SweepScope, nowMs: number): Record<Exclude<DueJob, TimelessJob>, DueMoment> => ({
  expiry: moment('transactions', 'expires', isLapsed(scope, nowMs)),
  unfinished: moment('operations', 'due', isOperationDue(scope, nowMs)),
  checkouts: moment('checkouts', 'due', isDue(scope, nowMs)),
  expiredCheckouts: moment('checkouts', 'announceExpiry', isExpiryCheckDue(scope, nowMs)),
  subscriptions: moment('subscriptions', 'max(due, coalesce(leased, due))', isBillable(scope, nowMs)),
  batches: moment('unsettled', 'cutoff', dueBatchConditions(scope, nowMs).isOver),
  dueReturns: moment('operations', 'foreseenAt', isReturnDue(scope, nowMs)),
})

const moment =
  (table: string, time: string, condition: Statement): DueMoment =>
  (after) =>
    sql(
      `SELECT min(${time}) AS moment FROM ${table} WHERE ${condition.sql} AND ${time} > ?`,
      ...condition.values,
      after,
    )

const momentColumn = defineColumns({ moment: nullable(integer) })

/**
 * One round trip: the earliest time after `after` and not after `until` at which a row comes due. Null if there is none. Milliseconds since
 * 1970.
 */
export const findNextDue = async (scope: SweepScope, after: number, until: number): Promise<number | null> => {
  const queries = Object.values(dueMoments(scope, until)).map((query) => query(after))
  const found = await scope.database.batch(queries)
  const moments = found.map((rows) => momentColumn.decodeFirst(rows)?.moment ?? Infinity)
  const next = Math.min(...moments)
  return next === Infinity ? null : next
}

const exists = (table: string, condition: Statement): Statement =>
  sql(`SELECT 1 FROM ${table} WHERE ${condition.sql} LIMIT 1`, ...condition.values)

const when = (condition: Statement): Statement => sql(`SELECT 1 WHERE ${condition.sql}`, ...condition.values)

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

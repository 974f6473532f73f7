import { isCardKeyRetired } from '../accounts/cardKeys.ts'
import { isCountDue } from '../accounts/usage.ts'
import { isOutdated } from '../accounts/vaultKeys.ts'
import { dueBatchConditions } from '../batches/dueBatches.ts'
import { isRedactionDue } from '../checkouts/redaction.ts'
import { isExpiryCheckDue } from '../checkouts/checkoutEvents.ts'
import { sql } from './database.ts'
import { defineColumns, integer, nullable } from './row.ts'
import { isLagging } from '../webhooks/laggingEndpoints.ts'
import { dueForFigures } from '../figures/rollUp.ts'
import { isUnfinished } from '../customers/erasures.ts'
import { existsOldEvent, retentionMs as eventRetentionMs } from '../events/eventRetention.ts'
import { isLapsed } from '../transactions/expiry.ts'
import { isNotificationOld } from '../notifications/notifications.ts'
import { isReturnDue } from '../batches/dueReturns.ts'
import { isReportDue } from '../settlementReports/settlementReports.ts'
import { isPurgeable } from './idempotency.ts'
import { isDue } from './ownedRows.ts'
import { isBillable } from '../subscriptions/dueSubscriptions.ts'
import { dueTokenConditions, isExpiredByItsClock } from '../tokens/tokens.ts'
import type { TokenTimes } from '../tokens/tokens.ts'
import { isOperationDue } from '../transactions/operations.ts'
import { isUnscanned } from './sweepPositions.ts'
import { isMessageExpired, isUsedCardExpired } from '../tokens/usedMessages.ts'
import type { Statement } from './database.ts'
import type { OwnerScope, ShardScope } from './scope.ts'

/** Queries for a due row of each job of one account and mode, with the conditions by which the job claims rows. @param now by the account's clock */
const dueQueries = (scope: OwnerScope, now: number) => {
  const batches = dueBatchConditions(scope, now)
  return {
    expiry: exists('transactions', isLapsed(scope, now)),
    reversals: exists('operations', isOperationDue(scope, 'reversals', now)),
    followUps: exists('operations', isOperationDue(scope, 'followUps', now)),
    checkouts: exists('checkouts', isDue(scope, now)),
    expiredCheckouts: exists('checkouts', isExpiryCheckDue(scope, now)),
    subscriptions: exists('subscriptions', isBillable(scope, now)),
    batches: anyOf(
      exists('unsettled', batches.isUndated),
      exists('unsettled', batches.isOver),
      exists('batches', batches.isClosing),
    ),
    dueReturns: exists('operations', isReturnDue(scope, now)),
    settlementReports: exists('settlementReports', isReportDue(scope, now)),
    tokens: exists('tokens', isExpiredByItsClock(scope, now)),
    walletMessages: exists('walletMessages', isMessageExpired(scope, now)),
    unpaidCheckouts: exists('checkouts', isRedactionDue(scope, now)),
    events: existsOldEvent(scope, now - eventRetentionMs),
  }
}

/** A job for the rows of one account and mode. */
export type AccountJob = keyof ReturnType<typeof dueQueries>

/** The limits by which rows of a shard are due. Times are real, in milliseconds since 1970. */
export interface ShardDueAt {
  readonly now: number
  /** Earlier messages of processors are past their retention. */
  readonly notificationsFrom: number
  /** Card keys that were created by this time are retired. */
  readonly cardKeysUntil: number
  /** Version of the newest root key. */
  readonly rootVersion: number
  /** Operations and payments with ids up to these are old enough for their scans. */
  readonly operationsUntil: number
  readonly holdsUntil: number
  /** Operations with ids up to these are due for the figures by their age, or if there are many. */
  readonly figuresDueUntil: number
  /** The first id of the last minutes: earlier ones were counted before. */
  readonly figuresRecentFrom: number
  readonly figuresUntil: number
  readonly tokenTimes: TokenTimes
  /** The use of quotas that was counted by this time is counted again. */
  readonly usageCountedBefore: number
}

/** The same for each job of a whole shard. */
const dueShardQueries = (at: ShardDueAt) => ({
  operationScan: exists('operations', isUnscanned('operations', at.operationsUntil)),
  holdScan: exists('transactions', isUnscanned('holds', at.holdsUntil)),
  figures: anyOf(...dueForFigures(at.figuresDueUntil, at.figuresRecentFrom, at.figuresUntil)),
  oldTokens: anyOf(...dueTokenConditions(at.tokenTimes).map((condition) => exists('tokens', condition))),
  keys: exists('idempotency', isPurgeable(at.now)),
  webhooks: exists('webhooks', isLagging),
  cardKeys: exists('cardKeys', isCardKeyRetired(at.cardKeysUntil)),
  notifications: exists('notifications', isNotificationOld(at.notificationsFrom)),
  usedCards: exists('usedEncryptedCards', isUsedCardExpired(at.now)),
  accountKeys: exists('accountKeys', isOutdated(at.rootVersion)),
  erasures: exists('erasures', isUnfinished),
  usage: when(isCountDue(at.usageCountedBefore)),
})

/** A job for the rows of a whole shard, by real time. */
export type ShardJob = keyof ReturnType<typeof dueShardQueries>

export type DueJob = AccountJob | ShardJob

/** Purges: their result does not depend on when they run. */
type Purge = 'tokens' | 'walletMessages' | 'unpaidCheckouts' | 'events'

/** A query for the earliest time after another. */
type DueMoment = (after: number) => Statement

/**
 * When rows come due, by the jobs that change them: the column with the time, and the condition with which the job claims them. Purges have
 * none: a row past its retention leaves no trace of when it was deleted.
 */
const dueMoments = (scope: OwnerScope, nowMs: number): Record<Exclude<AccountJob, Purge>, DueMoment> => ({
  expiry: moment('transactions', 'expires', isLapsed(scope, nowMs)),
  reversals: moment('operations', 'due', isOperationDue(scope, 'reversals', nowMs)),
  followUps: moment('operations', 'due', isOperationDue(scope, 'followUps', nowMs)),
  checkouts: moment('checkouts', 'due', isDue(scope, nowMs)),
  expiredCheckouts: moment('checkouts', 'announceExpiry', isExpiryCheckDue(scope, nowMs)),
  subscriptions: moment('subscriptions', 'max(due, coalesce(leased, due))', isBillable(scope, nowMs)),
  batches: moment('unsettled', 'cutoff', dueBatchConditions(scope, nowMs).isOver),
  dueReturns: moment('operations', 'foreseenAt', isReturnDue(scope, nowMs)),
  settlementReports: moment('settlementReports', 'due', isReportDue(scope, nowMs)),
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
export const findNextDue = async (scope: OwnerScope, after: number, until: number): Promise<number | null> => {
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

const withRows = async <Job extends string>(
  { database }: ShardScope,
  queries: Readonly<Record<Job, Statement>>,
  jobs: readonly Job[],
): Promise<ReadonlySet<Job>> => {
  const found = await database.batch(jobs.map((job) => queries[job]))
  return new Set(jobs.filter((_, index) => found[index]!.length > 0))
}

/** One round trip: which of these jobs have due rows of the account and mode. @param now by its clock, milliseconds since 1970 */
export const findDueJobs = (
  scope: OwnerScope,
  jobs: readonly AccountJob[],
  now: number,
): Promise<ReadonlySet<AccountJob>> => withRows(scope, dueQueries(scope, now), jobs)

/** One round trip: which of these jobs have due rows of the shard. */
export const findDueShardJobs = (
  scope: ShardScope,
  jobs: readonly ShardJob[],
  at: ShardDueAt,
): Promise<ReadonlySet<ShardJob>> => withRows(scope, dueShardQueries(at), jobs)

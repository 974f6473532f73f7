import { isOutdated } from '../accounts/vaultKeys.ts'
import { batchWork } from '../batches/agenda.ts'
import { isUnpaidForLong } from '../checkouts/redaction.ts'
import { runsOutUnannounced } from '../checkouts/checkoutEvents.ts'
import { sql } from './database.ts'
import { isBehind } from '../webhooks/endpoints.ts'
import { isUnfinished } from '../customers/erasures.ts'
import { isOlder } from '../events/events.ts'
import { isLapsed } from '../transactions/expiry.ts'
import { isReturnDue } from '../batches/dueReturns.ts'
import { isPurgeable } from './idempotency.ts'
import { isDue } from './sweepScope.ts'
import { isBillable } from '../subscriptions/dueSubscriptions.ts'
import { isOverAndSealed } from '../tokens/tokens.ts'
import { isForgettable } from '../tokens/walletMessages.ts'
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
const questions = (scope: SweepScope, { now, eventsFrom, rootVersion }: DueAt) => {
  const batches = batchWork(scope, now)
  return {
    expiry: some('transactions', isLapsed(scope, now)),
    unfinished: some('operations', isDue(scope, now)),
    checkouts: some('checkouts', isDue(scope, now)),
    expiredCheckouts: some('checkouts', runsOutUnannounced(scope, now)),
    subscriptions: some('subscriptions', isBillable(scope, now)),
    batches: either(
      some('unsettled', batches.isUndated),
      some('unsettled', batches.isOver),
      some('batches', batches.isClosing),
    ),
    dueReturns: some('operations', isReturnDue(scope, now)),
    tokens: some('tokens', isOverAndSealed(scope, now)),
    keys: some('idempotency', isPurgeable(scope, now)),
    walletMessages: some('walletMessages', isForgettable(scope, now)),
    unpaidCheckouts: some('checkouts', isUnpaidForLong(scope, now)),
    events: some('events', isOlder(scope, eventsFrom)),
    webhooks: some('webhooks', isBehind(scope)),
    accountKeys: some('accountKeys', isOutdated(rootVersion)),
    erasures: some('erasures', isUnfinished),
  }
}

export type DueJob = keyof ReturnType<typeof questions>

const some = (table: string, condition: Statement): Statement =>
  sql(`SELECT 1 FROM ${table} WHERE ${condition.sql} LIMIT 1`, ...condition.values)

const either = (...selects: readonly Statement[]): Statement =>
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
  const all = questions(scope, at)
  const found = await scope.database.batch(of.map((name) => all[name]))
  return new Set(of.filter((_, index) => found[index]!.length > 0))
}

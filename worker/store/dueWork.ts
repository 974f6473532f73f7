import { isOutdated } from './accountKeys.ts'
import { batchWork } from './batches.ts'
import { isUnpaidForLong } from './checkoutBlanks.ts'
import { runsOutUnannounced } from './checkoutEvents.ts'
import type { Database, Statement } from './database.ts'
import { sql } from './database.ts'
import { isBehind } from './endpoints.ts'
import { isUnfinished } from './erasures.ts'
import { isOlder } from './events.ts'
import { isLapsed } from './expiry.ts'
import { comesTrue } from './foreseen.ts'
import { isPurgeable } from './idempotency.ts'
import type { Reach } from './reach.ts'
import { isDue } from './reach.ts'
import { isBillable } from './subscriptions.ts'
import { isOverAndSealed } from './tokens.ts'
import { isForgettable } from './walletMessages.ts'

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
const questions = (reach: Reach, { now, eventsFrom, rootVersion }: DueAt) => {
  const batches = batchWork(reach, now)
  return {
    expiry: some('transactions', isLapsed(reach, now)),
    unfinished: some('operations', isDue(reach, now)),
    checkouts: some('checkouts', isDue(reach, now)),
    expiredCheckouts: some('checkouts', runsOutUnannounced(reach, now)),
    subscriptions: some('subscriptions', isBillable(reach, now)),
    batches: either(
      some('unsettled', batches.isUndated),
      some('unsettled', batches.isOver),
      some('batches', batches.isClosing),
    ),
    foreseen: some('operations', comesTrue(reach, now)),
    tokens: some('tokens', isOverAndSealed(reach, now)),
    keys: some('idempotency', isPurgeable(reach, now)),
    walletMessages: some('walletMessages', isForgettable(reach, now)),
    unpaidCheckouts: some('checkouts', isUnpaidForLong(reach, now)),
    events: some('events', isOlder(reach, eventsFrom)),
    webhooks: some('webhooks', isBehind(reach)),
    accountKeys: some('accountKeys', isOutdated(rootVersion)),
    erasures: some('erasures', isUnfinished),
  }
}

export type DueWork = keyof ReturnType<typeof questions>

const some = (table: string, condition: Statement): Statement =>
  sql(`SELECT 1 FROM ${table} WHERE ${condition.sql} LIMIT 1`, ...condition.values)

const either = (...selects: readonly Statement[]): Statement =>
  sql(
    `SELECT 1 WHERE ${selects.map(({ sql: text }) => `EXISTS (${text})`).join(' OR ')}`,
    ...selects.flatMap(({ values }) => values),
  )

/** One round trip: which of these have anything to do. Where none has, a sweep needs no other. */
export const findDueWork = async (
  database: Database,
  reach: Reach,
  of: readonly DueWork[],
  at: DueAt,
): Promise<ReadonlySet<DueWork>> => {
  const all = questions(reach, at)
  const found = await database.batch(of.map((name) => all[name]))
  return new Set(of.filter((_, index) => found[index]!.length > 0))
}

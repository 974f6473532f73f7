import { retentionMs } from '../events/eventRetention.ts'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { isReturnable } from '../batches/dueReturns.ts'
import { isOwned } from '../sql/ownedRows.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { usedMessageGraceMs } from '../tokens/usedMessages.ts'
import { isRecovered } from '../transactions/operations.ts'

/** Background work of one account and mode, by kind. No lane waits for another. The first has priority where they share something. */
export const lanes = ['reversals', 'followUps', 'bills', 'checkouts', 'expiries', 'settlement', 'purges'] as const
export type Lane = (typeof lanes)[number]

/** Where a lane's rows are, as SQL. The first one to come due is the first entry of an index. */
export interface LaneRows {
  readonly table: string
  /** When a row comes due. */
  readonly due: string
  /** Since when a due row waits, if it is due from its beginning. By default `due`. */
  readonly since?: string
  readonly condition: string
  /** Milliseconds by which a row comes due later. */
  readonly laterMs?: number
}

export const rowsOfLane: Readonly<Record<Lane, readonly LaneRows[]>> = {
  reversals: [{ table: 'operations', due: 'due', condition: isRecovered('reversals') }],
  followUps: [{ table: 'operations', due: 'due', condition: isRecovered('followUps') }],
  bills: [
    {
      table: 'subscriptions',
      due: 'due',
      condition: 'due IS NOT NULL AND account NOT IN (SELECT id FROM accounts WHERE suspended <> 0)',
    },
  ],
  checkouts: [
    { table: 'checkouts', due: 'due', condition: 'due IS NOT NULL' },
    { table: 'checkouts', due: 'announceExpiry', condition: 'announceExpiry IS NOT NULL' },
  ],
  expiries: [
    {
      table: 'transactions',
      due: 'expires',
      condition: "expires IS NOT NULL AND status IN ('authorized', 'partially_captured') AND awaitsScan = 0",
    },
  ],
  settlement: [
    { table: 'unsettled', due: 'coalesce(cutoff, 0)', since: 'coalesce(cutoff, since)', condition: 'TRUE' },
    { table: 'batches', due: '0', since: 'created', condition: "status = 'closing'" },
    { table: 'operations', due: 'foreseenAt', condition: `foreseenAt IS NOT NULL AND ${isReturnable}` },
    { table: 'settlementReports', due: 'due', condition: 'TRUE' },
  ],
  purges: [
    { table: 'tokens', due: 'expires', condition: 'sealedPan IS NOT NULL AND awaitsScan = 0' },
    { table: 'walletMessages', due: 'expires', condition: 'TRUE', laterMs: usedMessageGraceMs },
    { table: 'checkouts', due: 'forget', condition: 'forget IS NOT NULL' },
    { table: 'eventRetention', due: 'oldest', condition: 'TRUE', laterMs: retentionMs + 1 },
  ],
}

/** SELECT of the time at which the next row of a lane comes due (`due`), by the account's clock; null if there is none. */
export const selectNextDue = (scope: Pick<OwnerScope, 'owner'>, lane: Lane): Statement => {
  const owned = isOwned(scope)
  const parts = rowsOfLane[lane].map(
    ({ table, due, condition, laterMs = 0 }) =>
      `SELECT min(${due}) + ${laterMs} AS due FROM ${table} WHERE ${owned.sql} AND ${condition}`,
  )
  return sql(`SELECT min(due) AS due FROM (${parts.join(' UNION ALL ')})`, ...parts.flatMap(() => owned.values))
}

/** SELECT of the number of due rows of a lane (`count`), at most about `limit`. @param nowMs by the account's clock */
export const selectBacklog = (
  scope: Pick<OwnerScope, 'owner'>,
  lane: Lane,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Statement => {
  const owned = isOwned(scope)
  const parts = rowsOfLane[lane].map(({ table, due, condition, laterMs = 0 }) =>
    sql(
      `SELECT 1 FROM (SELECT 1 FROM ${table} WHERE ${owned.sql} AND ${condition} AND ${due} <= ? LIMIT ?)`,
      ...owned.values,
      nowMs - laterMs,
      limit,
    ),
  )
  return sql(
    `SELECT count(*) AS count FROM (${parts.map((part) => part.sql).join(' UNION ALL ')})`,
    ...parts.flatMap(({ values }) => values),
  )
}

/** SELECT of the time since which the oldest due row of a lane waits (`since`), by the account's clock; null without a due row. */
export const selectOldestDue = (scope: Pick<OwnerScope, 'owner'>, lane: Lane, nowMs: number): Statement => {
  const owned = isOwned(scope)
  const parts = rowsOfLane[lane].map(({ table, due, since = due, condition, laterMs = 0 }) =>
    sql(
      `SELECT min(${since}) + ${laterMs} AS since FROM ${table} WHERE ${owned.sql} AND ${condition} AND ${due} <= ?`,
      ...owned.values,
      nowMs - laterMs,
    ),
  )
  return sql(
    `SELECT min(since) AS since FROM (${parts.map((part) => part.sql).join(' UNION ALL ')})`,
    ...parts.flatMap(({ values }) => values),
  )
}

import type { AttentionReason } from '#contract/transactions/attention'
import type { OperationState } from '#contract/transactions/transactions'
import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { OwnerScope, ShardScope } from '../sql/scope.ts'
import { isDue } from '../sql/ownedRows.ts'
import type { Claim } from '../sql/ownedRows.ts'
import { decodeNewAttention, needAttention } from './attention.ts'
import type { NewAttention } from './attention.ts'
import { operationColumns } from './columns.ts'
import type { OperationRow } from './columns.ts'
import { numberEventOf } from './eventNumbers.ts'
import { announceOutcomes } from './transactionEvents.ts'

/** Reversals, and pending operations that a sweep recovers. */

export interface NewReversal {
  readonly id: number
  /** When the sweep sends it, milliseconds since 1970. */
  readonly due: number
}

/**
 * Inserts the reversal of an operation in this state, unless it has one, with the processor's reference of the operation.
 *
 * @param condition on the operation
 */
export const insertReversal = (
  reversed: number,
  status: OperationState,
  reversal: NewReversal,
  at: number,
  condition: Statement = sql('TRUE'),
): Statement =>
  sql(
    `INSERT INTO operations
       (id, transactionId, account, mode, type, status, amount, storedRef, undoes, due, storedRequestId, created, updated)
     SELECT ?, transactionId, account, mode, 'reversal', 'pending', amount, processorRef, id, ?, storedRequestId, ?, ?
     FROM operations WHERE id = ? AND status = ? AND ${condition.sql}
     ON CONFLICT (undoes) WHERE undoes IS NOT NULL DO NOTHING`,
    reversal.id,
    reversal.due,
    at,
    at,
    reversed,
    status,
    ...condition.values,
  )

/** Reversals, also of abandoned payments, are recovered separately: nothing else delays them. Others are captures, voids and credits. */
export type RecoveredOperations = 'reversals' | 'followUps'

/** As the indexes of `operations` have it. 09: the processor has accepted the operation and decides later. */
const isReversal = "(type = 'reversal' OR (id = transactionId AND responseCode IS NOT '09'))"

/** A condition on `operations`: rows of the index of one of both. */
export const isRecovered = (which: RecoveredOperations): string =>
  `due IS NOT NULL AND awaitsScan = 0 AND ${which === 'reversals' ? isReversal : `NOT ${isReversal}`}`

/** A condition: the operation is due, and has its entry in the index. */
export const isOperationDue = (
  scope: Pick<OwnerScope, 'owner'>,
  which: RecoveredOperations,
  nowMs: number,
): Statement => all(isDue(scope, nowMs), sql(isRecovered(which)))

/** A due operation, decoded by the caller, so that a row with an error does not fail the other due operations. */
export type DueOperation = () => OperationRow

/** Leases due operations until `leaseUntil`: concurrent sweeps share the work, and the lease of a crashed sweep expires. */
export const claimDueOperations = async (
  scope: OwnerScope,
  which: RecoveredOperations,
  { nowMs, leaseUntil, limit }: Claim,
): Promise<readonly DueOperation[]> => {
  const due = isOperationDue(scope, which, nowMs)
  const rows = await scope.database.rows(
    sql(
      `UPDATE operations SET due = ?
       WHERE id IN (SELECT id FROM operations WHERE ${due.sql} ORDER BY due LIMIT ?)
       RETURNING ${operationColumns.list()}`,
      leaseUntil,
      ...due.values,
      limit,
    ),
  )
  return rows.map((row) => () => operationColumns.decode(row))
}

/**
 * One round trip: inserts the reversal of a pending operation and returns it. Null if the operation has ended since it was claimed.
 *
 * @param responseCode set on the operation if it has none
 */
export const insertReversalOfPending = async (
  { database }: ShardScope,
  operation: OperationRow,
  responseCode: string,
  reversal: NewReversal,
  at: number,
): Promise<OperationRow | null> => {
  const results = await database.batch([
    sql(
      `UPDATE operations SET due = NULL, responseCode = coalesce(responseCode, ?), updated = ?
       WHERE id = ? AND status = 'pending'`,
      responseCode,
      at,
      operation.id,
    ),
    insertReversal(operation.id, 'pending', reversal, at),
    sql(`SELECT ${operationColumns.list()} FROM operations WHERE undoes = ? AND status = 'pending'`, operation.id),
  ])
  return operationColumns.decodeFirst(results.at(-1))
}

/** Records that an operation was reversed. A pending operation becomes reversed; one declined by an account rule stays declined. */
export const recordReversal = async ({ database }: ShardScope, reversed: number, at: number): Promise<void> => {
  await database.batchWithRetry([
    sql(
      "UPDATE operations SET status = 'approved', attempts = attempts + 1, due = NULL, updated = ? WHERE undoes = ? AND status = 'pending'",
      at,
      reversed,
    ),
    sql(
      `UPDATE operations SET status = 'reversed', updated = ?${numberEventOf('reversed')} WHERE id = ? AND status = 'pending'`,
      at,
      reversed,
    ),
    sql("UPDATE transactions SET status = 'reversed', updated = ? WHERE id = ? AND status = 'pending'", at, reversed),
    announceOutcomes([reversed], at),
  ])
}

/** The next attempt of an operation whose outcome is still unknown. */
export interface Deferral {
  /** Milliseconds since 1970. */
  readonly due: number
  /** Why a person has to look it up from now on. Null while the schedule of attempts lasts. */
  readonly attention: AttentionReason | null
  readonly at: number
}

/** Statements that set the next attempt of a pending operation. @param which selects its id */
export const deferOperation = (which: Statement, { due, attention, at }: Deferral): Statement[] => [
  sql(
    `UPDATE operations SET attempts = attempts + 1, due = ?, awaitsScan = 0, updated = ? WHERE id IN (${which.sql}) AND status = 'pending'`,
    due,
    at,
    ...which.values,
  ),
  ...(attention === null ? [] : needAttention(which, attention, at)),
]

/** Sets the next attempt of a reversal. Returns the reversal if it needs attention from now on. */
export const deferReversal = async (
  { database }: ShardScope,
  reversed: number,
  deferral: Deferral,
): Promise<NewAttention | null> => {
  const which = sql('SELECT id FROM operations WHERE undoes = ?', reversed)
  const results = await database.batchWithRetry(deferOperation(which, deferral))
  return deferral.attention === null ? null : decodeNewAttention(results.at(-1))
}

/** Records that the rest of a hold was released. */
export const recordRelease = async ({ database }: ShardScope, release: number, at: number): Promise<void> => {
  await database.batchWithRetry([
    sql(
      "UPDATE operations SET status = 'approved', attempts = attempts + 1, due = NULL, updated = ? WHERE id = ? AND status = 'pending'",
      at,
      release,
    ),
  ])
}

/** Sets the next attempt to release the rest of a hold. Returns the release if it needs attention from now on. */
export const deferRelease = async (
  { database }: ShardScope,
  release: number,
  deferral: Deferral,
): Promise<NewAttention | null> => {
  const results = await database.batchWithRetry(deferOperation(sql('SELECT ?', release), deferral))
  return deferral.attention === null ? null : decodeNewAttention(results.at(-1))
}

/**
 * Makes the reversal of an operation due again, after a late approval of the reversed operation. A reversal that a person has ended, since
 * the payment stands, stays ended: its approval is recorded.
 */
export const repeatReversal = async ({ database }: ShardScope, reversed: number, at: number): Promise<void> => {
  await database.batchWithRetry([repeatReversalOf(reversed, at)])
}

/** The same as a statement for a batch. */
export const repeatReversalOf = (reversed: number, at: number): Statement =>
  sql(
    "UPDATE operations SET status = 'pending', due = ?, updated = ? WHERE undoes = ? AND status <> 'failed'",
    at,
    at,
    reversed,
  )

/**
 * One round trip: records that a pending operation is sent again, before that happens. False if it has ended.
 *
 * @param times by the account's clock and by real time, in milliseconds since 1970
 */
export const recordSendingAgain = async (
  { database }: ShardScope,
  operation: number,
  { at, realTime }: { readonly at: number; readonly realTime: number },
): Promise<boolean> => {
  const row = await database.row(
    sql(
      `UPDATE operations SET storedRef = json_set(storedRef, '$.sentAgain', ?, '$.realTime', ?)
       WHERE id = ? AND status = 'pending' RETURNING id`,
      at,
      realTime,
      operation,
    ),
  )
  return row !== null
}

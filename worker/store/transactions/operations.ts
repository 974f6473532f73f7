import type { OperationState } from '#contract/transactions/transactions'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { ShardScope } from '../sql/scope.ts'
import { isDue } from '../sql/sweepScope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'
import { operationColumns } from './columns.ts'
import type { OperationRow } from './columns.ts'
import { announceOutcomes } from './transactionEvents.ts'

/** Pending operations that a sweep recovers, and reversals. */

export interface NewReversal {
  readonly id: number
  /** When the sweep tries it, milliseconds since 1970. */
  readonly due: number
}

/** Inserts the reversal of an operation that is in this state, where it has none. It carries the processor's reference of that operation. */
export const insertReversal = (undone: number, status: OperationState, reversal: NewReversal, at: number): Statement =>
  sql(
    `INSERT INTO operations
       (id, transactionId, account, mode, type, status, amount, processorRef, undoes, due, requestId, created, updated)
     SELECT ?, transactionId, account, mode, 'reversal', 'pending', amount, processorRef, id, ?, requestId, ?, ?
     FROM operations WHERE id = ? AND status = ?
     ON CONFLICT (undoes) WHERE undoes IS NOT NULL DO NOTHING`,
    reversal.id,
    reversal.due,
    at,
    at,
    undone,
    status,
  )

/** A due operation, decoded by the caller: one that cannot be decoded fails alone, and not with all others that are due. */
export type DueOperation = () => OperationRow

/** Claims due operations until `leaseUntil`: concurrent sweeps share the work, and a claim lapses if its sweep crashes. */
export const claimDueOperations = async (
  scope: SweepScope,
  nowMs: number,
  leaseUntil: number,
  limit: number,
): Promise<readonly DueOperation[]> => {
  const due = isDue(scope, nowMs)
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
 * One round trip: inserts the reversal of a pending operation and returns it. Null where the operation has ended since it was claimed.
 *
 * @param responseCode of the operation from now on, if it has none
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

/** Records that an operation was reversed. A pending one becomes reversed; one that a rule of the account declined stays declined. */
export const recordReversal = async ({ database }: ShardScope, undone: number, at: number): Promise<void> => {
  await database.batchWithRetry([
    sql(
      "UPDATE operations SET status = 'approved', attempts = attempts + 1, due = NULL, updated = ? WHERE undoes = ? AND status = 'pending'",
      at,
      undone,
    ),
    sql("UPDATE operations SET status = 'reversed', updated = ? WHERE id = ? AND status = 'pending'", at, undone),
    sql("UPDATE transactions SET status = 'reversed', updated = ? WHERE id = ? AND status = 'pending'", at, undone),
    announceOutcomes([undone], at),
  ])
}

/** Sets the next attempt of a reversal. Without one (`due` is null) the reversal failed, and an operator must see to it. */
export const deferReversal = async (
  { database }: ShardScope,
  undone: number,
  due: number | null,
  at: number,
): Promise<void> => {
  await database.batchWithRetry([
    sql(
      "UPDATE operations SET status = ?, attempts = attempts + 1, due = ?, updated = ? WHERE undoes = ? AND status = 'pending'",
      due === null ? 'failed' : 'pending',
      due,
      at,
      undone,
    ),
  ])
}

/** Records that the rest of a hold was given back. */
export const recordRelease = async ({ database }: ShardScope, release: number, at: number): Promise<void> => {
  await database.batchWithRetry([
    sql(
      "UPDATE operations SET status = 'approved', attempts = attempts + 1, due = NULL, updated = ? WHERE id = ? AND status = 'pending'",
      at,
      release,
    ),
  ])
}

/** Sets the next attempt to give back the rest of a hold. Without one (`due` is null) the issuer lets the hold lapse. */
export const deferRelease = async (
  { database }: ShardScope,
  release: number,
  due: number | null,
  at: number,
): Promise<void> => {
  await database.batchWithRetry([
    sql(
      "UPDATE operations SET status = ?, attempts = attempts + 1, due = ?, updated = ? WHERE id = ? AND status = 'pending'",
      due === null ? 'failed' : 'pending',
      due,
      at,
      release,
    ),
  ])
}

/** Makes the reversal of an operation due again: an approval has arrived for what was reversed. */
export const repeatReversal = async ({ database }: ShardScope, undone: number, at: number): Promise<void> => {
  await database.batchWithRetry([
    sql("UPDATE operations SET status = 'pending', due = ?, updated = ? WHERE undoes = ?", at, at, undone),
  ])
}

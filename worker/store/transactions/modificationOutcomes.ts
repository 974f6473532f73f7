import type { OperationState, OperationType } from '#contract/transactions/transactions'
import type { Ref } from '../../processors/processor.ts'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { releaseKeyOfFailed } from '../sql/idempotency.ts'
import { defineColumns, nullable } from '../sql/row.ts'
import type { OwnerScope, ShardScope } from '../sql/scope.ts'
import { recountPaymentOf } from './amounts.ts'
import { paymentColumns, refColumn, operationResourceColumns } from './columns.ts'
import type { OperationRow, PaymentRow, OperationResource } from './columns.ts'
import { announceOutcomes } from './transactionEvents.ts'

/** Outcomes of captures, voids and credits, and what unknown ones are repeated with. Each write counts the payment in the same batch. */

/** The outcome of a capture, void or credit. */
export interface ModificationOutcome {
  readonly id: number
  readonly type: OperationType
  readonly status: OperationState
  /** What was moved, which may be less than was requested. */
  readonly amount: number
  readonly responseCode: string
  readonly authCode: string | null
  readonly latency: number
  readonly processorRef: Ref
  readonly at: number
  /** The id of the reversal that gives back the rest of the hold, where a credit gives it up. */
  readonly releaseId: number
  /** When a sweep sends that reversal. */
  readonly releaseDue: number
  /** When the operation was due for recovery, as its caller read it. */
  readonly due: number | null
}

const rest = '(SELECT approved - captured - capturing - released FROM transactions WHERE id = operations.transactionId)'

/** How much of what was approved an operation gives up when it is approved; `amount` is what it had reserved until then. */
const releases: Readonly<Partial<Record<OperationType, (moved: number) => Statement>>> = {
  // Of what it reserved and did not take in the end, nothing stays either.
  capture: (moved) => sql(`CASE WHEN final = 1 THEN ${rest} + amount - ? ELSE 0 END`, moved),
  credit: () => sql(rest),
  // Of a whole payment: all that no settled capture has taken. A single capture gives its amount back to what can be captured.
  void: () =>
    sql(`CASE WHEN target = transactionId AND (SELECT type FROM transactions WHERE id = operations.transactionId) = 'payment'
              THEN amount ELSE 0 END`),
}

/** Voids what an approved void undoes: one operation, or everything of the payment that has not settled. */
const updateVoided = (id: number, at: number): Statement =>
  sql(
    `UPDATE operations SET status = 'voided', updated = ?
     WHERE status = 'approved' AND batchId IS NULL
       AND EXISTS (SELECT 1 FROM operations AS void JOIN transactions AS payment ON payment.id = void.transactionId
                   WHERE void.id = ? AND void.type = 'void' AND void.status = 'approved' AND void.transactionId = operations.transactionId
                     AND CASE WHEN void.target <> payment.id THEN operations.id = void.target
                              WHEN payment.settled = 0 THEN operations.id = payment.id OR operations.type = 'capture'
                              ELSE FALSE END)
       AND transactionId = (SELECT transactionId FROM operations WHERE id = ?)`,
    at,
    id,
    id,
  )

/**
 * Inserts the reversal that gives back the rest of a hold which a credit gave up, once for each credit; the captures of the payment stand. A
 * final capture gives its rest back by its own message.
 */
const insertRelease = ({ id, releaseId, releaseDue, at }: ModificationOutcome): Statement =>
  sql(
    `INSERT INTO operations
       (id, transactionId, account, mode, type, status, amount, processorRef, target, due, requestId, created, updated)
     SELECT ?, root.id, root.account, root.mode, 'reversal', 'pending', giver.released, root.processorRef, root.id, ?, giver.requestId, ?, ?
     FROM operations AS giver JOIN operations AS root ON root.id = giver.transactionId
     WHERE giver.id = ? AND giver.status = 'approved' AND giver.type = 'credit' AND giver.released > 0
       AND NOT EXISTS (SELECT 1 FROM operations AS begun
                       WHERE begun.transactionId = giver.transactionId AND begun.type = 'reversal' AND begun.requestId = giver.requestId)`,
    releaseId,
    releaseDue,
    at,
    at,
    id,
  )

/**
 * Records the outcome of a capture, void or credit while it is pending: one round trip, safe to repeat. Returns its row as it is then, which
 * has another outcome where a sweep recorded one before.
 *
 * `failed` (never sent) is recorded only where no sweep has claimed the operation: that sweep may have sent it.
 */
export const recordModificationOutcome = async (
  { database, owner }: OwnerScope,
  outcome: ModificationOutcome,
): Promise<OperationResource> => {
  const { id, at } = outcome
  const released = (outcome.status === 'approved' ? releases[outcome.type]?.(outcome.amount) : null) ?? sql('0')
  const results = await database.batchWithRetry([
    sql(
      `UPDATE operations
       SET status = ?, amount = ?, responseCode = ?, authCode = ?, latency = ?, processorRef = ?, due = NULL, updated = ?,
           released = ${released.sql}
       WHERE id = ? AND account = ? AND mode = ? AND status = 'pending' AND (? <> 'failed' OR due IS ?)`,
      outcome.status,
      outcome.amount,
      outcome.responseCode,
      outcome.authCode,
      outcome.latency,
      refColumn.write(outcome.processorRef),
      at,
      ...released.values,
      id,
      owner.account,
      owner.mode,
      outcome.status,
      outcome.due,
    ),
    ...(outcome.type === 'void' ? [updateVoided(id, at)] : []),
    ...(outcome.type === 'credit' ? [insertRelease(outcome)] : []),
    recountPaymentOf(id, at),
    ...(outcome.status === 'failed' ? [releaseKeyOfFailed(id)] : []),
    announceOutcomes([id], at),
    sql(`SELECT ${operationResourceColumns.list()} FROM operations WHERE id = ?`, id),
  ])
  const recorded = operationResourceColumns.decodeFirst(results.at(-1))
  if (recorded === null) throw new Error('An outcome without its operation.')
  return recorded
}

/** Records one more attempt without a known outcome, and when the next one is due. */
export const recordUnknownModification = async (
  { database, owner }: OwnerScope,
  { id, due, latency, responseCode, at }: UnknownModification,
): Promise<void> => {
  await database.batchWithRetry([
    sql(
      `UPDATE operations SET attempts = attempts + 1, responseCode = ?, latency = ?, due = ?, updated = ?
       WHERE id = ? AND account = ? AND mode = ? AND status = 'pending'`,
      responseCode,
      latency,
      due,
      at,
      id,
      owner.account,
      owner.mode,
    ),
  ])
}

export interface UnknownModification {
  readonly id: number
  readonly due: number
  readonly latency: number
  readonly responseCode: string
  readonly at: number
}

/** What the processor is called with for a modification beside its own row. */
export interface ModificationContext {
  readonly payment: PaymentRow
  /** The processor's reference of the payment's first operation, */
  readonly rootRef: Ref | null
  /** and, of a void, of the operation that it undoes. */
  readonly targetRef: Ref | null
}

const contextColumns = defineColumns({ rootRef: nullable(refColumn), targetRef: nullable(refColumn) })

export const findModificationContext = async (
  { database }: ShardScope,
  { id, transactionId }: Pick<OperationRow, 'id' | 'transactionId'>,
): Promise<ModificationContext> => {
  const row = await database.row(
    sql(
      `SELECT ${paymentColumns.list('payment')}, root.processorRef AS rootRef,
              (SELECT processorRef FROM operations WHERE id = (SELECT target FROM operations WHERE id = ?)) AS targetRef
       FROM transactions AS payment JOIN operations AS root ON root.id = payment.id WHERE payment.id = ?`,
      id,
      transactionId,
    ),
  )
  if (row === null) throw new Error('An operation without its payment.')
  return { payment: paymentColumns.decode(row), ...contextColumns.decode(row) }
}

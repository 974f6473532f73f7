import type { OperationState, OperationType } from '#contract/transactions/transactions'
import type { Ref } from '../../processors/processor.ts'
import { sql } from '../sql/database.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, nullable } from '../sql/row.ts'
import type { OwnerScope, ShardScope } from '../sql/scope.ts'
import { recountPaymentOf } from './amounts.ts'
import { decodeNewAttention, needAttention } from './attention.ts'
import type { NewAttention } from './attention.ts'
import { compactBoundRef, paymentColumns, refColumn, operationResourceColumns } from './columns.ts'
import type { OperationRow, PaymentRow, OperationResource } from './columns.ts'
import { cycleOfApproval } from '../batches/settlementCycles.ts'
import { deferOperation } from './operations.ts'
import { ofPayment, ofPayments } from './ofPayment.ts'
import type { Deferral } from './operations.ts'
import { numberEventOf } from './eventNumbers.ts'
import { announceOutcomes } from './transactionEvents.ts'

/** Outcomes of captures, voids and credits, and the data to repeat unknown ones. Each write recounts the payment in the same batch. */

/** The outcome of a capture, void or credit. */
export interface ModificationOutcome {
  readonly id: number
  readonly type: OperationType
  readonly status: OperationState
  /** The moved amount, which may be less than requested. */
  readonly amount: number
  readonly responseCode: string
  readonly authCode: string | null
  readonly latency: number
  readonly processorRef: Ref
  readonly at: number
  /** The id of the reversal that releases the rest of the hold after a credit. */
  readonly releaseId: number
  /** When a sweep sends that reversal. */
  readonly releaseDue: number
  /** When the operation was due for recovery, as its caller read it. */
  readonly due: number | null
}

const rest = '(SELECT approved - captured - capturing - released FROM transactions WHERE id = operations.transactionId)'

/** How much of the hold an approved operation releases. `amount` is the reserved amount. */
const releases: Readonly<Partial<Record<OperationType, (moved: number) => Statement>>> = {
  // Includes the part that the capture reserved and did not move.
  capture: (moved) => sql(`CASE WHEN final = 1 THEN ${rest} + amount - ? ELSE 0 END`, moved),
  credit: () => sql(rest),
  // A void of the payment releases the amount without settled captures. A void of one capture makes its amount capturable again.
  void: () =>
    sql(`CASE WHEN target = transactionId AND (SELECT type FROM transactions WHERE id = operations.transactionId) = 'payment'
              THEN amount ELSE 0 END`),
}

/** Updates the operations that an approved void undoes: one operation, or all unsettled ones of the payment. */
const updateVoided = (id: number, at: number): Statement => {
  const theirs = ofPayments(sql('SELECT transactionId FROM operations WHERE id = ?', id))
  return sql(
    `UPDATE operations SET status = 'voided', settlementCycle = NULL, updated = ?
     WHERE status = 'approved' AND batchId IS NULL
       AND EXISTS (SELECT 1 FROM operations AS void JOIN transactions AS payment ON payment.id = void.transactionId
                   WHERE void.id = ? AND void.type = 'void' AND void.status = 'approved' AND void.transactionId = operations.transactionId
                     AND CASE WHEN void.target <> payment.id THEN operations.id = void.target
                              WHEN payment.settled = 0 THEN operations.id = payment.id OR operations.type = 'capture'
                              ELSE FALSE END)
       AND ${theirs.sql}`,
    at,
    id,
    ...theirs.values,
  )
}

/**
 * Inserts the reversal that releases the rest of a hold after a credit, once per credit. The captures of the payment are not affected. A
 * final capture releases the rest by its own message.
 */
const insertRelease = ({ id, releaseId, releaseDue, at }: ModificationOutcome): Statement =>
  sql(
    `INSERT INTO operations
       (id, transactionId, account, mode, type, status, amount, storedRef, target, due, storedRequestId, created, updated)
     SELECT ?, root.id, root.account, root.mode, 'reversal', 'pending', credit.released, root.processorRef, root.id, ?, credit.storedRequestId, ?, ?
     FROM operations AS credit JOIN operations AS root ON root.id = credit.transactionId
     WHERE credit.id = ? AND credit.status = 'approved' AND credit.type = 'credit' AND credit.released > 0
       AND NOT EXISTS (SELECT 1 FROM operations AS earlier
                       WHERE ${ofPayment('credit.transactionId', 'earlier')} AND earlier.type = 'reversal' AND earlier.requestId = credit.requestId)`,
    releaseId,
    releaseDue,
    at,
    at,
    id,
  )

/**
 * Statements that record the outcome of a capture, void or credit if it is pending, safe to repeat.
 *
 * `failed` (did not happen) is recorded only if no sweep has claimed the operation, since that sweep may have sent it.
 *
 * @param requestId the request that causes the event, as SQL; by default the operation's request
 * @param condition of the change
 */
export const modificationOutcomeStatements = (
  owner: Owner,
  outcome: ModificationOutcome,
  { requestId, condition = sql('TRUE') }: { readonly requestId?: Statement; readonly condition?: Statement } = {},
): Statement[] => {
  const { id, at } = outcome
  const released = (outcome.status === 'approved' ? releases[outcome.type]?.(outcome.amount) : null) ?? sql('0')
  return [
    sql(
      `UPDATE operations
       SET status = ?, amount = ?, responseCode = ?, authCode = ?, latency = ?, storedRef = ${compactBoundRef}, due = NULL, updated = ?,
           settlementCycle = ${outcome.status === 'approved' ? cycleOfApproval() : 'NULL'}, released = ${released.sql}${numberEventOf(outcome.status)}
       WHERE id = ? AND account = ? AND mode = ? AND status = 'pending' AND (? <> 'failed' OR due IS ?) AND ${condition.sql}`,
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
      ...condition.values,
    ),
    ...(outcome.type === 'void' ? [updateVoided(id, at)] : []),
    ...(outcome.type === 'credit' ? [insertRelease(outcome)] : []),
    recountPaymentOf(id, at),
    announceOutcomes([id], at, requestId),
  ]
}

/**
 * Records the outcome of a capture, void or credit if it is pending: one round trip, safe to repeat. Returns its row, which has another
 * outcome if a sweep has recorded one earlier.
 */
export const recordModificationOutcome = async (
  { database, owner }: OwnerScope,
  outcome: ModificationOutcome,
): Promise<OperationResource> => {
  const results = await database.batchWithRetry([
    ...modificationOutcomeStatements(owner, outcome),
    sql(`SELECT ${operationResourceColumns.list()} FROM operations WHERE id = ?`, outcome.id),
  ])
  return requireOperation(results.at(-1))
}

/** An operation without an outcome as its row is afterwards, and the attention that it needs from now on, if it does. */
export interface Deferred {
  readonly operation: OperationResource
  readonly attention: NewAttention | null
}

const requireOperation = (rows: readonly Row[] | undefined): OperationResource => {
  const operation = operationResourceColumns.decodeFirst(rows)
  if (operation === null) throw new Error('The operation of an outcome does not exist.')
  return operation
}

/** Selects the id of an operation, if it is the owner's. */
const selectOperation = ({ account, mode }: Owner, id: number): Statement =>
  sql('SELECT id FROM operations WHERE id = ? AND account = ? AND mode = ?', id, account, mode)

/**
 * Records an attempt with an unknown outcome and the time of the next one: one round trip. An operation that has an outcome by now keeps it.
 */
export const recordUnknownModification = async (
  { database, owner }: OwnerScope,
  { id, latency, responseCode, ...deferral }: UnknownModification,
): Promise<Deferred> => {
  const which = selectOperation(owner, id)
  const results = await database.batchWithRetry([
    sql(
      `UPDATE operations SET responseCode = ?, latency = ? WHERE id IN (${which.sql}) AND status = 'pending'`,
      responseCode,
      latency,
      ...which.values,
    ),
    sql(`SELECT ${operationResourceColumns.list()} FROM operations WHERE id = ?`, id),
    ...deferOperation(which, deferral),
  ])
  return {
    operation: requireOperation(results[1]),
    attention: deferral.attention === null ? null : decodeNewAttention(results.at(-1)),
  }
}

/**
 * Records that the processor has accepted an operation and decides later, and when its outcome is looked up: one round trip. No attempt is
 * counted. The latency is that of the first such response. An operation that has an outcome by now keeps it.
 */
export const recordAcceptedOperation = async (
  { database, owner }: OwnerScope,
  { id, latency, responseCode, processorRef, due, attention, at }: AcceptedOperation,
): Promise<Deferred> => {
  const which = selectOperation(owner, id)
  const results = await database.batchWithRetry([
    sql(
      `UPDATE operations
       SET latency = iif(responseCode IS ?, latency, ?), responseCode = ?, storedRef = ${compactBoundRef}, due = ?, awaitsScan = 0, updated = ?
       WHERE id IN (${which.sql}) AND status = 'pending'`,
      responseCode,
      latency,
      responseCode,
      refColumn.write(processorRef),
      due,
      at,
      ...which.values,
    ),
    sql(`SELECT ${operationResourceColumns.list()} FROM operations WHERE id = ?`, id),
    ...(attention === null ? [] : needAttention(which, attention, at)),
  ])
  return {
    operation: requireOperation(results[1]),
    attention: attention === null ? null : decodeNewAttention(results.at(-1)),
  }
}

export interface AcceptedOperation extends Deferral {
  readonly id: number
  readonly latency: number
  readonly responseCode: string
  readonly processorRef: Ref
}

export interface UnknownModification extends Deferral {
  readonly id: number
  readonly latency: number
  readonly responseCode: string
}

/** The data that a modification's processor call needs beside its row. */
export interface ModificationContext {
  readonly payment: PaymentRow
  /** The processor's reference of the payment's first operation. */
  readonly rootRef: Ref | null
  /** The processor's reference of the operation that a void undoes. */
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
  if (row === null) throw new Error('The payment of an operation does not exist.')
  return { payment: paymentColumns.decode(row), ...contextColumns.decode(row) }
}

import type { OperationState, TransactionState } from '#contract/transactions/transactions'
import type { Ref } from '../../processors/processor.ts'
import { setInitialPayment } from '../customers/storedMethods.ts'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { cycleOfApproval, cycleOfMovement } from '../batches/settlementCycles.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { recountPaymentOf } from './amounts.ts'
import { compactBoundRef, compactRef, detailsColumn, refColumn } from './columns.ts'
import { insertReversal } from './operations.ts'
import type { NewReversal } from './operations.ts'
import { deleteSignature } from './signatures.ts'
import { nextEventNumbers, numberEventOf } from './eventNumbers.ts'
import { announceOutcomes } from './transactionEvents.ts'
import { velocityAssignments } from './velocity.ts'
import type { VelocitySample } from './velocity.ts'
import { ofPayment } from './ofPayment.ts'
import { holdAwaitsScan } from './scans.ts'

/** The outcome of the first operation of a transaction: an authorization, or an unreferenced credit. */
export interface AuthorizationOutcome {
  readonly id: number
  readonly transactionStatus: TransactionState
  readonly operationStatus: OperationState
  readonly amount: number
  readonly approved: number
  /** The part of `approved` that the shopper added at a terminal. */
  readonly tip: number
  readonly responseCode: string | null
  /** Details of a decline beyond its code. */
  readonly details: Readonly<Record<string, unknown>> | null
  readonly authCode: string | null
  readonly latency: number
  readonly avs: string | null
  readonly cvv: string | null
  readonly processorRef: Ref
  readonly networkTransactionId: string | null
  readonly expires: number | null
  /** When the outcome of an accepted credit is looked up. Null if the outcome is final, or its reversal is due instead. */
  readonly due: number | null
  readonly at: number
  /** Whether the approval moved money, so that the transaction is recounted. */
  readonly moved: boolean
  /** The id of the capture inserted with the approval: checks and cash have no hold. */
  readonly captureId: number | null
  /** The reversal inserted by this batch: of an approval that a rule rejects, or of an unknown outcome. */
  readonly reversal: NewReversal | null
  /** Whether the saved payment method stores the network's id as that of its series, unless it has one. */
  readonly storeNetworkId: boolean
  readonly velocitySample: VelocitySample
  /** Whether the signature is deleted, since the payment was not approved. */
  readonly deleteSignature: boolean
  /** Whether background work caused the outcome, such as billing. */
  readonly isBackground: boolean
}

/** Inserts the capture of an approval without a hold: only captures and credits settle. */
const insertCapture = (capture: number, outcome: AuthorizationOutcome): Statement => {
  const event = nextEventNumbers('first')
  return sql(
    `INSERT INTO operations
       (id, transactionId, account, mode, type, status, amount, responseCode, latency, storedRef, storedRequestId,
        initiatedByUserId, referenceTransactionId, settlementCycle, created, updated, eventSequence, eventPosition, inFigures,
        actor, paymentCreated)
     SELECT ?, transactionId, account, mode, 'capture', 'approved', amount, responseCode, latency,
            ${compactRef('processorRef', { id: '?', created: '?' })}, storedRequestId, initiatedByUserId, referenceTransactionId,
            ${cycleOfMovement('first')}, ?, ?, ${event.sequence}, ${event.position}, inFigures, actor,
            iif(created / 86400000 <> CAST(? AS INTEGER) / 86400000, created, NULL)
     FROM operations AS first
     WHERE id = ? AND status = 'approved' AND updated = ?
       AND NOT EXISTS (SELECT 1 FROM operations WHERE ${ofPayment('first.id')} AND type = 'capture')`,
    capture,
    capture,
    outcome.at,
    outcome.at,
    outcome.at,
    outcome.at,
    outcome.id,
    outcome.at,
  )
}

/**
 * Records the outcome of a transaction's first operation if that is pending: one round trip, safe to repeat. Returns false if the outcome
 * is too late: a sweep has abandoned the operation and reverses it.
 */
export const recordAuthorizationOutcome = async (
  { database, owner }: OwnerScope,
  outcome: AuthorizationOutcome,
): Promise<boolean> => {
  const results = await database.batchWithRetry([
    sql(
      `UPDATE operations SET status = ?, amount = ?, responseCode = ?, details = ?, authCode = ?, latency = ?, avs = ?, cvv = ?,
                             storedRef = ${compactBoundRef}, due = ?, awaitsScan = 0, updated = ?,
                             settlementCycle = ${outcome.operationStatus === 'approved' ? cycleOfApproval() : 'NULL'}${numberEventOf(outcome.operationStatus)}
       WHERE id = ? AND account = ? AND mode = ? AND status = 'pending' AND due IS NOT NULL`,
      outcome.operationStatus,
      outcome.amount,
      outcome.responseCode,
      outcome.details === null ? null : detailsColumn.write(outcome.details),
      outcome.authCode,
      outcome.latency,
      outcome.avs,
      outcome.cvv,
      refColumn.write(outcome.processorRef),
      outcome.due,
      outcome.at,
      outcome.id,
      owner.account,
      owner.mode,
    ),
    sql(
      `UPDATE transactions SET status = ?, approved = ?, tip = ?, networkTransactionId = ?, expires = ?, awaitsScan = ${holdAwaitsScan(outcome.expires, outcome.at)}, updated = ?${velocityAssignments[outcome.velocitySample]}
       WHERE id = ? AND account = ? AND mode = ? AND status = 'pending'
         AND EXISTS (SELECT 1 FROM operations
                     WHERE operations.id = transactions.id AND operations.status = ? AND operations.updated = ? AND due IS ?)`,
      outcome.transactionStatus,
      outcome.approved,
      outcome.tip,
      outcome.networkTransactionId,
      outcome.expires,
      outcome.at,
      outcome.id,
      owner.account,
      owner.mode,
      outcome.operationStatus,
      outcome.at,
      outcome.due,
    ),
    ...(outcome.captureId === null ? [] : [insertCapture(outcome.captureId, outcome)]),
    ...(outcome.moved ? [recountPaymentOf(outcome.id, outcome.at)] : []),
    ...(outcome.reversal === null
      ? []
      : [insertReversal(outcome.id, outcome.operationStatus, outcome.reversal, outcome.at)]),
    ...(outcome.storeNetworkId ? [setInitialPayment(owner, outcome.id)] : []),
    ...(outcome.deleteSignature ? [deleteSignature(outcome.id)] : []),
    announceOutcomes(
      [outcome.id, ...(outcome.captureId === null ? [] : [outcome.captureId])],
      outcome.at,
      outcome.isBackground ? sql('NULL') : undefined,
    ),
    sql('SELECT status, updated, due, latency FROM operations WHERE id = ?', outcome.id),
  ])
  const operation = results.at(-1)?.[0]
  return (
    operation?.['status'] === outcome.operationStatus &&
    operation['updated'] === outcome.at &&
    operation['due'] === outcome.due &&
    // After a sweep abandoned it in the same millisecond, only the latency differs.
    operation['latency'] === outcome.latency
  )
}

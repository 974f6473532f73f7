import type { OperationState, TransactionState } from '#contract/transactions/transactions'
import type { Ref } from '../../processors/processor.ts'
import { setNetworkTransactionId } from '../customers/storedMethods.ts'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { releaseKeyOfFailed } from '../sql/idempotency.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { recountPaymentOf } from './amounts.ts'
import { detailsColumn, refColumn } from './columns.ts'
import { insertReversal } from './operations.ts'
import type { NewReversal } from './operations.ts'
import { deleteSignature } from './signatures.ts'
import { announceOutcomes } from './transactionEvents.ts'
import { excludeFromVelocity } from './velocity.ts'
import type { VelocitySample } from './velocity.ts'

/** The outcome of the first operation of a transaction: an authorization, or an unreferenced credit. */
export interface AuthorizationOutcome {
  readonly id: number
  readonly transactionStatus: TransactionState
  readonly operationStatus: OperationState
  readonly amount: number
  readonly approved: number
  /** The part of it that the shopper added at a reader. */
  readonly tip: number
  readonly responseCode: string | null
  /** Facts of a decline that its code does not tell. */
  readonly details: Readonly<Record<string, unknown>> | null
  readonly authCode: string | null
  readonly latency: number
  readonly avs: string | null
  readonly cvv: string | null
  readonly processorRef: Ref
  readonly networkTransactionId: string | null
  readonly expires: number | null
  readonly at: number
  /** Whether money has moved with the approval, so that the transaction's amounts must be counted. */
  readonly moved: boolean
  /** The id of the capture that came with the approval: checks and cash have no hold. */
  readonly captureId: number | null
  /** The reversal that begins with this batch: of an approval that a rule undoes, or of an unknown outcome. */
  readonly reversal: NewReversal | null
  /** Whether the saved payment method takes its network's id as the first of its series, if it has none. */
  readonly keepSeries: boolean
  readonly velocitySample: VelocitySample
  /** Whether a signature is deleted: nothing was approved. */
  readonly deleteSignature: boolean
  /** Whether the Idempotency-Key is freed for another try: the processor was never reached. */
  readonly freeKey: boolean
  /** Whether no request caused it, as for the bills of subscriptions. */
  readonly byTime: boolean
}

/** Inserts the capture that came with an approval: only captures and credits settle. */
const insertCapture = (capture: number, outcome: AuthorizationOutcome): Statement =>
  sql(
    `INSERT INTO operations
       (id, transactionId, account, mode, type, status, amount, responseCode, latency, processorRef, requestId,
        initiatedByUserId, referenceTransactionId, created, updated)
     SELECT ?, transactionId, account, mode, 'capture', 'approved', amount, responseCode, latency, processorRef, requestId,
            initiatedByUserId, referenceTransactionId, ?, ?
     FROM operations AS first
     WHERE id = ? AND status = 'approved' AND updated = ?
       AND NOT EXISTS (SELECT 1 FROM operations WHERE transactionId = first.id AND type = 'capture')`,
    capture,
    outcome.at,
    outcome.at,
    outcome.id,
    outcome.at,
  )

/**
 * Records the outcome of a transaction's first operation while that is pending: one round trip, safe to repeat. Returns false where the
 * outcome came too late: a sweep has taken the operation for abandoned and reverses it.
 */
export const recordAuthorizationOutcome = async (
  { database, owner }: OwnerScope,
  outcome: AuthorizationOutcome,
): Promise<boolean> => {
  const results = await database.batchWithRetry([
    sql(
      `UPDATE operations SET status = ?, amount = ?, responseCode = ?, details = ?, authCode = ?, latency = ?, avs = ?, cvv = ?,
                             processorRef = ?, due = NULL, updated = ?
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
      outcome.at,
      outcome.id,
      owner.account,
      owner.mode,
    ),
    sql(
      `UPDATE transactions SET status = ?, approved = ?, tip = ?, networkTransactionId = ?, expires = ?, updated = ?
       WHERE id = ? AND account = ? AND mode = ? AND status = 'pending'
         AND EXISTS (SELECT 1 FROM operations
                     WHERE operations.id = transactions.id AND operations.status = ? AND operations.updated = ? AND due IS NULL)`,
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
    ),
    ...(outcome.captureId === null ? [] : [insertCapture(outcome.captureId, outcome)]),
    ...(outcome.moved ? [recountPaymentOf(outcome.id, outcome.at)] : []),
    ...(outcome.reversal === null
      ? []
      : [insertReversal(outcome.id, outcome.operationStatus, outcome.reversal, outcome.at)]),
    ...(outcome.keepSeries ? [setNetworkTransactionId(owner, outcome.id)] : []),
    ...excludeFromVelocity(outcome.id, outcome.velocitySample),
    ...(outcome.deleteSignature ? [deleteSignature(outcome.id)] : []),
    ...(outcome.freeKey ? [releaseKeyOfFailed(outcome.id)] : []),
    announceOutcomes(
      [outcome.id, ...(outcome.captureId === null ? [] : [outcome.captureId])],
      outcome.at,
      outcome.byTime ? sql('NULL') : undefined,
    ),
    sql('SELECT status, updated, due, latency FROM operations WHERE id = ?', outcome.id),
  ])
  const now = results.at(-1)?.[0]
  return (
    now?.['status'] === outcome.operationStatus &&
    now['updated'] === outcome.at &&
    now['due'] === null &&
    // A sweep of the same millisecond that took it for abandoned has left all of that alike.
    now['latency'] === outcome.latency
  )
}

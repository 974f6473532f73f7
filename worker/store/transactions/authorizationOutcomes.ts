import type { OperationState, TransactionState } from '#contract/transactions'
import { withdrawEvidence } from './velocity.ts'
import type { Evidence } from './velocity.ts'
import { sql } from '../sql/database.ts'
import { insertReversal } from './operations.ts'
import type { NewReversal } from './operations.ts'
import { freeKeyOf } from '../sql/idempotency.ts'
import { recountPaymentOf } from './amounts.ts'
import { forgetSignature } from './signatures.ts'
import { announceOutcomes } from './transactionEvents.ts'
import { setNetworkTransactionId } from '../customers/storedMethods.ts'
import type { Statement } from '../sql/database.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** What is known once the processor has answered the first operation of a transaction, or the gateway has decided without asking. */
export interface FirstOutcome {
  readonly id: number
  readonly transactionStatus: TransactionState
  readonly operationStatus: OperationState
  readonly amount: number
  readonly approved: number
  /** The part of it that the shopper added at a reader. */
  readonly tip: number
  readonly responseCode: string | null
  /** Facts of a decline that its code does not tell, as JSON. */
  readonly details: string | null
  readonly authCode: string | null
  readonly latency: number
  readonly avs: string | null
  readonly cvv: string | null
  readonly processorRef: string
  readonly networkTransactionId: string | null
  readonly expires: number | null
  readonly at: number
  /** Whether money has moved with it already, so that the transaction's amounts are to be counted. */
  readonly moved: boolean
  /** The id of the capture that happened with it: checks and cash know no hold. */
  readonly captureId: number | null
  /** An approval that must be undone, or an operation that may have happened: the reversal begins with this batch. */
  readonly reversal: NewReversal | null
  /** Whether the wallet entry that it was made with shall know it as the first of its series, if it knows none. */
  readonly keepSeries: boolean
  /** What it says of card testing. */
  readonly evidence: Evidence
  /** Whether a shopper may have signed for what came to nothing. */
  readonly forgetSignature: boolean
  /** Whether the processor was never reached: an Idempotency-Key is free for another try. */
  readonly freeKey: boolean
  /** Whether time asked for it and no request, as for the bills of subscriptions. */
  readonly byTime: boolean
}

/** The capture that came with an approval, as an operation of its own: whatever settles is a capture or a credit. */
const insertCapture = (capture: number, outcome: FirstOutcome): Statement =>
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
 * Writes the outcome of a transaction's first operation, where it is still pending: one round trip, safe to repeat. Answers false where it
 * is no longer pending, because the sweep has taken it for abandoned and undoes it: the outcome then came too late.
 */
export const recordAuthorizationOutcome = async (
  { database, owner }: OwnerScope,
  outcome: FirstOutcome,
): Promise<boolean> => {
  const results = await database.repeatable([
    sql(
      `UPDATE operations SET status = ?, amount = ?, responseCode = ?, details = ?, authCode = ?, latency = ?, avs = ?, cvv = ?,
                             processorRef = ?, due = NULL, updated = ?
       WHERE id = ? AND account = ? AND mode = ? AND status = 'pending' AND due IS NOT NULL`,
      outcome.operationStatus,
      outcome.amount,
      outcome.responseCode,
      outcome.details,
      outcome.authCode,
      outcome.latency,
      outcome.avs,
      outcome.cvv,
      outcome.processorRef,
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
    ...withdrawEvidence(outcome.id, outcome.evidence),
    ...(outcome.forgetSignature ? [forgetSignature(outcome.id)] : []),
    ...(outcome.freeKey ? [freeKeyOf(outcome.id)] : []),
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

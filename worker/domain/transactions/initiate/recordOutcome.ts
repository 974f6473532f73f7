import type { Approved, Outcome, Ref } from '../../../processors/processor.ts'
import type { OperationStore, TransactionStore } from '../../../store/transactions/transactionStore.ts'
import type { TimeLimits } from '../../timeLimits.ts'
import { authorizationLifetimeMs } from './authorizationLifetime.ts'
import { toVelocitySample } from './cardTesting.ts'
import type { PendingTransaction } from './createPending.ts'
import { isCapturedImmediately } from './decide.ts'
import type { Decision } from './decide.ts'
import { retryOnIdCollision } from '../retryOnIdCollision.ts'
import type { TransactionIdNeeds } from '../retryOnIdCollision.ts'
import { toPollDeferral } from '../recovery/attention.ts'
import { attemptReversal } from '../recovery/reversalAttempts.ts'
import type { AttemptReversalNeeds } from '../recovery/reversalAttempts.ts'
import { unknownOutcome } from '../verdict.ts'

export interface RecordOutcomeNeeds extends TransactionIdNeeds, AttemptReversalNeeds {
  readonly limits: Pick<TimeLimits, 'reversalLeaseMs' | 'reversalTimeoutMs'>
  readonly operations: Pick<OperationStore, 'deferReversal' | 'recordReversal' | 'repeatReversal'>
  readonly transactions: Pick<TransactionStore, 'recordAuthorizationOutcome'>
}

/** The issuer's authorization code. */
export const authCodeOf = (outcome: Outcome | null): string | null =>
  outcome?.result === 'approved' ? (outcome.authCode ?? null) : null

/** The letter of the issuer's AVS or CVV check. */
export const verificationLetter = (outcome: Outcome | null, check: 'avs' | 'cvv'): string | null =>
  outcome?.result === 'approved' || outcome?.result === 'declined' ? (outcome[check] ?? null) : null

/** The approved tip: the one that the processor returns, or, of a partial approval, what exceeds the price. */
const approvedTip = ({ amount, tip }: PendingTransaction, approval: Approved): bigint => {
  if (approval.tip !== undefined) return approval.tip.minor
  const beyond = approval.approved.minor - (amount.minor - tip)
  return beyond < 0n ? 0n : beyond < tip ? beyond : tip
}

/** Records a decision and starts its reversal, if it has one. Returns the decision that holds from now on. */
export const recordOutcome = async (
  pending: PendingTransaction,
  decision: Decision,
  needs: RecordOutcomeNeeds,
): Promise<Decision> => {
  const { verdict, outcome, latency } = decision
  const { transactions, operations, clock, limits } = needs
  const now = clock.now()
  const ref: Ref = outcome?.ref ?? pending.ref
  const approval = outcome?.result === 'approved' && verdict.approved !== null ? outcome : null
  const moved = approval !== null && (pending.type === 'credit' || isCapturedImmediately(pending))
  const held = approval !== null && !moved
  const recorded = await retryOnIdCollision(needs, (freshId) =>
    transactions.recordAuthorizationOutcome({
      id: pending.id,
      transactionStatus: verdict.transaction,
      operationStatus: verdict.operation,
      amount: Number((verdict.approved ?? pending.amount).minor),
      approved: pending.type === 'payment' ? Number(verdict.approved?.minor ?? 0n) : 0,
      tip: approval === null ? 0 : Number(approvedTip(pending, approval)),
      responseCode: verdict.responseCode,
      details: verdict.details ?? null,
      authCode: verdict.approved === null ? null : authCodeOf(outcome),
      latency,
      avs: verificationLetter(outcome, 'avs'),
      cvv: verificationLetter(outcome, 'cvv'),
      processorRef: ref,
      networkTransactionId: approval?.networkTransactionId ?? null,
      // A verification, with an amount of 0, holds nothing that could expire.
      expires:
        held && approval.approved.minor > 0n
          ? (approval.expiresAt ?? now + authorizationLifetimeMs({ ...pending.columns, ...pending.credential }))
          : null,
      // An accepted credit is as old as this response.
      due: outcome?.result === 'pending' && !verdict.reverse ? toPollDeferral(now, outcome.pollAfterMs, now).due : null,
      at: now,
      moved,
      captureId: moved && pending.type === 'payment' ? freshId : null,
      reversal: verdict.reverse ? { id: freshId, due: now + limits.reversalLeaseMs } : null,
      storeNetworkId: approval !== null && pending.columns.wallet !== null,
      velocitySample:
        pending.velocityCheck === null
          ? 'full'
          : toVelocitySample(verdict, outcome !== null, pending.velocityCheck.approvedBefore),
      deleteSignature: pending.columns.method === 'terminal' && approval === null,
      isBackground: pending.options.bill !== null && pending.options.subscription === undefined,
    }),
  )
  if (!recorded) {
    // A sweep took the payment for abandoned and reverses it. A late approval is reversed once more and never returned.
    if (outcome?.result === 'approved') await operations.repeatReversal(pending.id, now)
    return { verdict: unknownOutcome, outcome: null, latency: 0 }
  }
  if (verdict.reverse) await attemptReversal({ undoes: pending.id, ref, attempts: 0 }, needs)
  return decision
}

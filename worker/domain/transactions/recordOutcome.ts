import type { Approved, Outcome, Ref } from '../../processors/processor.ts'
import type { AccountServices } from '../../app/compose.ts'
import { evidenceOf } from './cardTesting.ts'
import { authorizationLifetimeMs } from './authorizationLifetime.ts'
import { isTakenAtOnce } from './decide.ts'
import type { Decision } from './decide.ts'
import type { PendingTransaction } from './createPending.ts'
import { tryReversal } from './reverse.ts'
import { unknownOutcome } from './states.ts'
import { retryOnIdCollision } from './retryOnIdCollision.ts'

/** What the issuer gave with an approval. */
export const authCodeOf = (outcome: Outcome | null): string | null =>
  outcome?.result === 'approved' ? (outcome.authCode ?? null) : null

/** The letter of a check that the issuer made. */
export const letter = (outcome: Outcome | null, check: 'avs' | 'cvv'): string | null =>
  outcome?.result === 'approved' || outcome?.result === 'declined' ? (outcome[check] ?? null) : null

/** How much of an approval is a tip: what the shopper added at the reader, of less than all of it what is left beyond the price. */
const tipOf = ({ asked, tip }: PendingTransaction, approval: Approved): bigint => {
  if (approval.tip !== undefined) return approval.tip.minor
  const beyond = approval.approved.minor - (asked.minor - tip)
  return beyond < 0n ? 0n : beyond < tip ? beyond : tip
}

/** Writes the verdict down, and begins its reversal where it has one. Answers what holds from now on. */
export const recordOutcome = async (
  opened: PendingTransaction,
  decision: Decision,
  services: AccountServices,
): Promise<Decision> => {
  const { verdict, outcome, latency } = decision
  const { transactions, operations, clock, limits } = services
  const now = clock.now()
  const ref: Ref = outcome?.ref ?? opened.ref
  const approval = outcome?.result === 'approved' && verdict.approved !== null ? outcome : null
  const moved = approval !== null && (opened.type === 'credit' || isTakenAtOnce(opened))
  const held = approval !== null && !moved
  const written = await retryOnIdCollision(services, (freshId) =>
    transactions.recordAuthorizationOutcome({
      id: opened.id,
      transactionStatus: verdict.transaction,
      operationStatus: verdict.operation,
      amount: Number((verdict.approved ?? opened.asked).minor),
      approved: opened.type === 'payment' ? Number(verdict.approved?.minor ?? 0n) : 0,
      tip: approval === null ? 0 : Number(tipOf(opened, approval)),
      responseCode: verdict.responseCode,
      details: verdict.details === undefined ? null : JSON.stringify(verdict.details),
      authCode: verdict.approved === null ? null : authCodeOf(outcome),
      latency,
      avs: letter(outcome, 'avs'),
      cvv: letter(outcome, 'cvv'),
      processorRef: JSON.stringify(ref),
      networkTransactionId: approval?.networkTransactionId ?? null,
      // A verification of an account, with an amount of 0, holds nothing that could lapse.
      expires:
        held && approval.approved.minor > 0n ? (approval.expiresAt ?? now + authorizationLifetimeMs(opened)) : null,
      at: now,
      moved,
      captureId: moved && opened.type === 'payment' ? freshId : null,
      reversal: verdict.reverse ? { id: freshId, due: now + limits.reversalLeaseMs } : null,
      keepSeries: approval !== null && opened.columns.wallet !== null,
      evidence: opened.suspicion === null ? 'full' : evidenceOf(verdict, outcome !== null, opened.suspicion.known),
      forgetSignature: opened.columns.method === 'terminal' && approval === null,
      freeKey: outcome?.result === 'notSent',
      byTime: opened.options.bill !== null,
    }),
  )
  if (!written) {
    // The sweep took the payment for abandoned and undoes it. An approval that came after all is undone once more, and never shown.
    if (outcome?.result === 'approved') await operations.reverseAgain(opened.id, now)
    return { verdict: unknownOutcome, outcome: null, latency: 0 }
  }
  if (verdict.reverse) await tryReversal({ undoes: opened.id, ref, attempts: 0 }, services)
  return decision
}

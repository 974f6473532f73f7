import type { OperationRow } from '../../../store/transactions/columns.ts'
import type { ModificationOutcome } from '../../../store/transactions/modificationOutcomes.ts'
import type { ProcessorResponse } from '../callProcessor.ts'
import type { ModificationVerdict } from '../verdict.ts'

/** What is recorded of a capture, void or credit whose outcome is known. @param recording the id of a release, and milliseconds since 1970 */
export const toModificationOutcome = (
  { id, type, amount, due }: OperationRow,
  { outcome, latency }: ProcessorResponse,
  { status, responseCode }: ModificationVerdict,
  { releaseId, at }: { readonly releaseId: number; readonly at: number },
): ModificationOutcome => ({
  id,
  type,
  status,
  // A processor that approves less has moved less.
  amount: outcome.result === 'approved' ? Math.min(amount, Number(outcome.approved.minor)) : amount,
  responseCode,
  authCode: outcome.result === 'approved' ? (outcome.authCode ?? null) : null,
  latency,
  processorRef: outcome.ref,
  at,
  releaseId,
  releaseDue: at,
  due,
})

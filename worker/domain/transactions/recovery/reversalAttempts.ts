import type { Ref } from '../../../processors/processor.ts'
import type { OperationStore } from '../../../store/transactions/transactionStore.ts'
import type { Clock } from '../../clock.ts'
import { requestReversal } from '../callProcessor.ts'
import type { RequestReversalNeeds } from '../callProcessor.ts'
import { toDeferral } from './attention.ts'
import type { ReportAttentionNeeds } from './attention.ts'

export interface AttemptReversalNeeds extends RequestReversalNeeds, ReportAttentionNeeds {
  readonly clock: Clock
  readonly operations: Pick<OperationStore, 'deferReversal' | 'recordReversal'>
}

/** A reversal that the processor has not acknowledged. */
export interface PendingReversal {
  /** The operation that it reverses. */
  readonly undoes: number
  /** The processor's reference of that operation. */
  readonly ref: Ref
  readonly attempts: number
}

/** Requests a reversal once and records the result. */
export const attemptReversal = async (
  { undoes, ref, attempts }: PendingReversal,
  needs: AttemptReversalNeeds,
): Promise<'done' | 'deferred'> => {
  const { clock, operations } = needs
  const reversal = await requestReversal(ref, attempts + 1, needs)
  const now = clock.now()
  if (reversal === 'retry') {
    const attention = await operations.deferReversal(undoes, toDeferral(attempts + 1, now, 'no_acknowledgement'))
    if (attention !== null) needs.reportAttention(attention)
    return 'deferred'
  }
  await operations.recordReversal(undoes, now)
  return 'done'
}

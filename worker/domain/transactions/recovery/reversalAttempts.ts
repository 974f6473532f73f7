import type { Ref } from '../../../processors/processor.ts'
import type { OperationStore } from '../../../store/transactions/transactionStore.ts'
import type { Clock } from '../../clock.ts'
import { requestReversal } from '../callProcessor.ts'
import type { RequestReversalNeeds } from '../callProcessor.ts'

export interface AttemptReversalNeeds extends RequestReversalNeeds {
  readonly clock: Clock
  readonly operations: Pick<OperationStore, 'deferReversal' | 'recordReversal'>
}

const minute = 60_000

/** Minutes after the first attempt at which a reversal is repeated: 1, 2, 10, 60, then hourly for a day. */
const scheduleMinutes = [1, 2, 10, ...Array.from({ length: 24 }, (_, hour) => 60 * (hour + 1))]

/** When a reversal is repeated after `attempts` attempts, the last one just now. Null if it is left to an operator. */
export const nextReversalAttempt = (attempts: number, nowMs: number): number | null => {
  const next = scheduleMinutes[attempts - 1]
  return next === undefined ? null : nowMs + (next - (scheduleMinutes[attempts - 2] ?? 0)) * minute
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
    await operations.deferReversal(undoes, nextReversalAttempt(attempts + 1, now), now)
    return 'deferred'
  }
  await operations.recordReversal(undoes, now)
  return 'done'
}

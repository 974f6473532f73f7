import type { OperationType, Ref } from '../../processors/processor.ts'
import type { SettlementTimes, SimulatedReturn } from '../../processors/simulatedReturn.ts'
import type { BatchStore } from '../../store/batches/batchStore.ts'
import type { BatchRow } from '../../store/batches/batches.ts'
import type { Settleable, OperationToSettle } from '../../store/batches/settlement.ts'
import type { Clock } from '../clock.ts'

export interface SettleBatchNeeds {
  readonly clock: Clock
  readonly processor: {
    simulateReturn(type: OperationType, ref: Ref, times: SettlementTimes): Promise<SimulatedReturn | undefined>
  }
  readonly batches: Pick<BatchStore, 'readSettleable' | 'settle'>
}

const operationsPerRound = 500
const maxRounds = 4

/**
 * Settles the operations of a closing batch, and closes it when none is left. A large batch stays closing, and a later sweep
 * continues it. Safe to interrupt and to run concurrently.
 *
 * @param requestId the request that closes the batch; null at the end of its day
 * @returns the batch afterwards; null if nothing was left to settle in it
 */
export const settleBatch = async (
  closing: BatchRow,
  needs: SettleBatchNeeds,
  requestId: string | null,
): Promise<BatchRow | null> => {
  const { batches, clock } = needs
  let batch: BatchRow | null = closing
  for (let round = 0; round < maxRounds && batch?.status === 'closing'; round++) {
    const ready = await batches.readSettleable(batch, operationsPerRound)
    const { cutoff } = batch
    const settling = await Promise.all(ready.map((operation) => withScheduledReturn(operation, cutoff, needs)))
    const settled = await batches.settle(batch, settling, clock.now(), requestId)
    batch = settled.batch
  }
  return batch
}

/** An operation with the return or dispute that the processor schedules for it, if any. */
const withScheduledReturn = async (
  { id, transactionId, type, approved, processorRef: ref }: Settleable,
  settled: number,
  { processor }: SettleBatchNeeds,
): Promise<OperationToSettle> => {
  const scheduledReturn =
    ref && (await processor.simulateReturn(type === 'capture' ? 'authorize' : 'credit', ref, { approved, settled }))
  return { id, transactionId, scheduledReturn: scheduledReturn ?? null }
}

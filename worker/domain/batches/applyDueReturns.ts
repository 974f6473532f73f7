import type { BatchSweepStore } from '../../store/batches/batchStore.ts'
import type { Clock } from '../clock.ts'

interface Needs {
  readonly clock: Clock
  readonly batches: Pick<BatchSweepStore, 'updateDueReturns'>
}

const operationsPerSweep = 100

/** Applies returns and disputes that the processor scheduled at settlement, once they are due by the account's clock. */
export const applyDueReturns = async ({ batches, clock }: Needs) => ({
  returnsApplied: await batches.updateDueReturns(clock.now(), operationsPerSweep),
})

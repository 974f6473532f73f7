import type { SweepServices } from '../../app/compose.ts'

const operationsAtOnce = 100

/** Returns and disputes that a processor foresaw when it settled: they come true on the account's clock. */
export const applyDueReturns = async ({ batches, clock }: SweepServices) => ({
  foreseenFulfilled: await batches.applyDueReturns(clock.now(), operationsAtOnce),
})

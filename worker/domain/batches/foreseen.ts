import type { SweepServices } from '../../services.ts'

const operationsAtOnce = 100

/** Returns and disputes that a processor foresaw when it settled: they come true on the account's clock. */
export const fulfilForeseen = async ({ batches, clock }: SweepServices) => ({
  foreseenFulfilled: await batches.fulfilForeseen(clock.now(), operationsAtOnce),
})

import type { SimulatedReturn } from '../../processors/simulatedReturn.ts'
import { paymentFixture } from '../../testing/fixtures/paymentFixture.ts'
import { applyDueReturns } from './applyDueReturns.ts'
import { closeBatch } from './close.ts'
import { closeDueBatches } from './closeDue.ts'
import { listBatches } from './list.ts'

const page = { pageNumber: 1, pageSize: 10, cursor: null }

/** A response as a client receives it: amounts are plain numbers. */
export const toJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>

export const batchFixture = async (settings: object = {}) => {
  const fixture = await paymentFixture({
    settings: { timeZone: 'UTC', unreferencedCredits: true, ...settings },
  })
  const { services, sweepServices } = fixture
  return {
    ...fixture,
    close: async () => (await closeBatch(services())).batch,
    closeDue: () => closeDueBatches(sweepServices()),
    list: async () => (await listBatches(page, services())).batches,
    /** Closes the batch with a processor that schedules this for each operation. */
    closeWith: (scheduled: SimulatedReturn) => {
      const needs = services()
      return closeBatch({ ...needs, processor: { ...needs.processor, simulateReturn: async () => scheduled } })
    },
    applyReturns: () => applyDueReturns(sweepServices()),
  }
}

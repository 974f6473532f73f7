import { beforeEach } from 'vitest'
import type { Processor } from '../processors/processor.ts'
import { inMemoryAcquirer } from '../proof/acquirer/memory.ts'
import { bindings } from '../testing/bindings.ts'
import { cardPayment, createMerchant, startWorker, testClock } from '../testing/merchant.ts'
import type { TimeLimits } from './timeLimits.ts'

export const minute = 60_000
export const limits = {
  processorTimeoutMs: 5_000,
  reversalTimeoutMs: 5_000,
  abandonAfterMs: 45_000,
  reversalLeaseMs: 60_000,
}

/** A sweep processes the whole shard, so each test starts without due operations of other tests. */
export const clearDueOperations = () =>
  beforeEach(async () => {
    await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
  })

/** A worker with an in-memory acquirer, and a merchant. */
export const sweepFixture = async (parts: { processor?: Partial<Processor>; limits?: TimeLimits } = {}) => {
  const clock = testClock()
  const { processor, ledger, faultPlan } = inMemoryAcquirer({ now: clock.now })
  const merchant = await createMerchant()
  const wired = { processor: { ...processor, ...parts.processor }, clock, limits: parts.limits ?? limits }
  const worker = startWorker(wired)
  const call = worker.as(merchant.secretKey)
  return {
    merchant,
    clock,
    ledger,
    faultPlan,
    processor,
    worker,
    authorize: () => call('POST', '/v1/transactions/authorize', { body: cardPayment() }),
    get: async (id: string) => (await startWorker(wired).as(merchant.secretKey)('GET', `/v1/transactions/${id}`)).json,
    onlyId: async () =>
      String((await merchant.rows('SELECT id FROM transactions WHERE account = ?', merchant.id))[0]?.['id']),
  }
}

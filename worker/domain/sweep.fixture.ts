import { beforeEach, expect } from 'vitest'
import type { Processor } from '../processors/processor.ts'
import { inMemoryAcquirer } from '../proof/acquirer/memory.ts'
import { bindings } from '../testing/bindings.ts'
import { faultyDatabase } from '../testing/database/brokenDatabase.ts'
import { noObjects } from '../testing/runtime/noObjects.ts'
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

/** Payments that a crash left pending: the acquirer has approved them, and the response was never recorded. */
export const abandonedPayments = async (count: number) => {
  const parts = await sweepFixture()
  const crash = async () => {
    let isApproved = false
    const processor: Processor = {
      ...parts.processor,
      authorize: async (op, ref) => {
        const outcome = await parts.processor.authorize(op, ref)
        isApproved = true
        return outcome
      },
    }
    const crashing = faultyDatabase(bindings.DB_00, () => (isApproved ? 'fails before' : 'runs'))
    // A process that crashed has not handed the outcome to its keeper either.
    const broken = { DB_00: crashing.d1, OUTCOME_KEEPERS: noObjects.outcomeKeepers }
    const worker = startWorker({ processor, clock: parts.clock, limits }, broken)
    const response = await worker.as(parts.merchant.secretKey)('POST', '/v1/transactions/authorize', {
      body: cardPayment(),
    })
    expect(response.status).toBe(503)
  }
  // Concurrently, so that the pauses between retried writes overlap.
  await Promise.all(Array.from({ length: count }, crash))
  parts.clock.advance(limits.abandonAfterMs + 1)
  const states = async () =>
    (
      await parts.merchant.rows(
        'SELECT status, count(*) AS n FROM transactions WHERE account = ? GROUP BY status',
        parts.merchant.id,
      )
    ).map(({ status, n }) => `${n} ${status}`)
  return { ...parts, states }
}

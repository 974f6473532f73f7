import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Processor } from '../../../processors/processor.ts'
import { bindings } from '../../../testing/bindings.ts'
import { faultyDatabase } from '../../../testing/database/brokenDatabase.ts'
import type { BatchOutcome } from '../../../testing/database/brokenDatabase.ts'
import { cardPayment, startWorker } from '../../../testing/merchant.ts'
import { clearDueOperations, limits, minute, sweepFixture } from '../../sweep.fixture.ts'

/** Payments that are pending long after their request, and whose request may still end. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())
clearDueOperations()

/** An authorize that is paused before or after its effect at the acquirer until `release` is called. */
const pausedAuthorize = async (effect: 'before' | 'after', reverse?: Processor['reverse']) => {
  const resumed = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const parts = await sweepFixture()
  const paused: Processor = {
    ...parts.processor,
    ...(reverse && { reverse }),
    authorize: async (op, ref) => {
      if (effect === 'after') {
        const outcome = await parts.processor.authorize(op, ref)
        reached.resolve()
        await resumed.promise
        return outcome
      }
      reached.resolve()
      await resumed.promise
      return parts.processor.authorize(op, ref)
    },
  }
  const worker = startWorker({ processor: paused, clock: parts.clock, limits })
  const responding = worker.as(parts.merchant.secretKey)('POST', '/v1/transactions/authorize', { body: cardPayment() })
  await reached.promise
  return { ...parts, worker, responding, release: resumed.resolve, id: await parts.onlyId() }
}

describe('abandoned payments', () => {
  test('a pending payment is not reversed while its request may be running', async () => {
    const { clock, worker, ledger, responding, release, id } = await pausedAuthorize('after')
    clock.advance(limits.abandonAfterMs - 5_000)
    await worker.sweep()
    release()
    expect((await responding).json.responseCode).toBe('00')
    expect(ledger.find(id)).toMatchObject({ state: 'approved', reversals: 0 })
  })

  test('an approval after the reversal of an abandoned payment is reversed again and never returned', async () => {
    const { clock, worker, ledger, responding, release, get, id } = await pausedAuthorize('after')
    clock.advance(limits.abandonAfterMs + 1)
    await worker.sweep()
    expect(ledger.find(id)).toMatchObject({ state: 'reversed', reversals: 1 })
    expect(await get(id)).toMatchObject({
      status: 'reversed',
      responseCode: '68',
      authCode: null,
      errors: [{ type: 'processor_error' }],
    })
    release()
    expect((await responding).json).toMatchObject({
      responseCode: '68',
      authCode: null,
      avs: null,
      errors: [{ type: 'processor_error' }],
    })
    await worker.sweep()
    expect(ledger.find(id)).toMatchObject({ state: 'reversed', reversals: 2 })
    expect(await get(id)).toMatchObject({
      status: 'reversed',
      responseCode: '68',
      amountAuthorized: 0,
      amountCapturable: 0,
    })
  })

  test('an authorization that reaches the acquirer after its reversal has no effect', async () => {
    const { clock, worker, ledger, responding, release, get, id } = await pausedAuthorize('before')
    clock.advance(limits.abandonAfterMs + 1)
    await worker.sweep()
    release()
    expect((await responding).json).toMatchObject({ responseCode: '68' })
    await worker.sweep()
    expect(ledger.find(id)).toMatchObject({ state: 'reversed', effects: 0 })
    expect(await get(id)).toMatchObject({ status: 'reversed' })
  })

  test('an abandoned payment is reversed again if the acquirer approves it after its reversal', async () => {
    const attempts: number[] = []
    const { clock, worker, responding, release, get, id } = await pausedAuthorize('before', async (_ref, attempt) => {
      attempts.push(attempt)
      return attempt === 1 ? 'notFound' : 'done'
    })
    clock.advance(limits.abandonAfterMs + 1)
    await worker.sweep()
    expect(attempts).toEqual([1])
    release()
    expect((await responding).json).toMatchObject({ responseCode: '68', errors: [{ type: 'processor_error' }] })
    await worker.sweep()
    expect(attempts).toEqual([1, 2])
    expect(await get(id)).toMatchObject({ status: 'reversed' })
    await worker.sweep()
    expect(attempts).toEqual([1, 2])
  })

  test('an abandoned payment stays pending after a late approval until its reversal is acknowledged', async () => {
    const attempts: number[] = []
    const { clock, worker, responding, release, get, id } = await pausedAuthorize('after', async (_ref, attempt) => {
      attempts.push(attempt)
      return attempt === 1 ? 'retry' : 'done'
    })
    clock.advance(limits.abandonAfterMs + 1)
    await worker.sweep()
    expect(await get(id)).toMatchObject({
      status: 'pending',
      responseCode: '68',
      errors: [{ type: 'processor_error' }],
    })
    release()
    expect((await responding).json).toMatchObject({ responseCode: '68', authCode: null, amount: 10.5 })
    expect(await get(id)).toMatchObject({ status: 'pending', responseCode: '68', amountAuthorized: 0 })
    clock.advance(minute)
    await worker.sweep()
    expect(attempts).toEqual([1, 2])
    expect(await get(id)).toMatchObject({ status: 'reversed', responseCode: '68' })
  })

  test('a payment approved between the claim and the reversal of a sweep stays authorized', async () => {
    const { clock, worker: other, ledger, responding, release, get, id, processor } = await pausedAuthorize('after')
    clock.advance(limits.abandonAfterMs + 1)
    // The sweep's first batch claims due operations. The request ends before the second.
    const sweepDatabase = faultyDatabase(bindings.DB_00, async (call): Promise<BatchOutcome> => {
      if (call === 2) {
        release()
        await responding
      }
      return 'runs'
    })
    await startWorker({ processor, clock, limits }, { DB_00: sweepDatabase.d1 }).sweep()
    await other.sweep()
    expect((await responding).json.responseCode).toBe('00')
    expect(await get(id)).toMatchObject({
      status: 'authorized',
      operations: [{ type: 'authorize', status: 'approved' }],
    })
    expect(ledger.find(id)).toMatchObject({ state: 'approved', reversals: 0 })
  })
})

import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Processor } from '../../../processors/processor.ts'
import { inMemoryAcquirer } from '../../../proof/acquirer/memory.ts'
import type { Fault } from '../../../proof/acquirer/faultPlan.ts'
import { cardPayment, createMerchant, startWorker } from '../../../testing/merchant.ts'
import { clearDueOperations, limits, minute, sweepFixture } from '../../sweep.fixture.ts'

/** Payments whose outcome is unknown, reversed by their request or by the cron. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())
clearDueOperations()

const shortTimeout = { ...limits, processorTimeoutMs: 60 }

describe('authorize with an unknown outcome', () => {
  test.each<[Fault, effects: number, reversals: number]>([
    [{ kind: 'silent' }, 1, 1],
    [{ kind: 'dropAfter' }, 1, 1],
    [{ kind: 'dropBefore' }, 0, 1],
    [{ kind: 'garbage' }, 1, 1],
    // An approval that arrives after its reversal is reversed once more.
    [{ kind: 'late', ms: 500 }, 1, 2],
    [{ kind: 'delay', ms: 500 }, 0, 1],
  ])(
    'authorize with the fault %o returns code 68 and is reversed within the request',
    async (fault, effects, reversals) => {
      const { authorize, get, faultPlan, ledger, worker } = await sweepFixture({ limits: shortTimeout })
      faultPlan.add({ fault, on: 'authorize' })
      const { status, json } = await authorize()
      expect(status).toBe(200)
      expect(json).toMatchObject({
        responseCode: '68',
        authCode: null,
        errors: [{ type: 'processor_error', message: { code: 'processor_timeout' } }],
      })
      // A delayed response arrives within this time.
      if ('ms' in fault) await new Promise((resolve) => setTimeout(resolve, fault.ms))
      await worker.sweep()
      expect(await get(json.transactionId)).toMatchObject({
        status: 'reversed',
        responseCode: '68',
        amountAuthorized: 0,
      })
      expect(ledger.find(json.transactionId)).toMatchObject({ state: 'reversed', effects, reversals })
    },
  )
})

describe('authorize with a processor that breaks its contract', () => {
  test.each([
    ['throws after its effect', () => Promise.reject(new Error('broken'))],
    ['never returns, even after its deadline', () => new Promise<never>(() => undefined)],
  ])('authorize with a processor that %s returns code 68 and is reversed', async (_what, end) => {
    const { processor, ledger, clock, merchant } = await sweepFixture()
    const breaking: Processor = {
      ...processor,
      authorize: async (op, ref) => {
        await processor.authorize(op, ref)
        return end()
      },
    }
    const call = startWorker({ processor: breaking, clock, limits: shortTimeout }).as(merchant.secretKey)
    const { json } = await call('POST', '/v1/transactions/authorize', { body: cardPayment() })
    expect(json).toMatchObject({ responseCode: '68', authCode: null, errors: [{ type: 'processor_error' }] })
    expect(ledger.find(json.transactionId)).toMatchObject({ state: 'reversed', effects: 1 })
  })
})

test('an authorization that was never sent fails with code 92 and is not reversed', async () => {
  const { authorize, get, faultPlan, ledger } = await sweepFixture()
  faultPlan.add({ fault: { kind: 'busy' }, on: 'authorize' })
  const { json } = await authorize()
  expect(json).toMatchObject({ responseCode: '92', authCode: null, errors: [{ type: 'processor_error' }] })
  expect(await get(json.transactionId)).toMatchObject({ status: 'failed', operations: [{ status: 'failed' }] })
  expect(ledger.entries()).toEqual([])
})

describe('unacknowledged reversals', () => {
  test('a payment stays pending until its reversal is acknowledged', async () => {
    const { authorize, get, faultPlan, ledger, worker, clock } = await sweepFixture()
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse', times: 3 })
    const { json } = await authorize()
    expect(json.responseCode).toBe('68')
    expect(await get(json.transactionId)).toMatchObject({
      status: 'pending',
      responseCode: '68',
      errors: [{ type: 'processor_error' }],
      operations: [
        { type: 'authorize', status: 'pending' },
        { type: 'reversal', status: 'pending' },
      ],
    })
    expect(ledger.find(json.transactionId)).toMatchObject({ state: 'approved' })
    for (const wait of [1, 1, 8]) {
      expect(await get(json.transactionId)).toMatchObject({ status: 'pending' })
      clock.advance(wait * minute)
      await worker.sweep()
    }
    expect(await get(json.transactionId)).toMatchObject({
      status: 'reversed',
      operations: [
        { type: 'authorize', status: 'reversed' },
        { type: 'reversal', status: 'approved' },
      ],
    })
    expect(ledger.find(json.transactionId)).toMatchObject({ state: 'reversed', reversals: 1 })
  })

  test('a reversal is repeated after 1, 2, 10 and 60 minutes, then hourly for a day, then daily', async () => {
    const start = Date.now()
    let ahead = 0
    const clock = { now: () => start + ahead }
    const { processor, faultPlan } = inMemoryAcquirer({ now: clock.now })
    const attempts: [minutes: number, attempt: number][] = []
    const rejecting: Processor = {
      ...processor,
      reverse: async (ref, attempt) => {
        // The clock also advances for authorizations of other tests.
        if (ref.account === merchant.id) attempts.push([ahead / minute, attempt])
        return 'retry'
      },
    }
    const merchant = await createMerchant()
    const worker = startWorker({ processor: rejecting, clock, limits })
    const call = worker.as(merchant.secretKey)
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    const { json } = await call('POST', '/v1/transactions/authorize', { body: cardPayment() })
    const due = async () =>
      (await merchant.rows('SELECT due FROM operations WHERE account = ? AND undoes IS NOT NULL', merchant.id))[0]?.[
        'due'
      ] as number

    while (attempts.length < 32) {
      const next = await due()
      const before = attempts.length
      // Later attempts are hourly and need no check of their own.
      if (before < 6) {
        ahead = next - start - 1
        await worker.sweep()
        expect(attempts).toHaveLength(before)
      }
      ahead = next - start
      await worker.sweep()
      expect(attempts).toHaveLength(before + 1)
    }
    const hours = Array.from({ length: 23 }, (_, index) => (index + 2) * 60)
    const days = [1, 2, 3, 4].map((day) => (day + 1) * 24 * 60)
    expect(attempts.map(([at]) => at)).toEqual([0, 1, 2, 10, 60, ...hours, ...days])
    expect(attempts.map(([, attempt]) => attempt)).toEqual(attempts.map((_, index) => index + 1))

    expect((await call('GET', `/v1/transactions/${json.transactionId}`)).json).toMatchObject({
      status: 'pending',
      needsAttention: { reason: 'no_acknowledgement', attempts: 32 },
      operations: [
        { type: 'authorize', status: 'pending' },
        { type: 'reversal', status: 'pending' },
      ],
    })
  })

  test('a reversal without a response in time leaves the payment pending', async () => {
    const { authorize, get, faultPlan, worker, clock } = await sweepFixture({
      processor: { reverse: () => new Promise(() => undefined) },
      limits: { ...limits, reversalTimeoutMs: 60 },
    })
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    const { json } = await authorize()
    expect(await get(json.transactionId)).toMatchObject({ status: 'pending' })
    clock.advance(minute)
    await worker.sweep()
    expect(await get(json.transactionId)).toMatchObject({
      status: 'pending',
      operations: [{}, { status: 'pending' }],
    })
  })

  test('a reversal that throws leaves the payment pending', async () => {
    const broken = await sweepFixture({ processor: { reverse: () => Promise.reject(new Error('broken')) } })
    broken.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    const { json } = await broken.authorize()
    expect(json.responseCode).toBe('68')
    expect(await broken.get(json.transactionId)).toMatchObject({ status: 'pending' })
  })

  test('a payment declined by a rule stays declined until its reversal is acknowledged', async () => {
    const { ledger, faultPlan, processor, clock } = await sweepFixture()
    const strict = await createMerchant({ settings: { cvvReject: ['M'] } })
    const worker = startWorker({ processor, clock, limits })
    const call = worker.as(strict.secretKey)
    faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse' })
    const { json } = await call('POST', '/v1/transactions/authorize', { body: cardPayment() })
    const status = async () => (await call('GET', `/v1/transactions/${json.transactionId}`)).json.status
    expect(json.responseCode).toBe('G05')
    expect(await status()).toBe('declined')
    expect(ledger.find(json.transactionId)).toMatchObject({ state: 'approved' })
    clock.advance(minute)
    await worker.sweep()
    expect(await status()).toBe('declined')
    expect(ledger.find(json.transactionId)).toMatchObject({ state: 'reversed' })
  })
})

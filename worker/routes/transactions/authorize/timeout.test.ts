import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { TimeLimits } from '../../../domain/timeLimits.ts'
import type { Processor, Ref } from '../../../processors/processor.ts'
import { inMemoryAcquirer } from '../../../proof/acquirer/memory.ts'
import { bindings } from '../../../testing/bindings.ts'
import { cardPayment, createMerchant, startWorker, testClock } from '../../../testing/merchant.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

// A sweep processes the whole shard, so operations of earlier tests must not be due.
beforeEach(async () => {
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
})

const merchant = await createMerchant()
const simulated = startWorker({
  limits: { processorTimeoutMs: 120, reversalTimeoutMs: 2_000, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 },
}).as(merchant.secretKey)
const authorize = (body: unknown) => simulated('POST', '/v1/transactions/authorize', { body })

test.each([
  ['4000003900000684', 'the processor does not respond'],
  ['4000003900000973', 'the connection drops'],
  ['4000003900000981', 'the response is late'],
])('authorize by test card %s, where %s, returns 68 and is reversed', async (number) => {
  const response = await authorize(cardPayment(number))
  expect(response.status).toBe(200)
  expect(response.json).toMatchObject({
    responseCode: '68',
    responseText: 'Response received too late',
    authCode: null,
    amount: 10.5,
    avs: null,
    cvv: null,
    errors: [{ type: 'processor_error', message: { code: 'processor_timeout', details: { retry: 'later' } } }],
  })
  expect((await simulated('GET', `/v1/transactions/${response.json.transactionId}`)).json).toMatchObject({
    status: 'reversed',
    responseCode: '68',
    amountAuthorized: 0,
    operations: [
      { type: 'authorize', status: 'reversed' },
      { type: 'reversal', status: 'approved' },
    ],
  })
})

test('authorize waits for the processor until its time limit', async () => {
  const { json } = await authorize(cardPayment('4000003900000684'))
  expect(json.latency).toBeGreaterThanOrEqual(100)
  expect(json.latency).toBeLessThan(5000)
})

const minute = 60_000
const limits: TimeLimits = {
  processorTimeoutMs: 80,
  reversalTimeoutMs: 80,
  abandonAfterMs: 45_000,
  reversalLeaseMs: 60_000,
}

/** A merchant at an acquirer with planted faults, and the messages that the acquirer received. */
const setUp = async () => {
  const clock = testClock()
  const { processor: acquirer, ledger, faultPlan } = inMemoryAcquirer({ now: clock.now })
  const sent: { message: 'authorize' | 'reverse'; ref: Ref; attempt?: number }[] = []
  const processor: Processor = {
    ...acquirer,
    authorize: (operation, reference) => {
      sent.push({ message: 'authorize', ref: reference })
      return acquirer.authorize(operation, reference)
    },
    reverse: (reference, attempt, rest) => {
      sent.push({ message: 'reverse', ref: reference, attempt })
      return acquirer.reverse(reference, attempt, rest)
    },
  }
  const merchant = await createMerchant()
  const worker = startWorker({ processor, clock, limits })
  const call = worker.as(merchant.secretKey)
  return {
    clock,
    ledger,
    faultPlan,
    sent,
    merchant,
    worker,
    authorize: (key?: string) =>
      call('POST', '/v1/transactions/authorize', {
        body: cardPayment(),
        headers: key === undefined ? {} : { 'idempotency-key': key },
      }),
    getTransaction: async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json,
  }
}

test('authorize without a processor response returns 68 and sends a reversal with the stored references of the request', async () => {
  const context = await setUp()
  context.faultPlan.add({ fault: { kind: 'silent' }, on: 'authorize' })
  const response = await context.authorize('key')
  expect([response.status, response.json.responseCode]).toEqual([200, '68'])
  const id = response.json.transactionId
  expect(await context.getTransaction(id)).toMatchObject({ status: 'reversed', amountAuthorized: 0 })
  expect(context.ledger.find(id)).toMatchObject({ state: 'reversed', reversals: 1 })
  // The first attempt is message 0420. Its field 90 repeats the references that were stored before the request was sent.
  const stored = JSON.parse(
    (await context.merchant.rows('SELECT processorRef FROM operations WHERE id = ?', Number(id)))[0]!['processorRef'],
  )
  expect(context.sent).toEqual([
    { message: 'authorize', ref: stored },
    { message: 'reverse', ref: stored, attempt: 1 },
  ])
  expect((await context.authorize('key')).text).toBe(response.text)
})

test('authorize approved after its time-out stays reversed, and a second reversal is sent', async () => {
  const context = await setUp()
  context.faultPlan.add({ fault: { kind: 'late', ms: 200 }, on: 'authorize' })
  const id = (await context.authorize()).json.transactionId
  expect((await context.getTransaction(id)).status).toBe('reversed')
  const due = 'SELECT due FROM operations WHERE undoes = ? AND due IS NOT NULL'
  await vi.waitFor(async () => expect(await context.merchant.rows(due, Number(id))).toHaveLength(1), 5_000)
  expect((await context.getTransaction(id)).status).toBe('reversed')
  await context.worker.sweep()
  expect(context.ledger.find(id)).toMatchObject({ state: 'reversed', reversals: 2 })
  expect(await context.getTransaction(id)).toMatchObject({ status: 'reversed', amountAuthorized: 0 })
})

test('reversal of a timed-out authorize is repeated with the same references until the acquirer accepts it', async () => {
  const context = await setUp()
  context.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
  context.faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse', times: 4 })
  const id = (await context.authorize()).json.transactionId
  for (const minutes of [1, 1, 8]) {
    expect((await context.getTransaction(id)).status).toBe('pending')
    context.clock.advance(minutes * minute)
    await context.worker.sweep()
  }
  expect((await context.getTransaction(id)).status).toBe('pending')
  context.clock.advance(50 * minute)
  await context.worker.sweep()
  expect((await context.getTransaction(id)).status).toBe('reversed')
  expect(context.ledger.find(id)).toMatchObject({ state: 'reversed', reversals: 1 })
  // From the second attempt on the message is the repeat 0421 in place of 0420.
  const reversals = context.sent.filter(({ message }) => message === 'reverse')
  expect(reversals.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5])
  expect(new Set(reversals.map(({ ref }) => JSON.stringify(ref))).size).toBe(1)
})

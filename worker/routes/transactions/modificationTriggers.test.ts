import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { simulator } from '../../processors/simulator/simulator.ts'
import { bindings } from '../../testing/bindings.ts'
import { readEventTypes } from '../../testing/events.ts'
import { cardPayment, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'

/** The documented triggers of captures, voids and credits, through the API. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

// A sweep processes the whole shard, so operations of earlier tests must not be due.
beforeEach(async () => {
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
})

const limits = { processorTimeoutMs: 30, reversalTimeoutMs: 30, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }
const minute = 60_000
const approvedCard = '4000003900099983'

const verbs = ['capture', 'void', 'credit'] as const
type Verb = (typeof verbs)[number]

const codes =
  '01 02 03 04 05 06 07 12 13 14 15 19 25 30 34 39 41 43 46 51 54 55 57 58 59 61 62 63 65 75 78 82 91 92 93 94 96'.split(
    ' ',
  )

const setUp = async () => {
  const clock = testClock()
  const processor = simulator({ lateMs: 1 })
  const unsolicited: string[] = []
  processor.onUnsolicited?.(({ outcome }) => unsolicited.push(outcome.result))
  const merchant = await createMerchant()
  const worker = startWorker({ processor, clock, limits })
  const call = worker.as(merchant.secretKey)
  const post = (operation: string, body: object, key?: string) =>
    call('POST', `/v1/transactions/${operation}`, {
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })
  const getTransaction = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json
  /** A payment whose capture, void or credit of these cents is next: its id and that request. */
  const payment = async (verb: Verb, cents: string, accountNumber = approvedCard) => {
    const value = 10 + Number(cents) / 100
    const { json } = await post(
      'authorize',
      cardPayment(accountNumber, { amount: { value: verb === 'void' ? value : 20 } }),
    )
    const { transactionId } = json
    if (verb === 'credit') await post('capture', { transactionId, amount: 20 })
    const body = {
      capture: { transactionId, amount: value },
      void: { transactionId },
      credit: { referenceTransactionId: Number(transactionId), amount: { value } },
    }[verb]
    return { id: transactionId as string, send: (key?: string) => post(verb, body, key) }
  }
  return { clock, merchant, worker, payment, getTransaction, unsolicited }
}

const fixture = await setUp()

const declinedStatuses: Readonly<Record<Verb, string>> = {
  capture: 'authorized',
  void: 'authorized',
  credit: 'captured',
}
const approvedStatuses: Readonly<Record<Verb, string>> = {
  capture: 'partially_captured',
  void: 'voided',
  credit: 'partially_refunded',
}

const approvedEvents: Readonly<Record<Verb, string>> = {
  capture: 'transaction.captured',
  void: 'transaction.voided',
  credit: 'transaction.credited',
}

test.each(verbs.flatMap((verb) => codes.map((code) => [verb, code] as const)))(
  '%s of an amount with the cents of response code %s is declined with it and moves nothing',
  async (verb, code) => {
    const { payment, getTransaction } = fixture
    const { id, send } = await payment(verb, code)
    const { status, json } = await send()
    expect([status, json.responseCode, json.approved, json.errors?.length]).toEqual([200, code, false, 1])
    expect(await getTransaction(id)).toMatchObject({ status: declinedStatuses[verb], amountCredited: 0 })
  },
)

test.each(['capture', 'credit'] as const)(
  '%s by the card whose cents decide every operation is declined with its cents, too',
  async (verb) => {
    const { send } = await fixture.payment(verb, '51', '4000003900099991')
    expect((await send()).json).toMatchObject({ responseCode: '51', approved: false })
  },
)

test.each(verbs.flatMap((verb) => ['00', '08', '99'].map((code) => [verb, code] as const)))(
  '%s of an amount with %s cents is approved',
  async (verb, code) => {
    const { id, send } = await fixture.payment(verb, code)
    expect((await send()).json).toMatchObject({
      responseCode: code === '08' ? '08' : '00',
      approved: true,
      errors: null,
    })
    expect(await fixture.getTransaction(id)).toMatchObject({ status: approvedStatuses[verb] })
  },
)

test.each([
  ['capture', { amountCaptured: 5.05 }],
  ['credit', { amountCredited: 5.05 }],
] as const)('%s of an amount with 10 cents is approved for half', async (verb, sums) => {
  const { id, send } = await fixture.payment(verb, '10')
  expect((await send()).json).toMatchObject({ responseCode: '10', approved: true, amount: 5.05 })
  expect(await fixture.getTransaction(id)).toMatchObject(sums)
})

test('void of a payment with 10 cents voids all of it', async () => {
  const { id, send } = await fixture.payment('void', '10')
  expect((await send()).json).toMatchObject({ responseCode: '10', approved: true, amount: 10.1 })
  expect(await fixture.getTransaction(id)).toMatchObject({ status: 'voided', amountCapturable: 0 })
})

test.each(verbs.flatMap((verb) => ['68', '97'].map((code) => [verb, code] as const)))(
  '%s of an amount with %s cents returns 504 and is approved once when it is repeated after a minute',
  async (verb, code) => {
    const { clock, worker, payment, getTransaction, merchant } = await setUp()
    const { id, send } = await payment(verb, code)
    const lost = await send('order-1')
    expect([lost.status, lost.json.errors[0].type]).toEqual([504, 'processor_timeout'])
    const operation: string = lost.json.errors[0].message.details.transactionId
    expect(await getTransaction(operation)).toMatchObject({ type: verb, approved: false, responseCode: '68' })
    clock.advance(minute + 1)
    await worker.sweep()
    expect(await getTransaction(id)).toMatchObject({ status: approvedStatuses[verb] })
    const repeated = await send('order-1')
    expect([repeated.status, repeated.json.transactionId, repeated.json.approved]).toEqual([200, operation, true])
    const events = await readEventTypes(merchant)
    expect(events.slice(verb === 'credit' ? 2 : 1)).toEqual([approvedEvents[verb]])
  },
)

test.each(verbs)(
  '%s of an amount with 98 cents returns 504 and is approved once by its late response',
  async (verb) => {
    const { clock, worker, payment, getTransaction, merchant } = await setUp()
    const { id, send } = await payment(verb, '98')
    const lost = await send('order-1')
    expect([lost.status, lost.json.errors[0].type]).toEqual([504, 'processor_timeout'])
    await expect.poll(async () => (await getTransaction(id)).status).toBe(approvedStatuses[verb])
    const repeated = await send('order-1')
    expect([repeated.status, repeated.json.approved]).toEqual([200, true])
    clock.advance(minute + 1)
    await worker.sweep()
    expect(await getTransaction(id)).toMatchObject({ status: approvedStatuses[verb] })
    expect((await readEventTypes(merchant)).slice(verb === 'credit' ? 2 : 1)).toEqual([approvedEvents[verb]])
  },
)

test.each(verbs)('%s of an amount with 95 cents is answered twice and counts once', async (verb) => {
  const { payment, getTransaction, unsolicited, clock, worker } = await setUp()
  const { id, send } = await payment(verb, '95')
  expect((await send()).json).toMatchObject({ responseCode: '00', approved: true })
  await expect.poll(() => unsolicited).toEqual(['approved'])
  clock.advance(minute + 1)
  await worker.sweep()
  const { status, operations } = await getTransaction(id)
  expect(status).toBe(approvedStatuses[verb])
  expect(operations.filter(({ type }: { type: string }) => type === verb)).toHaveLength(1)
})

test('an authorization that is answered twice holds its amount once and is not reversed', async () => {
  const { worker, clock, merchant, getTransaction, unsolicited } = await setUp()
  const { json } = await worker.as(merchant.secretKey)('POST', '/v1/transactions/authorize', {
    body: cardPayment('4000003900000957'),
  })
  expect(json).toMatchObject({ responseCode: '00', approved: true })
  await expect.poll(() => unsolicited).toEqual(['approved'])
  clock.advance(minute + 1)
  await worker.sweep()
  expect(await getTransaction(json.transactionId)).toMatchObject({ status: 'authorized', amountCapturable: 10.5 })
})

import { afterAll, expect, test, vi } from 'vitest'
import type { Event } from '#contract/events/events'
import { bindings } from '../../testing/bindings.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import { eventResource, readEvents } from '../../testing/events.ts'
import { seedCaptures } from '../../testing/scale/manyCaptures.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import { recordEvents } from '../../testing/fixtures/eventRecorder.ts'
import { subscriptionFixture } from '../../testing/fixtures/subscriptionFixture.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

// The cron of other tests also sweeps each account with a test clock.
afterAll(async () => {
  for (const shard of [bindings.DB_00, bindings.DB_01])
    await shard.prepare('UPDATE accounts SET testClockOffset = 0').run()
  vi.restoreAllMocks()
})

const setUp = async () => {
  const merchant = await createMerchant()
  const call = startWorker().as(merchant.secretKey)
  const subscriber = subscriptionFixture(merchant, call)
  const { ok } = subscriber
  const transaction = async (operation: string, body: object): Promise<string> =>
    (await ok('POST', `/v1/transactions/${operation}`, { body })).transactionId
  const client = {
    ...subscriber,
    ...recordEvents(merchant, call),
    authorize: (body: object = cardPayment()) => transaction('authorize', body),
    capture: (transactionId: string, amount?: number) => transaction('capture', { transactionId, amount }),
    credit: (id: string, value: number) =>
      transaction('credit', { referenceTransactionId: Number(id), amount: { value } }),
    creditUnreferenced: (value: number, number?: string) =>
      transaction('credit', cardPayment(number, { amount: { value } })),
    /** Authorizes and captures a payment and returns its id. */
    pay: async (number?: string): Promise<string> => {
      const id = await client.authorize(cardPayment(number))
      await client.capture(id)
      return id
    },
    closeBatch: () => ok('POST', '/v1/batches/close'),
    getTransaction: (id: string) => ok('GET', `/v1/transactions/${id}`),
  }
  return client
}

const byCheck = (accountNumber: string) => ({
  payment: { check: { accountNumber, routingNumber: '021000021' } },
  amount: { value: 10.5 },
})

const requestIds = (events: readonly Event[]) => [...new Set(events.map(({ requestId }) => requestId))]

test('batch close by request records transaction.settled for each operation and then batch.closed, with its request id', async () => {
  const client = await setUp()
  const id = await client.authorize()
  const captures = [await client.capture(id, 4), await client.capture(id, 3)]
  const cash = await client.authorize({ payment: { cash: true }, amount: { value: 3 } })
  const credit = await client.credit(cash, 1)
  const payout = await client.creditUnreferenced(5)
  await client.authorize()
  await client.next()
  const { requestId } = await client.closeBatch()
  const events = (await readEvents(client.merchant)).slice(-6)
  expect(await client.typesAsRead()).toEqual([...Array(5).fill('transaction.settled'), 'batch.closed'])
  expect(requestIds(events)).toEqual([requestId])
  const [batch] = events.slice(-1).map(eventResource)
  expect(batch).toMatchObject({ status: 'closed', totals: [{ captures: { count: 3 }, credits: { count: 2 } }] })
  const settled = events.slice(0, -1).map(eventResource)
  const { operations } = settled.find(({ originalTransactionId }) => originalTransactionId === cash)
  const { transactionId: sale } = operations.find(({ type }: { type: string }) => type === 'capture')
  expect(settled.map(({ transactionId }) => transactionId).toSorted()).toEqual(
    [...captures, sale, credit, payout].toSorted(),
  )
  expect(settled.every(({ batchId }) => batchId === batch.id)).toBe(true)
})

test('close of the daily batch records transaction.settled and batch.closed without a request id', async () => {
  const client = await setUp()
  await client.setClock('2026-11-20T12:00:00Z')
  await client.pay()
  await client.next()
  await client.setClock('2026-11-21T12:00:00Z')
  const events = (await readEvents(client.merchant)).slice(-2)
  expect(await client.typesAsRead()).toEqual(['transaction.settled', 'batch.closed'])
  expect(requestIds(events)).toEqual([null])
  await client.setClock('2026-11-22T12:00:00Z')
  expect(await client.types()).toEqual([])
})

test('batch close without captures records no event', async () => {
  const client = await setUp()
  const id = await client.pay()
  await client.ok('POST', '/v1/transactions/void', { body: { transactionId: id } })
  await client.next()
  expect((await client.closeBatch()).batch).toBeNull()
  expect(await client.types()).toEqual([])
})

const countEvents = (types: readonly string[]) => ({
  settled: types.filter((type) => type === 'transaction.settled').length,
  closed: types.filter((type) => type === 'batch.closed').length,
})

test('close of a large batch records transaction.settled once for each operation and batch.closed at its end', async () => {
  const client = await setUp()
  await seedCaptures(client.merchant, 2_100, 1)
  expect((await client.closeBatch()).batch.status).toBe('closing')
  expect(countEvents(await client.types())).toEqual({ settled: 2_000, closed: 0 })
  await client.closeBatch()
  const types = await client.types()
  expect([types.at(-1), countEvents(types)]).toEqual(['batch.closed', { settled: 100, closed: 1 }])
})

test('three batch closes at once record each event once', async () => {
  const client = await setUp()
  await seedCaptures(client.merchant, 300, 4)
  await Promise.all([client.closeBatch(), client.closeBatch(), client.closeBatch()])
  await client.closeBatch()
  expect(countEvents(await client.types())).toEqual({ settled: 1_200, closed: 1 })
})

test.each([2, 3, 4, 5, 6].flatMap((call) => [[call, 'fails before'] as const, [call, 'fails after'] as const]))(
  'batch close whose database call %d %s its commit records each event once after the next close',
  async (at, fate) => {
    const client = await setUp()
    await seedCaptures(client.merchant, 1, 3)
    const { d1 } = faultyDatabase(bindings.DB_00, (call) => (call >= at ? fate : 'runs'))
    await startWorker({}, { DB_00: d1 }).as(client.merchant.secretKey)('POST', '/v1/batches/close')
    await client.closeBatch()
    await client.closeBatch()
    expect(countEvents(await client.types())).toEqual({ settled: 3, closed: 1 })
  },
)

test('expiry of an authorization records transaction.expired, and of a partially captured authorization no event', async () => {
  const client = await setUp()
  await client.setClock('2026-11-20T12:00:00Z')
  const [id, inPart] = [await client.authorize(), await client.authorize()]
  await client.capture(inPart, 4)
  await client.setClock('2026-11-26T12:00:00Z')
  await client.next()
  await client.setClock('2026-11-27T12:01:00Z')
  const [event, ...others] = await client.next()
  expect(others).toEqual([])
  expect(event).toMatchObject({ type: 'transaction.expired', kind: 0, requestId: null, sequence: 2 })
  expect(eventResource(event!)).toMatchObject({
    transactionId: id,
    type: 'authorize',
    status: 'expired',
    amountCapturable: 0,
  })
  // The authorization is reversed after the event. What a person recorded is in the response of a read alone.
  const {
    operations,
    requestId: _requestId,
    checkout: _checkout,
    resolutions: _resolutions,
    ...read
  } = await client.getTransaction(id)
  expect(eventResource(event!)).toMatchObject(read)
  expect(eventResource(event!).operations).toMatchObject([
    { status: 'approved' },
    { type: 'reversal', status: 'pending' },
  ])
  expect(operations).toMatchObject([{ status: 'approved' }, { type: 'reversal', status: 'approved' }])
  expect((await client.getTransaction(inPart)).status).toBe('settled')
})

test('a returned check records transaction.returned', async () => {
  const client = await setUp()
  // A Friday.
  await client.setClock('2026-11-20T12:00:00Z')
  await client.authorize(byCheck('999000002'))
  await client.setClock('2026-11-23T23:00:00Z')
  await client.next()
  await client.setClock('2026-11-24T23:59:00Z')
  const [event] = (await readEvents(client.merchant)).slice(-1)
  expect(await client.typesAsRead()).toEqual(['transaction.returned'])
  expect(event).toMatchObject({ kind: 4, requestId: null })
  expect(eventResource(event!)).toMatchObject({ type: 'capture', status: 'returned', responseCode: 'R02' })
  await client.setClock('2026-11-25T23:59:00Z')
  expect(await client.types()).toEqual([])
})

test('returned credits and a returned unreferenced credit record transaction.returned each', async () => {
  const client = await setUp()
  const number = '4000000000005126'
  await client.setClock('2026-11-20T12:00:00Z')
  const id = await client.pay(number)
  const credits = [await client.credit(id, 5), await client.credit(id, 1)]
  const payout = await client.creditUnreferenced(5, number)
  await client.setClock('2026-11-21T01:00:00Z')
  await client.next()
  await client.setClock('2026-11-22T01:00:00Z')
  const events = (await readEvents(client.merchant)).slice(-3)
  expect(await client.types()).toEqual(Array(3).fill('transaction.returned'))
  expect(events.map((event) => eventResource(event).transactionId).toSorted()).toEqual([...credits, payout].toSorted())
})

test('a disputed payment records transaction.disputed once', async () => {
  const client = await setUp()
  await client.setClock('2026-11-20T12:00:00Z')
  const [id, other] = [await client.pay('4000000000000259'), await client.pay()]
  await client.next()
  await client.setClock('2026-11-23T12:00:00Z')
  const events = await client.next()
  const types = events.map(({ type }) => type)
  expect(types.toSorted()).toEqual([
    'batch.closed',
    'transaction.disputed',
    'transaction.settled',
    'transaction.settled',
  ])
  const disputed = events.find(({ type }) => type === 'transaction.disputed')
  expect(disputed).toMatchObject({ kind: 4, requestId: null })
  expect(eventResource(disputed!)).toMatchObject({ originalTransactionId: id, type: 'capture', status: 'settled' })
  expect(types.lastIndexOf('transaction.disputed')).toBe(3)
  expect((await client.getTransaction(other)).status).toBe('settled')
  await client.setClock('2026-11-30T12:00:00Z')
  expect(await client.types()).toEqual([])
})

test('a subscription charge records transaction.authorized and transaction.captured without a request id', async () => {
  const client = await setUp()
  await client.setClock('2026-11-20T12:00:00Z')
  await client.subscribe(await client.makePlan({ unit: 'week' }), { startDate: '2026-11-21' })
  expect(await client.types()).toEqual([])
  await client.setClock('2026-11-21T12:00:00Z')
  const charged = (await client.next()).filter(({ kind }) => kind < 4)
  expect(charged.map(({ type }) => type).slice(0, 2)).toEqual(['transaction.authorized', 'transaction.captured'])
  expect(requestIds(charged)).toEqual([null])
})

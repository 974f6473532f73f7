import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Event } from '#contract/events/events'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import { dataOf, eventsOf } from '../../testing/events.ts'
import { seedCaptures } from '../../testing/scale/manyCaptures.ts'
import { byCard, createMerchant, startWorker } from '../../testing/merchant.ts'
import { hearing } from '../../testing/fixtures/eventRecorder.ts'
import { subscribing } from '../../testing/fixtures/subscriptionFixture.ts'

/** What is told of payments that nobody asks about: when time passes, and when a batch closes. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

// Each account with a clock of its own is one more that the cron of other tests would drive.
afterAll(async () => {
  for (const shard of [bindings.DB_00, bindings.DB_01])
    await shard.prepare('UPDATE accounts SET testClockOffset = 0').run()
  vi.restoreAllMocks()
})

const setUp = async () => {
  const merchant = await createMerchant()
  const call = startWorker().as(merchant.secretKey)
  const subscriber = subscribing(merchant, call)
  const { ok } = subscriber
  const transaction = async (verb: string, body: object): Promise<string> =>
    (await ok('POST', `/v1/transactions/${verb}`, { body })).transactionId
  const act = {
    ...subscriber,
    ...hearing(merchant, call),
    authorize: (body: object = byCard()) => transaction('authorize', body),
    capture: (transactionId: string, amount?: number) => transaction('capture', { transactionId, amount }),
    credit: (id: string, value: number) =>
      transaction('credit', { referenceTransactionId: Number(id), amount: { value } }),
    payOut: (value: number, number?: string) => transaction('credit', byCard(number, { amount: { value } })),
    /** A captured payment. */
    pay: async (number?: string): Promise<string> => {
      const id = await act.authorize(byCard(number))
      await act.capture(id)
      return id
    },
    close: () => ok('POST', '/v1/batches/close'),
    shown: (id: string) => ok('GET', `/v1/transactions/${id}`),
  }
  return act
}

const byCheck = (accountNumber: string) => ({
  payment: { check: { accountNumber, routingNumber: '021000021' } },
  amount: { value: 10.5 },
})

const requestsOf = (events: readonly Event[]) => [...new Set(events.map(({ requestId }) => requestId))]

describe('a batch', () => {
  test('that a request closes tells of each operation, and then of itself, by that request', async () => {
    const act = await setUp()
    const id = await act.authorize()
    const captures = [await act.capture(id, 4), await act.capture(id, 3)]
    const cash = await act.authorize({ payment: { cash: true }, amount: { value: 3 } })
    const credit = await act.credit(cash, 1)
    const payout = await act.payOut(5)
    await act.authorize()
    await act.next()
    const { requestId } = await act.close()
    const events = (await eventsOf(act.merchant)).slice(-6)
    expect(await act.typesAsRead()).toEqual([...Array(5).fill('transaction.settled'), 'batch.closed'])
    expect(requestsOf(events)).toEqual([requestId])
    const [batch] = events.slice(-1).map(dataOf)
    expect(batch).toMatchObject({ status: 'closed', totals: [{ captures: { count: 3 }, credits: { count: 2 } }] })
    const settled = events.slice(0, -1).map(dataOf)
    const { operations } = settled.find(({ originalTransactionId }) => originalTransactionId === cash)
    const { transactionId: sale } = operations.find(({ type }: { type: string }) => type === 'capture')
    expect(settled.map(({ transactionId }) => transactionId).toSorted()).toEqual(
      [...captures, sale, credit, payout].toSorted(),
    )
    expect(settled.every(({ batchId }) => batchId === batch.id)).toBe(true)
  })

  test('of a day is told when it closes, by nobody', async () => {
    const act = await setUp()
    await act.at('2026-11-20T12:00:00Z')
    await act.pay()
    await act.next()
    await act.at('2026-11-21T12:00:00Z')
    const events = (await eventsOf(act.merchant)).slice(-2)
    expect(await act.typesAsRead()).toEqual(['transaction.settled', 'batch.closed'])
    expect(requestsOf(events)).toEqual([null])
    await act.at('2026-11-22T12:00:00Z')
    expect(await act.types()).toEqual([])
  })

  test('of nothing is not told', async () => {
    const act = await setUp()
    const id = await act.pay()
    await act.ok('POST', '/v1/transactions/void', { body: { transactionId: id } })
    await act.next()
    expect((await act.close()).batch).toBeNull()
    expect(await act.types()).toEqual([])
  })
})

const countOf = (types: readonly string[]) => ({
  settled: types.filter((type) => type === 'transaction.settled').length,
  closed: types.filter((type) => type === 'batch.closed').length,
})

describe('a large batch', () => {
  test('is told to have closed when all of it has settled, and each operation once', async () => {
    const act = await setUp()
    await seedCaptures(act.merchant, 2_100, 1)
    expect((await act.close()).batch.status).toBe('closing')
    expect(countOf(await act.types())).toEqual({ settled: 2_000, closed: 0 })
    await act.close()
    const types = await act.types()
    expect([types.at(-1), countOf(types)]).toEqual(['batch.closed', { settled: 100, closed: 1 }])
  })

  test('that several close at once is told once', async () => {
    const act = await setUp()
    await seedCaptures(act.merchant, 300, 4)
    await Promise.all([act.close(), act.close(), act.close()])
    await act.close()
    expect(countOf(await act.types())).toEqual({ settled: 1_200, closed: 1 })
  })

  test.each([2, 3, 4, 5, 6].flatMap((call) => [[call, 'fails before'] as const, [call, 'fails after'] as const]))(
    'whose closing dies where call %d %s is told once, when the next has made up for it',
    async (at, fate) => {
      const act = await setUp()
      await seedCaptures(act.merchant, 1, 3)
      const { d1 } = brokenDatabase(bindings.DB_00, (call) => (call >= at ? fate : 'runs'))
      await startWorker({}, { DB_00: d1 }).as(act.merchant.secretKey)('POST', '/v1/batches/close')
      await act.close()
      await act.close()
      expect(countOf(await act.types())).toEqual({ settled: 3, closed: 1 })
    },
  )
})

describe('time tells', () => {
  test('that a hold has expired, and nothing where something of it was captured', async () => {
    const act = await setUp()
    await act.at('2026-11-20T12:00:00Z')
    const [id, inPart] = [await act.authorize(), await act.authorize()]
    await act.capture(inPart, 4)
    await act.at('2026-11-26T12:00:00Z')
    await act.next()
    await act.at('2026-11-27T12:01:00Z')
    const [event, ...others] = await act.next()
    expect(others).toEqual([])
    expect(event).toMatchObject({ type: 'transaction.expired', kind: 0, requestId: null, sequence: 2 })
    expect(dataOf(event!)).toMatchObject({
      transactionId: id,
      type: 'authorize',
      status: 'expired',
      amountCapturable: 0,
    })
    // Its hold is given back afterwards.
    const { operations, requestId: _asked, ...read } = await act.shown(id)
    expect(dataOf(event!)).toMatchObject(read)
    expect(dataOf(event!).operations).toMatchObject([{ status: 'approved' }, { type: 'reversal', status: 'pending' }])
    expect(operations).toMatchObject([{ status: 'approved' }, { type: 'reversal', status: 'approved' }])
    expect((await act.shown(inPart)).status).toBe('settled')
  })

  test('that a bank has sent a check back', async () => {
    const act = await setUp()
    // A Friday.
    await act.at('2026-11-20T12:00:00Z')
    await act.authorize(byCheck('999000002'))
    await act.at('2026-11-23T23:00:00Z')
    await act.next()
    await act.at('2026-11-24T23:59:00Z')
    const [event] = (await eventsOf(act.merchant)).slice(-1)
    expect(await act.typesAsRead()).toEqual(['transaction.returned'])
    expect(event).toMatchObject({ kind: 4, requestId: null })
    expect(dataOf(event!)).toMatchObject({ type: 'capture', status: 'returned', responseCode: 'R02' })
    await act.at('2026-11-25T23:59:00Z')
    expect(await act.types()).toEqual([])
  })

  test('that a bank has sent credits back, each by itself, and a payout', async () => {
    const act = await setUp()
    const number = '4000000000005126'
    await act.at('2026-11-20T12:00:00Z')
    const id = await act.pay(number)
    const credits = [await act.credit(id, 5), await act.credit(id, 1)]
    const payout = await act.payOut(5, number)
    await act.at('2026-11-21T01:00:00Z')
    await act.next()
    await act.at('2026-11-22T01:00:00Z')
    const events = (await eventsOf(act.merchant)).slice(-3)
    expect(await act.typesAsRead()).toEqual(Array(3).fill('transaction.returned'))
    expect(events.map((event) => dataOf(event).transactionId).toSorted()).toEqual([...credits, payout].toSorted())
  })

  test('that a settled payment is disputed, once', async () => {
    const act = await setUp()
    await act.at('2026-11-20T12:00:00Z')
    const [id, other] = [await act.pay('4000000000000259'), await act.pay()]
    await act.next()
    await act.at('2026-11-23T12:00:00Z')
    const events = await act.next()
    const types = events.map(({ type }) => type)
    expect(types.toSorted()).toEqual([
      'batch.closed',
      'transaction.disputed',
      'transaction.settled',
      'transaction.settled',
    ])
    const disputed = events.find(({ type }) => type === 'transaction.disputed')
    expect(disputed).toMatchObject({ kind: 4, requestId: null })
    expect(dataOf(disputed!)).toMatchObject({ originalTransactionId: id, type: 'capture', status: 'settled' })
    expect(types.lastIndexOf('transaction.disputed')).toBe(3)
    expect((await act.shown(other)).status).toBe('settled')
    await act.at('2026-11-30T12:00:00Z')
    expect(await act.types()).toEqual([])
  })

  test('that a subscription was paid: approved and captured, and no request brought it about', async () => {
    const act = await setUp()
    await act.at('2026-11-20T12:00:00Z')
    await act.enrol(await act.makePlan({ unit: 'week' }))
    expect(await act.types()).toEqual([])
    await act.at('2026-11-21T12:00:00Z')
    const charged = (await act.next()).filter(({ kind }) => kind < 4)
    expect(charged.map(({ type }) => type).slice(0, 2)).toEqual(['transaction.authorized', 'transaction.captured'])
    expect(requestsOf(charged)).toEqual([null])
  })
})

import { afterAll, expect, test, vi } from 'vitest'
import type { GatewayParts } from '../../../app/gateway.ts'
import { inMemoryAcquirer } from '../../../proof/acquirer/memory.ts'
import { subscriptionFixture } from '../../../testing/fixtures/subscriptionFixture.ts'
import type { MerchantOptions } from '../../../testing/merchant.ts'
import { createMerchant, startWorker, testClock } from '../../../testing/merchant.ts'
import { resetTestClocks } from '../../../testing/resetTestClocks.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

afterAll(resetTestClocks)

const setUp = async (options: MerchantOptions = {}, parts: GatewayParts = {}) => {
  const merchant = await createMerchant(options)
  return subscriptionFixture(merchant, startWorker(parts).as(merchant.secretKey))
}

test('a due subscription is authorized and captured as a merchant-initiated payment with the stored card', async () => {
  const { setClock: at, makePlan, subscribe: enrol, ok } = await setUp()
  await at('2027-01-10T12:00:00Z')
  const subscription = await enrol(await makePlan({ unit: 'month', dayOfCycle: 15 }), {
    amount: { subtotal: 9, tax: 1, total: 10 },
  })
  expect(await subscription.read()).toMatchObject({
    status: 'active',
    charges: 0,
    nextCharge: '2027-01-15T00:00:00.000Z',
  })
  await at('2027-01-14T23:59:00Z')
  expect(await subscription.bills()).toEqual([])
  await at('2027-01-15T00:00:30Z')
  const [bill] = await subscription.bills()
  expect(bill).toMatchObject({
    period: 0,
    date: '2027-01-15',
    amount: 10,
    currency: 840,
    status: 'paid',
    attempts: 1,
    responseCode: '00',
  })
  expect(await ok('GET', `/v1/transactions/${bill.transactionId}`)).toMatchObject({
    status: 'captured',
    amountCaptured: 10,
    payment: {
      customer: subscription.customer,
      initiatedBy: 'merchant',
      initial: 'subsequent',
      accountNumber: '************4242',
    },
    order: { referenceObject: `sub:${subscription.id}`, referenceObjectId: 0, total: 10, tax: 1 },
    metadata: { subscription: subscription.id, period: '0' },
    operations: [{ type: 'authorize' }, { type: 'capture', status: 'approved' }],
  })
  expect(await subscription.read()).toMatchObject({ charges: 1, nextCharge: '2027-02-15T00:00:00.000Z' })
})

test('a subscription on day 31 is charged on 31 January, 29 February, 31 March, 30 April and 31 May', async () => {
  const {
    setClock: at,
    makePlan,
    subscribe: enrol,
    captured,
  } = await setUp({ settings: { timeZone: 'Europe/Vienna' } })
  await at('2028-01-30T12:00:00Z')
  const { customer } = await enrol(await makePlan({ unit: 'month', dayOfCycle: 31 }))
  for (const day of ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31']) await at(`${day}T12:00:00Z`)
  // At midnight in Vienna it is the day before in UTC.
  expect((await captured(customer)).map(([day]) => day)).toEqual([
    '2028-01-30',
    '2028-02-28',
    '2028-03-30',
    '2028-04-29',
    '2028-05-30',
  ])
})

test.each([
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z'],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z'],
  // Midnight occurs twice.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
])(
  'a subscription in %s is charged once on %s, a day without or with two midnights',
  async (timeZone, date, begins) => {
    const { setClock: at, makePlan, subscribe: enrol, captured } = await setUp({ settings: { timeZone } })
    const start = Date.parse(begins)
    const isoAt = (ms: number) => new Date(start + ms).toISOString()
    await at(isoAt(-36 * 3_600_000))
    const subscription = await enrol(await makePlan({ unit: 'year' }), { startDate: date })
    await at(isoAt(-60_000))
    expect(await subscription.bills()).toEqual([])
    await at(isoAt(1_000))
    await at(isoAt(90 * 60_000))
    await at(isoAt(30 * 3_600_000))
    expect(await captured(subscription.customer)).toHaveLength(1)
    expect(await subscription.bills()).toMatchObject([{ date, created: expect.stringContaining(begins.slice(0, 16)) }])
  },
)

test('concurrent and repeated sweeps charge a period once', async () => {
  const clock = testClock()
  const { processor, ledger } = inMemoryAcquirer({ now: clock.now })
  const merchant = await createMerchant()
  const worker = startWorker({ processor, clock })
  const { makePlan, subscribe: enrol } = subscriptionFixture(merchant, worker.as(merchant.secretKey))
  const subscription = await enrol(await makePlan({ unit: 'day' }))
  await Promise.all([worker.sweep(), worker.sweep(), worker.sweep()])
  await worker.sweep()
  expect(ledger.entries().filter(({ account }) => account === merchant.id)).toHaveLength(1)
  expect(await subscription.bills()).toMatchObject([{ status: 'paid', attempts: 1 }])
})

test('a subscription is completed after its last installment', async () => {
  const { setClock: at, makePlan, subscribe: enrol, captured } = await setUp()
  await at('2027-03-01T12:00:00Z')
  const subscription = await enrol(await makePlan({ unit: 'week', interval: 2 }, { installments: 3 }))
  for (const day of ['2027-03-01', '2027-03-15', '2027-03-29', '2027-04-12', '2027-04-26']) await at(`${day}T13:00:00Z`)
  expect((await captured(subscription.customer)).map(([day]) => day)).toEqual([
    '2027-03-01',
    '2027-03-15',
    '2027-03-29',
  ])
  expect(await subscription.read()).toMatchObject({ status: 'completed', charges: 3, nextCharge: null })
})

test('a subscription of a suspended account is charged after the suspension ends', async () => {
  const clock = testClock()
  const merchant = await createMerchant()
  const worker = startWorker({ clock })
  const { makePlan, subscribe: enrol } = subscriptionFixture(merchant, worker.as(merchant.secretKey))
  const startDate = new Date(clock.now() + 86_400_000).toISOString().slice(0, 10)
  const subscription = await enrol(await makePlan({ unit: 'day' }), { startDate })
  clock.advance(86_400_000)
  await merchant.run('UPDATE accounts SET suspended = 1 WHERE id = ?', merchant.id)
  await worker.sweep()
  await merchant.run('UPDATE accounts SET suspended = 0 WHERE id = ?', merchant.id)
  expect(await subscription.bills()).toEqual([])
  await worker.sweep()
  expect(await subscription.bills()).toMatchObject([{ status: 'paid' }])
})

test('a subscription is charged on the day of the account’s new time zone', async () => {
  const { setClock: at, makePlan, subscribe: enrol, captured, ok } = await setUp({ settings: { timeZone: 'UTC' } })
  await at('2027-01-10T12:00:00Z')
  const { customer } = await enrol(await makePlan({ unit: 'month', dayOfCycle: 15 }))
  await ok('PUT', '/v1/account', { body: { timeZone: 'America/New_York' } })
  await at('2027-01-15T04:59:00Z')
  expect(await captured(customer)).toEqual([])
  await at('2027-01-15T05:00:30Z')
  expect(await captured(customer)).toHaveLength(1)
})

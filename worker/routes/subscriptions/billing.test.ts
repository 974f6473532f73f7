import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Call, MerchantOptions } from '../../testing/merchant.ts'
import { createMerchant, startWorker, testClock } from '../../testing/merchant.ts'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import type { Fate } from '../../testing/database/brokenDatabase.ts'
import { subscribing } from '../../testing/fixtures/subscriptionFixture.ts'
import type { GatewayParts } from '../../app/gateway.ts'

/** Subscriptions that are charged: when, how often, and what becomes of those that cannot be. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

// Each account with a clock of its own is one more that the cron of other tests would drive.
afterAll(async () => {
  await bindings.DB_00.prepare('UPDATE accounts SET testClockOffset = 0').run()
})

const setUp = async (options: MerchantOptions = {}, parts: GatewayParts = {}) => {
  const merchant = await createMerchant(options)
  return subscribing(merchant, startWorker(parts).as(merchant.secretKey))
}

const stolen = '4000000000009979'
const chargesFail = '4000000000000341'
const poor = '4000000000009995'

describe('a subscription that is due', () => {
  test('is charged as the merchant’s recurring payment with the stored card: authorized and captured at once', async () => {
    const { at, makePlan, enrol, ok } = await setUp()
    await at('2027-01-10T12:00:00Z')
    const taken = await enrol(await makePlan({ unit: 'month', dayOfCycle: 15 }), {
      amount: { subtotal: 9, tax: 1, total: 10 },
    })
    expect(await taken.shown()).toMatchObject({ status: 'active', charges: 0, nextCharge: '2027-01-15T00:00:00.000Z' })
    await at('2027-01-14T23:59:00Z')
    expect(await taken.bills()).toEqual([])
    await at('2027-01-15T00:00:30Z')
    const [bill] = await taken.bills()
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
        customer: taken.customer,
        initiatedBy: 'merchant',
        initial: 'subsequent',
        accountNumber: '************4242',
      },
      order: { referenceObject: `sub:${taken.id}`, referenceObjectId: 0, total: 10, tax: 1 },
      metadata: { subscription: taken.id, period: '0' },
      operations: [{ type: 'authorize' }, { type: 'capture', status: 'approved' }],
    })
    expect(await taken.shown()).toMatchObject({ charges: 1, nextCharge: '2027-02-15T00:00:00.000Z' })
  })

  test('Subscription anchored on 31: 31 Jan, 28/29 Feb, 31 Mar, 30 Apr (no drift).', async () => {
    const { at, makePlan, enrol, captured } = await setUp({ settings: { timeZone: 'Europe/Vienna' } })
    await at('2028-01-30T12:00:00Z')
    const { customer } = await enrol(await makePlan({ unit: 'month', dayOfCycle: 31 }))
    for (const day of ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31'])
      await at(`${day}T12:00:00Z`)
    expect((await captured(customer)).map(([day]) => day)).toEqual([
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31',
    ])
  })

  test.each([
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z'],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z'],
    // Midnight comes twice there.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
  ])(
    'Billing on a day whose local midnight does not exist runs once; a repeated midnight runs once: %s, %s',
    async (timeZone, date, begins) => {
      const { at, makePlan, enrol, captured } = await setUp({ settings: { timeZone } })
      const start = Date.parse(begins)
      const moment = (ms: number) => new Date(start + ms).toISOString()
      await at(moment(-36 * 3_600_000))
      const taken = await enrol(await makePlan({ unit: 'year' }), { startDate: date })
      await at(moment(-60_000))
      expect(await taken.bills()).toEqual([])
      await at(moment(1_000))
      await at(moment(90 * 60_000))
      await at(moment(30 * 3_600_000))
      expect(await captured(taken.customer)).toHaveLength(1)
      expect(await taken.bills()).toMatchObject([{ date, created: expect.stringContaining(begins.slice(0, 16)) }])
    },
  )

  test('Billing worker run twice for the same period (at-least-once alarm): one charge.', async () => {
    const clock = testClock()
    const { processor, ledger } = inMemoryAcquirer({ now: clock.now })
    const merchant = await createMerchant()
    const worker = startWorker({ processor, clock })
    const { makePlan, enrol } = subscribing(merchant, worker.as(merchant.secretKey))
    const taken = await enrol(await makePlan({ unit: 'day' }))
    await Promise.all([worker.sweep(), worker.sweep(), worker.sweep()])
    await worker.sweep()
    expect(ledger.entries().filter(({ account }) => account === merchant.id)).toHaveLength(1)
    expect(await taken.bills()).toMatchObject([{ status: 'paid', attempts: 1 }])
  })

  test('ends after its installments', async () => {
    const { at, makePlan, enrol, captured } = await setUp()
    await at('2027-03-01T12:00:00Z')
    const taken = await enrol(await makePlan({ unit: 'week', interval: 2 }, { installments: 3 }))
    for (const day of ['2027-03-01', '2027-03-15', '2027-03-29', '2027-04-12', '2027-04-26'])
      await at(`${day}T13:00:00Z`)
    expect((await captured(taken.customer)).map(([day]) => day)).toEqual(['2027-03-01', '2027-03-15', '2027-03-29'])
    expect(await taken.shown()).toMatchObject({ status: 'completed', charges: 3, nextCharge: null })
  })

  test('waits as long as its account is suspended, and misses nothing', async () => {
    const clock = testClock()
    const merchant = await createMerchant()
    const worker = startWorker({ clock })
    const { makePlan, enrol } = subscribing(merchant, worker.as(merchant.secretKey))
    const taken = await enrol(await makePlan({ unit: 'day' }))
    await merchant.run('UPDATE accounts SET suspended = 1 WHERE id = ?', merchant.id)
    await worker.sweep()
    await merchant.run('UPDATE accounts SET suspended = 0 WHERE id = ?', merchant.id)
    expect(await taken.bills()).toEqual([])
    await worker.sweep()
    expect(await taken.bills()).toMatchObject([{ status: 'paid' }])
  })

  test('is charged on the day of the account’s time zone, when that was changed meanwhile', async () => {
    const { at, makePlan, enrol, captured, ok } = await setUp({ settings: { timeZone: 'UTC' } })
    await at('2027-01-10T12:00:00Z')
    const { customer } = await enrol(await makePlan({ unit: 'month', dayOfCycle: 15 }))
    await ok('PUT', '/v1/account', { body: { timeZone: 'America/New_York' } })
    await at('2027-01-15T04:59:00Z')
    expect(await captured(customer)).toEqual([])
    await at('2027-01-15T05:00:30Z')
    expect(await captured(customer)).toHaveLength(1)
  })
})

test('Pause between two bills, resume after three: one charge on the next date, none in arrears; re-price while past_due uses the new price only from the next period.', async () => {
  const { at, makePlan, enrol, captured, addCard } = await setUp()
  await at('2027-01-01T12:00:00Z')
  const plan = await makePlan({ unit: 'month', dayOfCycle: 1 })
  const resting = await enrol(plan)
  const declined = await enrol(plan, {}, chargesFail)
  await at('2027-01-01T13:00:00Z')
  await resting.change({ amount: { total: 0 } })
  expect(await resting.shown()).toMatchObject({ status: 'paused', totalAmount: 10 })
  expect(await declined.shown()).toMatchObject({ status: 'past_due' })
  await declined.change({ amount: { total: 20 } })
  await addCard(declined.customer, '4242424242424242', true)
  await at('2027-01-02T01:00:00Z')
  for (const day of ['2027-02-01', '2027-03-01', '2027-04-01']) await at(`${day}T12:00:00Z`)
  await at('2027-04-10T12:00:00Z')
  await resting.change({ status: 'active' })
  for (const day of ['2027-05-01', '2027-05-20']) await at(`${day}T12:00:00Z`)
  expect(await captured(resting.customer)).toEqual([
    ['2027-01-01', 10],
    ['2027-05-01', 10],
  ])
  expect((await captured(declined.customer)).map(([, amount]) => amount)).toEqual([10, 20, 20, 20, 20])
})

describe('a charge that is declined', () => {
  test('Hard decline stops dunning at once', async () => {
    const { at, makePlan, enrol } = await setUp()
    await at('2027-01-01T12:00:00Z')
    const taken = await enrol(await makePlan({ unit: 'month' }), {}, stolen)
    await at('2027-01-01T13:00:00Z')
    expect(await taken.shown()).toMatchObject({ status: 'unpaid', nextCharge: null, charges: 0 })
    await at('2027-04-01T00:00:00Z')
    expect(await taken.bills()).toMatchObject([{ status: 'unpaid', attempts: 1, responseCode: '43' }])
  })

  test('soft decline follows 1,3,5,7 days; new default card triggers one try; success returns to active.', async () => {
    const { at, makePlan, enrol, addCard, ok } = await setUp({ settings: { timeZone: 'Asia/Tokyo' } })
    // Noon in UTC is nine in the evening of Tokyo.
    await at('2027-01-01T12:00:00Z')
    const taken = await enrol(await makePlan({ unit: 'month', dayOfCycle: 5 }), {}, chargesFail)
    // Soon after midnight of the 5th there, and from then on a while before and after that hour.
    await at('2027-01-04T16:00:00Z')
    for (let day = 5; day <= 12; day++)
      for (const time of ['15:50', '16:10']) await at(`2027-01-${String(day).padStart(2, '0')}T${time}:00Z`)
    const tries = (await ok('GET', `/v1/transactions?customer=${taken.customer}`)).transactions
    expect(tries.map(({ created }: { created: string }) => created.slice(0, 13)).toReversed()).toEqual(
      ['04', '05', '07', '09', '11'].map((day) => `2027-01-${day}T16`),
    )
    expect(await taken.shown()).toMatchObject({ status: 'unpaid' })

    // One try with a card that is no better, one with a card that pays.
    await addCard(taken.customer, poor, true)
    await at('2027-01-20T00:00:00Z')
    expect(await taken.bills()).toMatchObject([{ status: 'unpaid', attempts: 6 }])
    await at('2027-01-25T00:00:00Z')
    await addCard(taken.customer, '4242424242424242', true)
    await at('2027-01-25T00:01:00Z')
    expect(await taken.bills()).toMatchObject([{ status: 'paid', attempts: 7 }])
    expect(await taken.shown()).toMatchObject({ status: 'active', charges: 1, nextCharge: '2027-02-04T15:00:00.000Z' })
  })

  test('is paid by another card that the subscription is given, and by that one from then on', async () => {
    const { at, makePlan, enrol, addCard } = await setUp()
    await at('2027-01-01T12:00:00Z')
    const taken = await enrol(await makePlan({ unit: 'month' }), {}, chargesFail)
    await at('2027-01-01T13:00:00Z')
    expect(await taken.shown()).toMatchObject({ status: 'past_due' })
    await taken.change({ wallet: await addCard(taken.customer, '5555555555554444') })
    await at('2027-02-01T13:00:00Z')
    expect(await taken.shown()).toMatchObject({ status: 'active', charges: 2 })
    expect(await taken.bills()).toMatchObject([{ attempts: 1 }, { attempts: 2 }])
  })

  test('is not taken for paid in part', async () => {
    const { at, makePlan, enrol } = await setUp()
    await at('2027-01-01T12:00:00Z')
    const taken = await enrol(await makePlan({ unit: 'month' }), {}, '4000003900000106')
    await at('2027-01-01T13:00:00Z')
    expect(await taken.shown()).toMatchObject({ status: 'past_due', charges: 0 })
  })

  test('by a live account that no processor serves, gives up at once', async () => {
    const merchant = await createMerchant({ mode: 'live' })
    const worker = startWorker()
    const { makePlan, enrol } = subscribing(merchant, worker.as(merchant.secretKey))
    const taken = await enrol(await makePlan({ unit: 'day' }))
    await worker.sweep()
    expect(await taken.bills()).toMatchObject([{ status: 'unpaid', responseCode: 'G08' }])
  })
})

/** A merchant whose processor is an acquirer with a ledger of its own, and the clock of the account's test mode. */
const withAcquirer = async () => {
  const merchant = await createMerchant()
  const { processor, ledger, faultPlan } = inMemoryAcquirer()
  const limits = { processorTimeoutMs: 20, reversalTimeoutMs: 20, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }
  const call = startWorker({ processor, limits }).as(merchant.secretKey)
  return {
    ...subscribing(merchant, call),
    faultPlan,
    states: () => ledger.entries().map(({ state }) => state),
    /** Lets minutes pass, here and in what they drive. A worker of its own may take the place of the usual one. */
    pass: (minutes: number, on: Call = call) =>
      on('POST', '/v1/testclock/advance', { body: { seconds: minutes * 60 } }),
    onDatabase: (d1: D1Database) => startWorker({ processor, limits }, { DB_00: d1 }).as(merchant.secretKey),
  }
}

test.each(['dropAfter', 'silent', 'garbage'] as const)(
  'a charge whose outcome is lost is undone before it is tried again: %s',
  async (kind) => {
    const { makePlan, enrol, faultPlan, pass, states } = await withAcquirer()
    const taken = await enrol(await makePlan())
    faultPlan.add({ fault: { kind }, on: 'authorize' })
    await pass(1)
    expect(await taken.bills()).toMatchObject([{ status: 'open' }])
    for (let tries = 0; tries < 4; tries++) await pass(3)
    expect(await taken.bills()).toMatchObject([{ status: 'paid', attempts: 2 }])
    expect(states()).toEqual(['reversed', 'approved'])
  },
)

test.each(['fails before', 'fails after'] as const)(
  'the database failing at any call of a run leaves one charge when it runs again: %s its effect',
  async (meets) => {
    const { makePlan, enrol, pass, states, onDatabase, merchant } = await withAcquirer()
    const plan = await makePlan()
    const isTakenUp = async (id: string) =>
      (await merchant.rows('SELECT leased FROM subscriptions WHERE id = ?', id))[0]!['leased'] !== null

    // Which call of a run it is that opens the payment: the first that finds the subscription taken up.
    const first = await enrol(plan)
    let opening = 0
    const watched = brokenDatabase(bindings.DB_00, async (call): Promise<Fate> => {
      if (opening === 0 && (await isTakenUp(first.id))) opening = call
      return 'runs'
    })
    await pass(1, onDatabase(watched.d1))

    // The claim, the opening, the outcome of the payment, that of the bill.
    for (const failing of [opening - 1, opening, opening + 1, opening + 2]) {
      const taken = await enrol(plan)
      const before = states().length
      const broken = brokenDatabase(bindings.DB_00, (call) => (call === failing ? meets : 'runs'))
      await pass(1, onDatabase(broken.d1))
      expect(broken.calls()).toBeGreaterThanOrEqual(failing)
      for (let tries = 0; tries < 4; tries++) await pass(3)
      expect(await taken.bills(), `call ${failing}`).toMatchObject([{ status: 'paid' }])
      expect(
        states()
          .slice(before)
          .filter((state) => state === 'approved'),
      ).toHaveLength(1)
    }
  },
)

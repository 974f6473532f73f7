import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Event } from '#contract/events/events'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import { cards, ok, openShop } from '../../testing/fixtures/checkoutShop.ts'
import { dataOf, eventsOf } from '../../testing/events.ts'
import type { MerchantOptions } from '../../testing/merchant.ts'
import { card, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'
import { shopperAt } from '../../testing/shopper.ts'
import { subscribing } from '../../testing/fixtures/subscriptionFixture.ts'
import type { GatewayParts } from '../../app/gateway.ts'

/** Events of subscriptions: one for each thing that happens, by a request or by time, showing what a read answers. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(async () => {
  vi.restoreAllMocks()
  // Each account with a clock of its own is one more that the cron of other tests would drive.
  await bindings.DB_00.prepare('UPDATE accounts SET testClockOffset = 0').run()
})

const stolen = '4000000000009979'
const chargesFail = '4000000000000341'

const setUp = async (options: MerchantOptions = {}, parts: GatewayParts = {}) => {
  const merchant = await createMerchant(options)
  const call = startWorker(parts).as(merchant.secretKey)
  let seen = 0
  /** What has happened to subscriptions since this was last asked. */
  const events = async (): Promise<Event[]> => {
    const all = (await eventsOf(merchant)).filter(({ type }) => type.startsWith('subscription.'))
    return all.slice(seen, (seen = all.length))
  }
  return {
    ...subscribing(merchant, call),
    call,
    events,
    /** The same by the word after the point. */
    news: async () => (await events()).map(wordOf),
  }
}

const wordOf = ({ type }: Pick<Event, 'type'>) => type.split('.')[1]

describe('a subscription', () => {
  test('that begins is announced as a read answers it, and whose it is', async () => {
    const { makePlan, enrol, events, merchant } = await setUp()
    const taken = await enrol(await makePlan(), { amount: { subtotal: 9, tax: 1, total: 10 } })
    const [event, ...others] = await events()
    expect(others).toEqual([])
    expect(event).toMatchObject({ kind: 5, type: 'subscription.created', sequence: 1 })
    expect(event!.requestId).toMatch(/^[0-9a-f]{32}$/)
    expect(dataOf(event!)).toEqual({ ...(await taken.shown()), customer: taken.customer })
    const [row] = await merchant.rows('SELECT created FROM subscriptions WHERE id = ?', taken.id)
    expect(Date.parse(event!.timestamp)).toBe(row!['created'])
  })

  test('that begins later is pending in what is announced before, and active in what is announced then', async () => {
    const { makePlan, enrol, at, events } = await setUp()
    await at('2027-01-10T12:00:00Z')
    await enrol(await makePlan({ unit: 'month' }), { startDate: '2027-01-20' })
    await at('2027-01-20T12:00:00Z')
    expect((await events()).map((event) => [wordOf(event), dataOf(event).status])).toEqual([
      ['created', 'pending'],
      ['charged', 'active'],
    ])
  })

  test('that does not begin is not announced', async () => {
    const { makePlan, enrol, call, news, ok } = await setUp()
    const plan = await makePlan()
    const { customer } = await enrol(plan)
    const poor: string = (await ok('POST', '/v1/customers', { body: {} })).customers[0].id
    await news()
    const subscribe = (of: string, body: object) => call('POST', `/v1/customers/${of}/subscriptions`, { body })
    expect((await subscribe(poor, { plan })).status).toBe(400)
    expect((await subscribe(customer, { plan: crypto.randomUUID() })).status).toBe(400)
    expect(await news()).toEqual([])
  })

  test('that is charged by time is announced without a request, once a period, as a read answers it', async () => {
    const { makePlan, enrol, at, events } = await setUp()
    await at('2027-01-10T12:00:00Z')
    const taken = await enrol(await makePlan({ unit: 'week', dayOfCycle: 5 }))
    await events()
    for (const [index, day] of ['2027-01-15', '2027-01-22'].entries()) {
      await at(`${day}T12:00:00Z`)
      await at(`${day}T13:00:00Z`)
      const [event, ...others] = await events()
      expect(others).toEqual([])
      expect(event).toMatchObject({ type: 'subscription.charged', requestId: null, sequence: index + 2 })
      expect(event!.timestamp).toContain(`${day}T12:00`)
      expect(dataOf(event!)).toEqual({ ...(await taken.shown()), customer: taken.customer })
      expect(dataOf(event!).charges).toBe(index + 1)
    }
  })

  test('that three sweeps charge at once has one event', async () => {
    const clock = testClock()
    const { processor } = inMemoryAcquirer({ now: clock.now })
    const merchant = await createMerchant()
    const worker = startWorker({ processor, clock })
    const { makePlan, enrol } = subscribing(merchant, worker.as(merchant.secretKey))
    const taken = await enrol(await makePlan({ unit: 'day' }))
    await Promise.all([worker.sweep(), worker.sweep(), worker.sweep()])
    await worker.sweep()
    const events = (await eventsOf(merchant)).filter((event) => dataOf(event).customerSubscriptionId === taken.id)
    expect(events.map(wordOf)).toEqual(['created', 'charged'])
  })

  test('is complete with its last installment', async () => {
    const { makePlan, enrol, at, events } = await setUp()
    await at('2027-03-01T12:00:00Z')
    const taken = await enrol(await makePlan({ unit: 'week' }, { installments: 2 }))
    for (const day of ['2027-03-01', '2027-03-08', '2027-03-15']) await at(`${day}T13:00:00Z`)
    const all = await events()
    expect(all.map(wordOf)).toEqual(['created', 'charged', 'charged', 'completed'])
    const shown = { ...(await taken.shown()), customer: taken.customer }
    expect(all.slice(2).map(dataOf)).toEqual([shown, shown])
    expect(all[2]!.timestamp).toBe(all[3]!.timestamp)
  })
})

describe('a charge that is declined', () => {
  test('is announced each time, with what follows from it', async () => {
    const { makePlan, enrol, at, addCard, events } = await setUp()
    await at('2027-01-01T12:00:00Z')
    const taken = await enrol(await makePlan({ unit: 'month', dayOfCycle: 1 }), {}, chargesFail)
    const words: (string | undefined)[][] = []
    for (const day of ['01', '02', '04', '06', '08', '09']) {
      await at(`2027-01-${day}T${day === '01' ? '13' : '14'}:00:00Z`)
      const happened = await events()
      words.push(happened.map(wordOf))
      for (const event of happened.slice(-1))
        expect(dataOf(event)).toEqual({ ...(await taken.shown()), customer: taken.customer })
      expect(happened.filter(({ requestId }) => requestId !== null).map(wordOf)).toEqual(
        day === '01' ? ['created'] : [],
      )
    }
    expect(words).toEqual([
      ['created', 'charge_failed', 'past_due'],
      ['charge_failed'],
      ['charge_failed'],
      ['charge_failed'],
      ['charge_failed', 'unpaid'],
      [],
    ])
    // A try beside the schedule that is declined as well leaves it unpaid, which is no news; then one that pays.
    await addCard(taken.customer, '4000000000009995', true)
    await at('2027-01-10T13:00:00Z')
    expect((await events()).map(wordOf)).toEqual(['charge_failed'])
    await addCard(taken.customer, undefined, true)
    await at('2027-01-11T13:00:00Z')
    const [charged, ...others] = await events()
    expect(others).toEqual([])
    expect(charged).toMatchObject({ type: 'subscription.charged', requestId: null })
    expect(dataOf(charged!)).toEqual({ ...(await taken.shown()), customer: taken.customer })
    expect(dataOf(charged!).status).toBe('active')
  })

  test('for good is the last', async () => {
    const { makePlan, enrol, at, news } = await setUp()
    await at('2027-01-01T12:00:00Z')
    await enrol(await makePlan(), {}, stolen)
    await at('2027-01-01T13:00:00Z')
    expect(await news()).toEqual(['created', 'charge_failed', 'unpaid'])
    await at('2027-01-28T13:00:00Z')
    expect(await news()).toEqual([])
  })

  test('because its outcome was lost is announced when that is known, and then what the next try comes to', async () => {
    const { processor, faultPlan } = inMemoryAcquirer()
    const limits = { processorTimeoutMs: 20, reversalTimeoutMs: 20, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }
    const { makePlan, enrol, call, news } = await setUp({}, { processor, limits })
    await enrol(await makePlan())
    await news()
    const pass = (minutes: number) => call('POST', '/v1/testclock/advance', { body: { seconds: minutes * 60 } })
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    await pass(1)
    expect(await news()).toEqual([])
    for (let tries = 0; tries < 4; tries++) await pass(3)
    expect(await news()).toEqual(['charge_failed', 'charged'])
  })
})

describe('a request that changes a subscription', () => {
  test('is announced by what it changes, as a read answers it, with its id', async () => {
    const { makePlan, enrol, addCard, events } = await setUp()
    const taken = await enrol(await makePlan(), { startDate: '2100-01-01' })
    const other = await addCard(taken.customer)
    await events()
    const steps: [change: object, ...words: string[]][] = [
      [{ amount: { total: 20 } }, 'updated'],
      [{ amount: { total: 20, tax: 1 } }, 'updated'],
      [{ wallet: other }, 'updated'],
      [{ wallet: other }],
      [{ wallet: null }, 'updated'],
      [{ amount: { total: 0 } }, 'paused'],
      [{ status: 'paused' }],
      [{ status: 'paused', resumesAt: '2099-06-01T00:00:00Z' }],
      [{ amount: { total: 25 }, status: 'active', wallet: other }, 'updated', 'resumed'],
      [{ status: 'active' }],
      [{ amount: { total: 30 }, status: 'paused' }, 'updated', 'paused'],
      [{ amount: { total: 30 } }, 'resumed'],
    ]
    for (const [change, ...words] of steps) {
      const { requestId, customerSubscriptions } = await taken.change(change)
      const happened = await events()
      expect(happened.map(wordOf), JSON.stringify(change)).toEqual(words)
      for (const event of happened) {
        expect(event.requestId).toBe(requestId)
        expect(dataOf(event)).toEqual({ ...customerSubscriptions[0], customer: taken.customer })
      }
    }
    const { requestId, customerSubscriptions } = await taken.cancel()
    expect(await events()).toEqual([
      expect.objectContaining({
        type: 'subscription.canceled',
        requestId,
        data: { subscription: { ...customerSubscriptions[0], customer: taken.customer } },
      }),
    ])
  })

  test('and is refused is not announced', async () => {
    const { makePlan, enrol, addCard, call, news } = await setUp()
    const taken = await enrol(await makePlan(), { startDate: '2100-01-01' })
    const neighbour = await enrol(await makePlan())
    const foreign = await addCard(neighbour.customer)
    await news()
    const put = async (body: object) => (await call('PUT', taken.path, { body })).status
    expect(await put({ wallet: crypto.randomUUID(), amount: { total: 20 } })).toBe(400)
    expect(await put({ wallet: foreign, status: 'paused' })).toBe(400)
    expect(await put({ amount: { total: 20 }, resumesAt: '2099-06-01T00:00:00Z' })).toBe(409)
    expect(await news()).toEqual([])
    await taken.cancel()
    expect(await put({ amount: { total: 20 } })).toBe(409)
    expect((await call('DELETE', taken.path)).status).toBe(409)
    expect(await news()).toEqual(['canceled'])
  })

  test('comes too late by one, and is announced once, as it was written', async () => {
    const { makePlan, enrol, call, events } = await setUp()
    const taken = await enrol(await makePlan(), { startDate: '2100-01-01' })
    await events()
    const put = (body: object) => call('PUT', taken.path, { body })
    const totals = Array.from({ length: 10 }, (_, index) => 20 + index)
    await Promise.all([
      ...totals.map((total) => put({ amount: { total } })),
      ...Array.from({ length: 5 }, () => put({ status: 'paused', wallet: null })),
    ])
    const happened = await events()
    // A later price resumes what is paused, so there may be several pauses, but each ends in between.
    expect(
      happened.filter((event) => wordOf(event) === 'updated').map((event) => dataOf(event).totalAmount),
    ).toHaveLength(10)
    const pauses = happened.map(wordOf).filter((word) => word !== 'updated')
    for (const [index, word] of pauses.entries()) expect(word).toBe(index % 2 === 0 ? 'paused' : 'resumed')
    expect(dataOf(happened.at(-1)!)).toEqual({ ...(await taken.shown()), customer: taken.customer })

    await Promise.all(Array.from({ length: 5 }, () => call('DELETE', taken.path)))
    expect((await events()).map(wordOf)).toEqual(['canceled'])
  })
})

test('a pause that ends by time is announced without a request, and nothing of the periods that passed', async () => {
  const { makePlan, enrol, at, events } = await setUp()
  await at('2027-01-10T12:00:00Z')
  const taken = await enrol(await makePlan({ unit: 'week', dayOfCycle: 5 }))
  await taken.change({ status: 'paused', resumesAt: '2027-01-30T00:00:00Z' })
  await events()
  await at('2027-01-23T12:00:00Z')
  expect(await events()).toEqual([])
  await at('2027-01-31T12:00:00Z')
  const [event, ...others] = await events()
  expect(others).toEqual([])
  expect(event).toMatchObject({ type: 'subscription.resumed', requestId: null })
  expect(dataOf(event!)).toEqual({ ...(await taken.shown()), customer: taken.customer })
})

/** A customer with a subscription that names a stolen card, which is not the default. */
const waiting = async () => {
  const shop = await setUp()
  const { ok, at, makePlan, addCard, events } = shop
  await at('2027-01-01T12:00:00Z')
  const customer: string = (await ok('POST', '/v1/customers', { body: {} })).customers[0].id
  const usual = await addCard(customer)
  const named = await addCard(customer, stolen)
  const plan = await makePlan()
  const path = `/v1/customers/${customer}/subscriptions`
  const { customerSubscriptions } = await ok('POST', path, { body: { plan, wallet: named } })
  // Another one of the same customer is charged to the default, and stays as it is.
  await ok('POST', path, { body: { plan } })
  const id: string = customerSubscriptions[0].customerSubscriptionId
  await at('2027-01-01T13:00:00Z')
  await events()
  const shown = async () => {
    const answer = await ok('GET', path)
    return answer.customerSubscriptions.find((one: any) => one.customerSubscriptionId === id)
  }
  expect(await shown()).toMatchObject({ status: 'unpaid', wallet: named, nextCharge: null })
  return { ...shop, customer, usual, named, shown, walletPath: `/v1/customers/${customer}/wallet` }
}

describe('a subscription that waits for another payment method than the one it names', () => {
  const causes: readonly (readonly [string, (shop: Awaited<ReturnType<typeof waiting>>) => Promise<any>, boolean])[] = [
    [
      'a new one is stored as the default',
      ({ ok, walletPath }) => ok('POST', walletPath, { body: { token: 'test-visa-4242', default: true } }),
      true,
    ],
    [
      'another one becomes the default',
      async ({ ok, walletPath, addCard, customer }) =>
        ok('PUT', `${walletPath}/${await addCard(customer)}`, { body: { default: true } }),
      true,
    ],
    ['the one it names is deleted', ({ ok, walletPath, named }) => ok('DELETE', `${walletPath}/${named}`), false],
  ]
  test.each(causes)('is announced as another from then on where %s', async (_name, cause, isTried) => {
    const shop = await waiting()
    const { requestId } = await cause(shop)
    const [event, ...others] = await shop.events()
    expect(others).toEqual([])
    expect(event).toMatchObject({ type: 'subscription.updated', requestId })
    const shown = await shop.shown()
    expect(shown).toMatchObject({ wallet: null, nextCharge: isTried ? expect.any(String) : null })
    expect(dataOf(event!)).toEqual({ ...shown, customer: shop.customer })
    await shop.at('2027-01-01T14:00:00Z')
    expect(await shop.news()).toEqual(isTried ? ['charged'] : [])
  })

  test('is announced as tried at once where that was the default, and its heir is', async () => {
    const { ok, walletPath, customer, named, events, shown, at, news, merchant } = await waiting()
    await ok('POST', `${walletPath}`, { body: { token: 'test-visa-4242' } })
    await ok('PUT', `${walletPath}/${named}`, { body: { default: true } })
    const [toDefault] = await events()
    expect(dataOf(toDefault!)).toMatchObject({ wallet: null })
    // As it may be where the default was named by its id: nothing is charged to it but this.
    await merchant.run(
      "UPDATE subscriptions SET status = 'canceled', due = NULL WHERE customer = ? AND status = 'active'",
      customer,
    )
    await at('2027-01-01T14:00:00Z')
    expect(await news()).toEqual(['charge_failed'])
    await ok('PUT', (await pathOf(ok, customer, 'unpaid'))!, { body: { wallet: named } })
    await at('2027-01-01T15:00:00Z')
    expect(await news()).toEqual(['updated', 'charge_failed'])
    const { requestId } = await ok('DELETE', `${walletPath}/${named}`)
    const [event, ...others] = await events()
    expect(others).toEqual([])
    expect(event).toMatchObject({ type: 'subscription.updated', requestId })
    expect(dataOf(event!)).toEqual({ ...(await shown()), customer })
    expect(dataOf(event!)).toMatchObject({ wallet: null, nextCharge: expect.any(String) })
    await at('2027-01-01T16:00:00Z')
    expect(await news()).toEqual(['charged'])
  })
})

/** Of a customer's subscription in a state. */
const pathOf = async (ok: (method: string, path: string) => Promise<any>, customer: string, status: string) => {
  const path = `/v1/customers/${customer}/subscriptions`
  const { customerSubscriptions } = await ok('GET', path)
  const found = customerSubscriptions.find((one: any) => one.status === status)
  return found && `${path}/${found.customerSubscriptionId}`
}

describe('what follows from the payment of a checkout', () => {
  const vault = new Set(['customer', 'wallet', 'subscription'])
  const happened = async ({ merchant }: Pick<Awaited<ReturnType<typeof openShop>>, 'merchant'>) =>
    (await eventsOf(merchant)).filter(({ type }) => vault.has(type.split('.')[0]!))
  const answers = { email: 'ann@mail.example', save: true }

  test('is announced without a request where the sweep does it, because who paid has died', async () => {
    // The page is read, its payment opened and settled; then nothing works any more.
    const shop = await openShop()
    const { d1 } = brokenDatabase(bindings.DB_00, (nth) => (nth < 4 ? 'runs' : 'fails before'))
    const failing = shopperAt(startWorker({ clock: shop.clock }, { DB_00: d1 }))
    const id = await shop.make({ total: 5, subscription: {} })
    const { nonce } = (await shop.shopper.open(id)).data!
    expect((await failing.pay(id, nonce, { answers })).json.status).toBe('completed')
    expect(await happened(shop)).toEqual([])
    await shop.advance(120)
    const events = await happened(shop)
    expect(events.map(({ type }) => type)).toEqual([
      'customer.created',
      'wallet.created',
      'subscription.created',
      'subscription.charged',
    ])
    for (const { requestId } of events) expect(requestId).toBeNull()
    await shop.advance(3600)
    expect(await happened(shop)).toHaveLength(4)
  })

  test.each([
    [2, ['subscription.created', 'subscription.charged']],
    [1, ['subscription.created', 'subscription.charged', 'subscription.completed']],
  ])('is announced, with a subscription of %i payments', async (payments, ofSubscription) => {
    const shop = await openShop()
    const plan = { label: 'Tea', cycle: { unit: 'month' }, amount: { value: 5 }, installments: payments }
    await ok(shop.call('POST', '/v1/subscriptions', { body: plan }))
    const id = await shop.make({ total: 5, subscription: { label: 'Tea' } })
    const { json } = await shop.shopper.openAndPay(id, { answers })
    const { customer } = await shop.read(id)
    const events = await happened(shop)
    expect(events.map(({ type }) => type)).toEqual(['customer.created', 'wallet.created', ...ofSubscription])
    expect(new Set(events.map(({ requestId }) => requestId))).toEqual(new Set([json.requestId]))
    const [subscription] = await shop.subscriptions(customer)
    const [entry] = await shop.wallet(customer)
    expect(dataOf(events[0]!)).toMatchObject({ id: customer, emailAddress: answers.email })
    expect(dataOf(events[1]!)).toEqual({ ...entry, customer })
    for (const event of events.slice(2)) expect(dataOf(event)).toEqual({ ...subscription, customer })
  })

  test('is nothing where the card is declined, and no customer where it is for one time', async () => {
    const shop = await openShop()
    await shop.shopper.openAndPay(await shop.make(), { payment: { creditCard: card(cards.declined) }, answers })
    await shop.shopper.openAndPay(await shop.make({ total: 5, oneTimePayment: true }), { answers })
    expect(await happened(shop)).toEqual([])
  })

  test('is another payment method, not the default, where the customer has one', async () => {
    const shop = await openShop()
    const customer = await shop.createCustomer()
    await shop.store(customer, { creditCard: card() })
    const before = (await happened(shop)).length
    const id = await shop.make({ total: 5, customerInfo: { id: customer } })
    await shop.shopper.openAndPay(id, { payment: { creditCard: card(cards.other) }, answers })
    const events = (await happened(shop)).slice(before)
    expect(events).toMatchObject([{ type: 'wallet.created', data: { wallet: { customer, default: false } } }])
  })
})

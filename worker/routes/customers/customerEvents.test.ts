import { describe, expect, test } from 'vitest'
import type { Event } from '#contract/events/events'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import { cards, ok, openShop } from '../../testing/fixtures/checkoutShop.ts'
import type { Shop } from '../../testing/fixtures/checkoutShop.ts'
import { dataOf, eventsOf, typesOf } from '../../testing/events.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'
import type { MerchantOptions } from '../../testing/merchant.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'

/** Events of customers and of their payment methods: one for each change, showing what a read answers. */

const worker = startWorker()

const walletOf = (customer: string) => `/v1/customers/${customer}/wallet`

const openVault = async (options: MerchantOptions = {}) => {
  const merchant = await createMerchant(options)
  const call = worker.as(merchant.secretKey)
  const wallet = async (customer: string): Promise<any[]> => (await ok(call('GET', walletOf(customer)))).wallet
  return {
    merchant,
    call,
    create: async (body: object = {}): Promise<string> =>
      (await ok(call('POST', '/v1/customers', { body }))).customers[0].id,
    read: async (id: string) => (await ok(call('GET', `/v1/customers/${id}`))).customers[0],
    wallet,
    entry: async (customer: string, id: string) => (await wallet(customer)).find((one) => one.id === id),
    /** Stores a payment method with a customer. */
    store: async (customer: string, more: object = {}, source: object = { creditCard: card() }): Promise<string> => {
      const { token } = await ok(call('POST', '/v1/tokens', { body: source }))
      await nextMillisecond()
      return (await ok(call('POST', walletOf(customer), { body: { token, ...more } }))).wallet[0].id
    },
    setDefault: (customer: string, id: string) =>
      call('PUT', `${walletOf(customer)}/${id}`, { body: { default: true } }),
    deleteEntry: (customer: string, id: string) => call('DELETE', `${walletOf(customer)}/${id}`),
    /** What has happened since this was last asked. */
    news: (() => {
      let seen = 0
      return async (): Promise<Event[]> => {
        const all = await eventsOf(merchant)
        return all.slice(seen, (seen = all.length))
      }
    })(),
  }
}

/** What an event is of, and its type. */
const named = (event: Event) => [event.type, dataOf(event).id ?? dataOf(event).customerSubscriptionId]

const everything = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  company: 'Engines',
  merchantIdentifier: 'A-1',
  phoneNumber: '+44 20',
  emailAddress: 'ada@mail.example',
  shippingAddress: { name: 'Ada', line1: '1 Main St', city: 'Fargo', postalCode: '58102', country: 'US' },
  metadata: { vip: 'yes', 'a "quoted" word': '\u2028' },
}

describe('a customer', () => {
  test('that is created is announced as a read answers it, with the request that did it', async () => {
    const { call, read, news, merchant } = await openVault()
    const { requestId, customers } = await ok(call('POST', '/v1/customers', { body: everything }))
    const id: string = customers[0].id
    const [event, ...others] = await news()
    expect(others).toEqual([])
    expect(event).toMatchObject({ kind: 5, type: 'customer.created', sequence: 1, live: false, requestId })
    expect(event!.data).toEqual({ customer: await read(id) })
    const [row] = await merchant.rows('SELECT created FROM customers WHERE id = ?', id)
    expect(Date.parse(event!.timestamp)).toBe(row!['created'])
  })

  test('of live mode says so', async () => {
    const { create, news } = await openVault({ mode: 'live' })
    await create()
    expect(await news()).toMatchObject([{ type: 'customer.created', live: true }])
  })

  test('that is not created, because another has its number, is not announced', async () => {
    const { call, create, merchant } = await openVault()
    await create({ merchantIdentifier: 'A-1' })
    expect((await call('POST', '/v1/customers', { body: { merchantIdentifier: 'A-1' } })).status).toBe(409)
    expect(await typesOf(merchant)).toEqual(['customer.created'])
  })

  test('that is changed is announced as a read answers it, each time', async () => {
    const { call, create, read, news } = await openVault()
    const id = await create(everything)
    await news()
    const changes = [
      { lastName: 'King' },
      { shippingAddress: { line1: '2 Side St' }, metadata: {} },
      { merchantIdentifier: null, company: '' },
      { merchantIdentifier: 'A-2' },
      { ...everything, firstName: 'Grace' },
    ]
    for (const [index, body] of changes.entries()) {
      const { requestId } = await ok(call('PUT', `/v1/customers/${id}`, { body }))
      const [event, ...others] = await news()
      expect(others).toEqual([])
      expect(event).toMatchObject({ type: 'customer.updated', sequence: index + 2, requestId })
      expect(dataOf(event!)).toEqual(await read(id))
    }
  })

  test('is announced as changed only where something became another', async () => {
    const { call, create, news } = await openVault()
    await create({ merchantIdentifier: 'taken' })
    const id = await create(everything)
    const unknown = crypto.randomUUID()
    await news()
    const put = (of: string, body: object) => call('PUT', `/v1/customers/${of}`, { body })
    expect((await put(id, { merchantIdentifier: 'taken', lastName: 'King' })).status).toBe(409)
    expect((await put(unknown, { lastName: 'King' })).status).toBe(404)
    expect((await put(id, {})).status).toBe(200)
    expect((await put(id, everything)).status).toBe(200)
    expect(await news()).toEqual([])
  })

  test('has one event for what twenty requests at once say alike, and one for each that says another thing', async () => {
    const { call, create, news, read } = await openVault()
    const id = await create()
    await news()
    const put = (lastName: string) => call('PUT', `/v1/customers/${id}`, { body: { lastName } })
    await Promise.all(Array.from({ length: 20 }, () => put('King')))
    expect(await news()).toMatchObject([{ type: 'customer.updated', data: { customer: { lastName: 'King' } } }])
    await Promise.all(Array.from({ length: 20 }, (_, index) => put(`King ${index}`)))
    const events = await news()
    expect(events).toHaveLength(20)
    expect(new Set(events.map(({ requestId }) => requestId)).size).toBe(20)
    expect(dataOf(events.at(-1)!)).toEqual(await read(id))
  })

  test.each([
    ['deleted', 'DELETE', ''],
    ['erased', 'POST', '/erase'],
  ] as const)('that is %s is announced with all that goes with it, once', async (what, method, path) => {
    const { call, create, read, store, wallet, news } = await openVault()
    const id = await create(everything)
    const [first, second] = [await store(id), await store(id, { default: true })]
    const plan = { label: 'Coffee', cycle: { unit: 'month' }, amount: { value: 10 } }
    const { subscriptions: plans } = await ok(call('POST', '/v1/subscriptions', { body: plan }))
    const subscribe = async (): Promise<string> => {
      const body = { plan: plans[0].id, startDate: '2100-01-01' }
      const answer = await ok(call('POST', `/v1/customers/${id}/subscriptions`, { body }))
      return answer.customerSubscriptions[0].customerSubscriptionId
    }
    const [active, paused, over] = [await subscribe(), await subscribe(), await subscribe()]
    await ok(call('PUT', `/v1/customers/${id}/subscriptions/${paused}`, { body: { status: 'paused' } }))
    await ok(call('DELETE', `/v1/customers/${id}/subscriptions/${over}`))
    await store(await create())
    const [customer, entries] = [await read(id), await wallet(id)]
    const { customerSubscriptions } = await ok(call('GET', `/v1/customers/${id}/subscriptions`))
    await news()

    const { requestId } = await ok(call(method, `/v1/customers/${id}${path}`))
    const events = await news()
    expect(events.map(named).toSorted()).toEqual(
      [
        ['subscription.canceled', active],
        ['subscription.canceled', paused],
        ['wallet.deleted', first],
        ['wallet.deleted', second],
        ['customer.deleted', id],
      ].toSorted(),
    )
    expect(events.map(({ type }) => type)).toEqual([
      'subscription.canceled',
      'subscription.canceled',
      'wallet.deleted',
      'wallet.deleted',
      'customer.deleted',
    ])
    for (const event of events) {
      expect(event.requestId).toBe(requestId)
      if (event.type === 'subscription.canceled')
        expect(dataOf(event)).toEqual({
          ...customerSubscriptions.find((one: any) => one.customerSubscriptionId === named(event)[1]),
          customer: id,
          status: 'canceled',
          nextCharge: null,
        })
      // What is shown of the person is as it was before: of one that was erased nothing.
      if (what === 'deleted' && event.type === 'wallet.deleted')
        expect(dataOf(event)).toEqual({ ...entries.find((one) => one.id === named(event)[1]), customer: id })
      if (what === 'deleted' && event.type === 'customer.deleted') expect(dataOf(event)).toEqual(customer)
    }
    expect((await call(method, `/v1/customers/${id}${path}`)).status).toBe(what === 'deleted' ? 404 : 200)
    expect(await news()).toEqual([])
  })

  test('takes along what was there at that moment: what went long ago, whose events are gone, is not announced again', async () => {
    const { merchant, call, create, store, deleteEntry } = await openVault()
    const id = await create()
    const [gone, kept] = [await store(id), await store(id)]
    await ok(deleteEntry(id, gone))
    const plan = { label: 'Coffee', cycle: { unit: 'month' }, amount: { value: 10 } }
    const { subscriptions } = await ok(call('POST', '/v1/subscriptions', { body: plan }))
    const path = `/v1/customers/${id}/subscriptions`
    const { customerSubscriptions } = await ok(call('POST', path, { body: { plan: subscriptions[0].id } }))
    await ok(call('DELETE', `${path}/${customerSubscriptions[0].customerSubscriptionId}`))
    // As the sweep forgets them.
    await merchant.run(
      'INSERT INTO eventCounts SELECT resource, max(sequence) FROM events WHERE account = ? GROUP BY resource',
      merchant.id,
    )
    await merchant.run('DELETE FROM events WHERE account = ?', merchant.id)
    await nextMillisecond()
    await ok(call('DELETE', `/v1/customers/${id}`))
    expect(
      await merchant.rows(
        'SELECT type, resource, sequence FROM events WHERE account = ? ORDER BY position',
        merchant.id,
      ),
    ).toEqual([
      // It was stored, and became the default.
      { type: 'wallet.deleted', resource: kept, sequence: 3 },
      { type: 'customer.deleted', resource: id, sequence: 2 },
    ])
  })

  test('that is deleted in the millisecond in which its subscription was canceled takes no second cancel along', async () => {
    const { merchant, create, store } = await openVault()
    const id = await create()
    await store(id)
    const now = Date.now()
    const call = startWorker({ clock: { now: () => now } }).as(merchant.secretKey)
    const plan = { label: 'Coffee', cycle: { unit: 'month' }, amount: { value: 10 } }
    const { subscriptions } = await ok(call('POST', '/v1/subscriptions', { body: plan }))
    const path = `/v1/customers/${id}/subscriptions`
    const { customerSubscriptions } = await ok(call('POST', path, { body: { plan: subscriptions[0].id } }))
    const subscription: string = customerSubscriptions[0].customerSubscriptionId
    await ok(call('DELETE', `${path}/${subscription}`))
    await ok(call('DELETE', `/v1/customers/${id}`))
    expect(await typesOf(merchant, subscription)).toEqual(['subscription.created', 'subscription.canceled'])
    expect((await typesOf(merchant)).slice(-2)).toEqual(['wallet.deleted', 'customer.deleted'])
  })

  test('whose erasure is done twice, because the database was silent after the first time, has one event', async () => {
    const { merchant, create, store } = await openVault()
    const id = await create(everything)
    const entry = await store(id)
    const before = (await typesOf(merchant)).length
    // The key is read first.
    const { d1, calls } = brokenDatabase(bindings.DB_00, (call) => (call === 2 ? 'fails after' : 'runs'))
    const call = startWorker({}, { DB_00: d1 }).as(merchant.secretKey)
    await ok(call('POST', `/v1/customers/${id}/erase`))
    expect(calls()).toBeGreaterThan(3)
    expect((await typesOf(merchant)).slice(before)).toEqual(['wallet.deleted', 'customer.deleted'])
    expect(await typesOf(merchant, entry)).toEqual(['wallet.created', 'wallet.deleted'])
    expect((await eventsOf(merchant)).length).toBe(before + 2)
  })
})

describe('a payment method', () => {
  test('that is stored is announced as a read answers it, and whose it is; the first is no other default', async () => {
    const { call, create, entry, news } = await openVault()
    const customer = await create()
    const { token } = await ok(call('POST', '/v1/tokens', { body: { creditCard: card() } }))
    await news()
    const body = { token, address: everything.shippingAddress }
    const { requestId, wallet } = await ok(call('POST', `/v1/customers/${customer}/wallet`, { body }))
    const shown = await entry(customer, wallet[0].id)
    expect(shown).toMatchObject({ default: true, accountNumber: '************4242', address: { city: 'Fargo' } })
    expect(await news()).toEqual([
      expect.objectContaining({
        kind: 5,
        type: 'wallet.created',
        sequence: 1,
        requestId,
        data: { wallet: { ...shown, customer } },
      }),
    ])
  })

  test('is announced as another default where it is stored as that, by any way of storing it', async () => {
    const { call, create, store, entry, news } = await openVault()
    const customer = await create()
    await store(customer)
    await news()
    const second = await store(
      customer,
      {},
      { check: { routingNumber: '021000021', accountNumber: '1234567', name: 'Ada' } },
    )
    expect((await news()).map(named)).toEqual([['wallet.created', second]])
    const third = await store(customer, { default: true })
    const body = { token: 'test-mastercard-4444', default: true }
    const { requestId, wallet } = await ok(call('POST', `/v1/customers/${customer}/wallet`, { body }))
    const fourth = wallet[0].id
    const events = await news()
    expect(events.map(named)).toEqual([
      ['wallet.created', third],
      ['wallet.default_changed', third],
      ['wallet.created', fourth],
      ['wallet.default_changed', fourth],
    ])
    const shown = { ...(await entry(customer, fourth)), customer }
    expect(events.slice(2)).toMatchObject([
      { sequence: 1, requestId, data: { wallet: shown } },
      { sequence: 2, requestId, data: { wallet: shown } },
    ])
  })

  test('that cannot be stored is not announced', async () => {
    const { call, create, store, news } = await openVault()
    const customer = await create()
    const { token } = await ok(call('POST', '/v1/tokens', { body: { creditCard: card() } }))
    await ok(call('POST', `/v1/customers/${customer}/wallet`, { body: { token } }))
    await news()
    const add = (of: string, body: object) => call('POST', `/v1/customers/${of}/wallet`, { body })
    expect((await add(customer, { token })).status).toBe(400)
    expect((await add(crypto.randomUUID(), { token: 'test-visa-4242', default: true })).status).toBe(404)
    expect(await news()).toEqual([])
    await store(customer)
    expect(await news()).toHaveLength(1)
  })

  test('that is made the default is announced, and not where it is that already', async () => {
    const { call, create, store, setDefault, entry, news } = await openVault()
    const customer = await create()
    const [first, second] = [await store(customer), await store(customer)]
    await news()
    expect((await setDefault(customer, first)).status).toBe(200)
    expect((await setDefault(await create(), second)).status).toBe(404)
    const body = { default: false }
    expect((await call('PUT', `/v1/customers/${customer}/wallet/${second}`, { body })).status).toBe(200)
    expect((await call('PUT', `/v1/customers/${customer}/wallet/${first}`, { body })).status).toBe(409)
    expect((await news()).map(({ type }) => type)).toEqual(['customer.created'])
    const { json } = await setDefault(customer, second)
    expect(await news()).toEqual([
      expect.objectContaining({
        type: 'wallet.default_changed',
        sequence: 2,
        requestId: json.requestId,
        data: { wallet: { ...(await entry(customer, second)), customer } },
      }),
    ])
    await ok(setDefault(customer, first))
    await ok(setDefault(customer, second))
    expect((await news()).map(named)).toEqual([
      ['wallet.default_changed', first],
      ['wallet.default_changed', second],
    ])
  })

  test('that is deleted is announced as it was, and then its heir as the default', async () => {
    const { create, store, entry, deleteEntry, news } = await openVault()
    const customer = await create()
    const [first, second, third] = [await store(customer), await store(customer), await store(customer)]
    const shown = await entry(customer, first)
    expect(shown.default).toBe(true)
    await news()
    const { requestId } = await ok(deleteEntry(customer, first))
    const events = await news()
    expect(events).toEqual([
      expect.objectContaining({
        type: 'wallet.deleted',
        sequence: 2,
        requestId,
        data: { wallet: { ...shown, customer } },
      }),
      expect.objectContaining({
        type: 'wallet.default_changed',
        sequence: 2,
        requestId,
        data: { wallet: { ...(await entry(customer, third)), customer } },
      }),
    ])
    expect(dataOf(events[1]!).default).toBe(true)
    await ok(deleteEntry(customer, second))
    await ok(deleteEntry(customer, third))
    expect((await deleteEntry(customer, third)).status).toBe(404)
    expect((await news()).map(named)).toEqual([
      ['wallet.deleted', second],
      ['wallet.deleted', third],
    ])
    // Whoever comes after all of them is a first one again.
    const next = await store(customer, { default: true })
    expect((await news()).map(named)).toEqual([['wallet.created', next]])
  })

  test('that is not deleted, because a subscription is charged to it, is not announced', async () => {
    const { call, create, store, deleteEntry, news } = await openVault()
    const customer = await create()
    const entry = await store(customer)
    await store(customer)
    const plan = { label: 'Coffee', cycle: { unit: 'month' }, amount: { value: 10 } }
    const { subscriptions } = await ok(call('POST', '/v1/subscriptions', { body: plan }))
    const body = { plan: subscriptions[0].id, startDate: '2100-01-01' }
    await ok(call('POST', `/v1/customers/${customer}/subscriptions`, { body }))
    await news()
    expect((await deleteEntry(customer, entry)).status).toBe(409)
    expect(await news()).toEqual([])
  })

  test('has one event for each real change of the default, however many want it at once', async () => {
    const { merchant, create, store, setDefault, wallet, news } = await openVault()
    const customer = await create()
    const entries = [await store(customer), await store(customer), await store(customer)]
    const first = entries[0]!
    await news()
    await Promise.all(Array.from({ length: 60 }, (_, index) => setDefault(customer, entries[index % 3]!)))
    const events = await news()
    const became = events.map((event) => dataOf(event).id)
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['wallet.default_changed']))
    // The audit knows of the first one, too.
    const noted = await merchant.rows(
      "SELECT detail ->> '$.wallet' AS wallet FROM audit WHERE account = ? AND action = 'wallet.default' ORDER BY id",
      merchant.id,
    )
    expect([first, ...became]).toEqual(noted.map((row) => row['wallet']))
    for (const [index, id] of became.entries()) expect(id).not.toBe(index === 0 ? first : became[index - 1])
    expect(became.length).toBeGreaterThan(2)
    expect((await wallet(customer)).find((one) => one.default).id).toBe(became.at(-1))
  })
})

/** A word that stands in everything that is said of one person. */
const markerOf = () => `M${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`
const addressOf = (marker: string) => ({ name: `Ann ${marker}`, line1: `line1 ${marker}`, postalCode: marker })

/** Everything happens to a customer of whom everything is said, everywhere; answers the payment that was captured. */
const live = async ({ call, createCustomer, make, shopper }: Shop, marker: string) => {
  const customer = await createCustomer({
    ...everything,
    firstName: marker,
    merchantIdentifier: marker,
    shippingAddress: addressOf(marker),
    metadata: { said: marker, [marker]: 'said' },
  })
  await ok(call('PUT', `/v1/customers/${customer}`, { body: { emailAddress: `${marker}@mail.example` } }))
  const store = async (source: object) => {
    const { token } = await ok(call('POST', '/v1/tokens', { body: source }))
    const body = { token, address: addressOf(marker), default: true }
    return (await ok(call('POST', `/v1/customers/${customer}/wallet`, { body }))).wallet[0].id as string
  }
  const wallet = await store({ creditCard: card('4539148803436467', { expires: '0831' }) })
  await store({ check: { accountNumber: '70361984527', routingNumber: '021000021', name: marker } })
  const order = {
    referenceObject: 'Invoice',
    referenceObjectId: JSON.rawJSON('9007199254740993'),
    billTo: addressOf(marker),
    shipTo: addressOf(marker),
    email: `${marker}@order.example`,
    metadata: { gift: marker },
  }
  const pay = (value: number) =>
    call('POST', '/v1/transactions/authorize', {
      body: { payment: { stored: { customer, wallet } }, amount: { value }, order },
    })
  const { transactionId } = await ok(pay(10.5))
  await ok(call('POST', '/v1/transactions/capture', { body: { transactionId } }))
  await ok(call('POST', '/v1/transactions/void', { body: { transactionId: (await ok(pay(7))).transactionId } }))
  const plan = { label: crypto.randomUUID(), cycle: { unit: 'month' }, amount: { value: 10 } }
  const { subscriptions } = await ok(call('POST', '/v1/subscriptions', { body: plan }))
  const body = { plan: subscriptions[0].id, startDate: '2100-01-01' }
  await ok(call('POST', `/v1/customers/${customer}/subscriptions`, { body }))
  const offer = {
    total: 5,
    thankYouUrl: `https://shop.example/${marker}`,
    customerDefinedField: { note: `note ${marker}`, number: { type: 'hidden', value: `number ${marker}` } },
    customerInfo: { id: customer, name: marker, email: `${marker}@known.example` },
  }
  await make(offer)
  const checkout = await make(offer)
  const answers = {
    email: `${marker}@typed.example`,
    billTo: addressOf(marker),
    fields: { note: `answer ${marker}` },
  }
  const declined = await shopper.openAndPay(checkout, { payment: { creditCard: card(cards.declined) }, answers })
  expect((await shopper.pay(checkout, declined.json.nonce, { answers })).json.status).toBe('completed')
  return { customer, transactionId }
}

const snapshotsWith = async ({ merchant }: Shop, word: string): Promise<string[]> => {
  // Four digits stand in many an id.
  const whole = new RegExp(`(?<![0-9A-Za-z])${word}(?![0-9A-Za-z])`)
  const rows = await merchant.rows('SELECT type, snapshot FROM events WHERE account = ? ORDER BY position', merchant.id)
  return rows
    .filter((row) => whole.test((row['snapshot'] as string).replace(uuid, '')))
    .map((row) => row['type'] as string)
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** All of an event but what it shows. */
const facts = ({ data: _data, ...rest }: Event) => rest

describe('what events say of a person', () => {
  const markers = ['6467', '0831', '4527']

  test('is forgotten with the customer; what happened, when, and for how much stays, and is told as it was', async () => {
    const shop = await openShop()
    const marker = markerOf()
    const { customer, transactionId } = await live(shop, marker)
    const before = await eventsOf(shop.merchant)
    expect(new Set(await snapshotsWith(shop, marker))).toEqual(
      new Set([
        'customer.created',
        'customer.updated',
        'wallet.created',
        'wallet.default_changed',
        'transaction.authorized',
        'transaction.captured',
        'transaction.voided',
        'transaction.declined',
        'checkout.completed',
      ]),
    )
    await ok(shop.call('POST', `/v1/customers/${customer}/erase`))
    for (const word of [marker, ...markers]) expect(await snapshotsWith(shop, word)).toEqual([])

    const after = await eventsOf(shop.merchant)
    expect(after.slice(0, before.length).map(facts)).toEqual(before.map(facts))
    expect(after.slice(before.length).map(({ type }) => type)).toEqual([
      'subscription.canceled',
      'wallet.deleted',
      'wallet.deleted',
      'customer.deleted',
    ])
    const captured = after.find(({ type }) => type === 'transaction.captured')!
    expect(dataOf(captured)).toMatchObject({
      originalTransactionId: transactionId,
      amountCaptured: 10.5,
      payment: { accountNumber: null, expiry: null, customer },
      order: { referenceObject: 'Invoice' },
    })
    expect(Object.keys(dataOf(captured).order)).not.toContain('billTo')
    // Figures stay as they were written, which a double could not hold.
    expect(await snapshotsWith(shop, '9007199254740993')).toContain('transaction.captured')
    expect(dataOf(after.find(({ type }) => type === 'checkout.completed')!)).toMatchObject({ total: 5, metadata: null })
    expect(dataOf(after.find(({ type }) => type === 'wallet.deleted')!)).toMatchObject({ accountNumber: '', customer })

    // What happens later is told of the blank rows.
    await ok(shop.call('POST', '/v1/transactions/credit', { body: { referenceTransactionId: Number(transactionId) } }))
    expect((await eventsOf(shop.merchant)).at(-1)).toMatchObject({ type: 'transaction.credited' })
    for (const word of [marker, ...markers]) expect(await snapshotsWith(shop, word)).toEqual([])
  })

  test('of another customer stays', async () => {
    const shop = await openShop()
    const neighbour = markerOf()
    await live(shop, neighbour)
    const rows = () => shop.merchant.rows('SELECT * FROM events WHERE account = ? ORDER BY position', shop.merchant.id)
    const kept = await rows()
    const { customer } = await live(shop, markerOf())
    await ok(shop.call('POST', `/v1/customers/${customer}/erase`))
    expect((await rows()).slice(0, kept.length)).toEqual(kept)
  })
})

import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import { dataOf, eventsOf, typesOf } from '../../testing/events.ts'
import { ok } from '../../testing/fixtures/checkoutApiFixture.ts'
import { customerEventFixture, fullCustomer, typeAndId } from '../../testing/fixtures/customerEventFixture.ts'
import { card, startWorker } from '../../testing/merchant.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'

test('that is created is announced as a read answers it, with the request that did it', async () => {
  const { call, read, newEvents, merchant } = await customerEventFixture()
  const { requestId, customers } = await ok(call('POST', '/v1/customers', { body: fullCustomer }))
  const id: string = customers[0].id
  const [event, ...others] = await newEvents()
  expect(others).toEqual([])
  expect(event).toMatchObject({ kind: 5, type: 'customer.created', sequence: 1, live: false, requestId })
  expect(event!.data).toEqual({ customer: await read(id) })
  const [row] = await merchant.rows('SELECT created FROM customers WHERE id = ?', id)
  expect(Date.parse(event!.timestamp)).toBe(row!['created'])
})

test('of live mode says so', async () => {
  const { create, newEvents } = await customerEventFixture({ mode: 'live' })
  await create()
  expect(await newEvents()).toMatchObject([{ type: 'customer.created', live: true }])
})

test('that is not created, because another has its number, is not announced', async () => {
  const { call, create, merchant } = await customerEventFixture()
  await create({ merchantIdentifier: 'A-1' })
  expect((await call('POST', '/v1/customers', { body: { merchantIdentifier: 'A-1' } })).status).toBe(409)
  expect(await typesOf(merchant)).toEqual(['customer.created'])
})

test('that is changed is announced as a read answers it, each time', async () => {
  const { call, create, read, newEvents } = await customerEventFixture()
  const id = await create(fullCustomer)
  await newEvents()
  const changes = [
    { lastName: 'King' },
    { shippingAddress: { line1: '2 Side St' }, metadata: {} },
    { merchantIdentifier: null, company: '' },
    { merchantIdentifier: 'A-2' },
    { ...fullCustomer, firstName: 'Grace' },
  ]
  for (const [index, body] of changes.entries()) {
    const { requestId } = await ok(call('PUT', `/v1/customers/${id}`, { body }))
    const [event, ...others] = await newEvents()
    expect(others).toEqual([])
    expect(event).toMatchObject({ type: 'customer.updated', sequence: index + 2, requestId })
    expect(dataOf(event!)).toEqual(await read(id))
  }
})

test('is announced as changed only where something became another', async () => {
  const { call, create, newEvents } = await customerEventFixture()
  await create({ merchantIdentifier: 'taken' })
  const id = await create(fullCustomer)
  const unknown = crypto.randomUUID()
  await newEvents()
  const put = (of: string, body: object) => call('PUT', `/v1/customers/${of}`, { body })
  expect((await put(id, { merchantIdentifier: 'taken', lastName: 'King' })).status).toBe(409)
  expect((await put(unknown, { lastName: 'King' })).status).toBe(404)
  expect((await put(id, {})).status).toBe(200)
  expect((await put(id, fullCustomer)).status).toBe(200)
  expect(await newEvents()).toEqual([])
})

test('has one event for what twenty requests at once say alike, and one for each that says another thing', async () => {
  const { call, create, newEvents, read } = await customerEventFixture()
  const id = await create()
  await newEvents()
  const put = (lastName: string) => call('PUT', `/v1/customers/${id}`, { body: { lastName } })
  await Promise.all(Array.from({ length: 20 }, () => put('King')))
  expect(await newEvents()).toMatchObject([{ type: 'customer.updated', data: { customer: { lastName: 'King' } } }])
  await Promise.all(Array.from({ length: 20 }, (_, index) => put(`King ${index}`)))
  const events = await newEvents()
  expect(events).toHaveLength(20)
  expect(new Set(events.map(({ requestId }) => requestId)).size).toBe(20)
  expect(dataOf(events.at(-1)!)).toEqual(await read(id))
})

test.each([
  ['deleted', 'DELETE', ''],
  ['erased', 'POST', '/erase'],
] as const)('that is %s is announced with all that goes with it, once', async (what, method, path) => {
  const { call, create, read, addEntry, wallet, newEvents } = await customerEventFixture()
  const id = await create(fullCustomer)
  const [first, second] = [await addEntry(id), await addEntry(id, { default: true })]
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
  await addEntry(await create())
  const [customer, entries] = [await read(id), await wallet(id)]
  const { customerSubscriptions } = await ok(call('GET', `/v1/customers/${id}/subscriptions`))
  await newEvents()

  const { requestId } = await ok(call(method, `/v1/customers/${id}${path}`))
  const events = await newEvents()
  expect(events.map(typeAndId).toSorted()).toEqual(
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
        ...customerSubscriptions.find((one: any) => one.customerSubscriptionId === typeAndId(event)[1]),
        customer: id,
        status: 'canceled',
        nextCharge: null,
      })
    // What is shown of the person is as it was before: of one that was erased nothing.
    if (what === 'deleted' && event.type === 'wallet.deleted')
      expect(dataOf(event)).toEqual({ ...entries.find((one) => one.id === typeAndId(event)[1]), customer: id })
    if (what === 'deleted' && event.type === 'customer.deleted') expect(dataOf(event)).toEqual(customer)
  }
  expect((await call(method, `/v1/customers/${id}${path}`)).status).toBe(what === 'deleted' ? 404 : 200)
  expect(await newEvents()).toEqual([])
})

test('takes along what was there at that moment: what went long ago, whose events are gone, is not announced again', async () => {
  const { merchant, call, create, addEntry, deleteEntry } = await customerEventFixture()
  const id = await create()
  const [gone, kept] = [await addEntry(id), await addEntry(id)]
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
    await merchant.rows('SELECT type, resource, sequence FROM events WHERE account = ? ORDER BY position', merchant.id),
  ).toEqual([
    // It was stored, and became the default.
    { type: 'wallet.deleted', resource: kept, sequence: 3 },
    { type: 'customer.deleted', resource: id, sequence: 2 },
  ])
})

test('that is deleted in the millisecond in which its subscription was canceled takes no second cancel along', async () => {
  const { merchant, create, addEntry } = await customerEventFixture()
  const id = await create()
  await addEntry(id)
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
  const { merchant, create, addEntry } = await customerEventFixture()
  const id = await create(fullCustomer)
  const entry = await addEntry(id)
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

test('that is stored is announced as a read answers it, and whose it is; the first is no other default', async () => {
  const { call, create, entry, newEvents } = await customerEventFixture()
  const customer = await create()
  const { token } = await ok(call('POST', '/v1/tokens', { body: { creditCard: card() } }))
  await newEvents()
  const body = { token, address: fullCustomer.shippingAddress }
  const { requestId, wallet } = await ok(call('POST', `/v1/customers/${customer}/wallet`, { body }))
  const shown = await entry(customer, wallet[0].id)
  expect(shown).toMatchObject({ default: true, accountNumber: '************4242', address: { city: 'Fargo' } })
  expect(await newEvents()).toEqual([
    expect.objectContaining({
      kind: 5,
      type: 'wallet.created',
      sequence: 1,
      requestId,
      data: { wallet: { ...shown, customer } },
    }),
  ])
})

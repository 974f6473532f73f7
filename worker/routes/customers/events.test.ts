import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import { eventResource, readEvents, readEventTypes } from '../../testing/events.ts'
import { expectOk } from '../../testing/fixtures/checkoutApiFixture.ts'
import { customerEventFixture, fullCustomer, typeAndId } from '../../testing/fixtures/customerEventFixture.ts'
import { startWorker } from '../../testing/merchant.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'

test('creating a customer emits customer.created with the customer as a GET returns it and the request id', async () => {
  const { call, read, newEvents, merchant } = await customerEventFixture()
  const { requestId, customers } = await expectOk(call('POST', '/v1/customers', { body: fullCustomer }))
  const id: string = customers[0].id
  const [event, ...others] = await newEvents()
  expect(others).toEqual([])
  expect(event).toMatchObject({ kind: 5, type: 'customer.created', sequence: 1, live: false, requestId })
  expect(event!.data).toEqual({ customer: await read(id) })
  const [row] = await merchant.rows('SELECT created FROM customers WHERE id = ?', id)
  expect(Date.parse(event!.timestamp)).toBe(row!['created'])
})

test('creating a customer in live mode emits customer.created with live true', async () => {
  const { create, newEvents } = await customerEventFixture({ mode: 'live' })
  await create()
  expect(await newEvents()).toMatchObject([{ type: 'customer.created', live: true }])
})

test('creating a customer that returns 409 emits no event', async () => {
  const { call, create, merchant } = await customerEventFixture()
  await create({ merchantIdentifier: 'A-1' })
  expect((await call('POST', '/v1/customers', { body: { merchantIdentifier: 'A-1' } })).status).toBe(409)
  expect(await readEventTypes(merchant)).toEqual(['customer.created'])
})

test('each update of a customer emits customer.updated with the customer as a GET returns it', async () => {
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
    const { requestId } = await expectOk(call('PUT', `/v1/customers/${id}`, { body }))
    const [event, ...others] = await newEvents()
    expect(others).toEqual([])
    expect(event).toMatchObject({ type: 'customer.updated', sequence: index + 2, requestId })
    expect(eventResource(event!)).toEqual(await read(id))
  }
})

test('an update of a customer that changes nothing or is rejected emits no event', async () => {
  const { call, create, newEvents } = await customerEventFixture()
  await create({ merchantIdentifier: 'taken' })
  const id = await create(fullCustomer)
  const unknown = crypto.randomUUID()
  await newEvents()
  const put = (id: string, body: object) => call('PUT', `/v1/customers/${id}`, { body })
  expect((await put(id, { merchantIdentifier: 'taken', lastName: 'King' })).status).toBe(409)
  expect((await put(unknown, { lastName: 'King' })).status).toBe(404)
  expect((await put(id, {})).status).toBe(200)
  expect((await put(id, fullCustomer)).status).toBe(200)
  expect(await newEvents()).toEqual([])
})

test('twenty equal updates at once emit one customer.updated, and twenty different ones emit twenty', async () => {
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
  expect(eventResource(events.at(-1)!)).toEqual(await read(id))
})

test.each([
  ['deleted', 'DELETE', ''],
  ['erased', 'POST', '/erase'],
] as const)(
  'a customer that is %s emits its deletion and that of its wallet entries and subscriptions once',
  async (action, method, path) => {
    const { call, create, read, addEntry, wallet, newEvents } = await customerEventFixture()
    const id = await create(fullCustomer)
    const [first, second] = [await addEntry(id), await addEntry(id, { default: true })]
    const plan = { label: 'Coffee', cycle: { unit: 'month' }, amount: { value: 10 } }
    const { subscriptions: plans } = await expectOk(call('POST', '/v1/subscriptions', { body: plan }))
    const newSubscription = async (): Promise<string> => {
      const body = { plan: plans[0].id, startDate: '2100-01-01' }
      const response = await expectOk(call('POST', `/v1/customers/${id}/subscriptions`, { body }))
      return response.customerSubscriptions[0].customerSubscriptionId
    }
    const [active, paused, canceled] = [await newSubscription(), await newSubscription(), await newSubscription()]
    await expectOk(call('PUT', `/v1/customers/${id}/subscriptions/${paused}`, { body: { status: 'paused' } }))
    await expectOk(call('DELETE', `/v1/customers/${id}/subscriptions/${canceled}`))
    await addEntry(await create())
    const [customer, entries] = [await read(id), await wallet(id)]
    const { customerSubscriptions } = await expectOk(call('GET', `/v1/customers/${id}/subscriptions`))
    await newEvents()

    const { requestId } = await expectOk(call(method, `/v1/customers/${id}${path}`))
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
        expect(eventResource(event)).toEqual({
          ...customerSubscriptions.find((one: any) => one.customerSubscriptionId === typeAndId(event)[1]),
          customer: id,
          status: 'canceled',
          nextCharge: null,
        })
      // Data is that of before the deletion; an erased customer has none.
      if (action === 'deleted' && event.type === 'wallet.deleted')
        expect(eventResource(event)).toEqual({ ...entries.find((one) => one.id === typeAndId(event)[1]), customer: id })
      if (action === 'deleted' && event.type === 'customer.deleted') expect(eventResource(event)).toEqual(customer)
    }
    expect((await call(method, `/v1/customers/${id}${path}`)).status).toBe(action === 'deleted' ? 404 : 200)
    expect(await newEvents()).toEqual([])
  },
)

test('deleting a customer emits no second event for resources whose deletion events have expired', async () => {
  const { merchant, call, create, addEntry, deleteEntry } = await customerEventFixture()
  const id = await create()
  const [deleted, stored] = [await addEntry(id), await addEntry(id)]
  await expectOk(deleteEntry(id, deleted))
  const plan = { label: 'Coffee', cycle: { unit: 'month' }, amount: { value: 10 } }
  const { subscriptions } = await expectOk(call('POST', '/v1/subscriptions', { body: plan }))
  const path = `/v1/customers/${id}/subscriptions`
  const { customerSubscriptions } = await expectOk(call('POST', path, { body: { plan: subscriptions[0].id } }))
  await expectOk(call('DELETE', `${path}/${customerSubscriptions[0].customerSubscriptionId}`))
  // As the sweep deletes expired events.
  await merchant.run(
    'INSERT INTO eventCounts SELECT resource, max(sequence) FROM events WHERE account = ? GROUP BY resource',
    merchant.id,
  )
  await merchant.run('DELETE FROM events WHERE account = ?', merchant.id)
  await nextMillisecond()
  await expectOk(call('DELETE', `/v1/customers/${id}`))
  expect(
    await merchant.rows('SELECT type, resource, sequence FROM events WHERE account = ? ORDER BY position', merchant.id),
  ).toEqual([
    // The first two events are its creation and the default change.
    { type: 'wallet.deleted', resource: stored, sequence: 3 },
    { type: 'customer.deleted', resource: id, sequence: 2 },
  ])
})

test('deleting a customer in the millisecond of its subscription’s cancellation emits no second subscription.canceled', async () => {
  const { merchant, create, addEntry } = await customerEventFixture()
  const id = await create()
  await addEntry(id)
  const now = Date.now()
  const call = startWorker({ clock: { now: () => now } }).as(merchant.secretKey)
  const plan = { label: 'Coffee', cycle: { unit: 'month' }, amount: { value: 10 } }
  const { subscriptions } = await expectOk(call('POST', '/v1/subscriptions', { body: plan }))
  const path = `/v1/customers/${id}/subscriptions`
  const body = { plan: subscriptions[0].id, startDate: '2100-01-01' }
  const { customerSubscriptions } = await expectOk(call('POST', path, { body }))
  const subscription: string = customerSubscriptions[0].customerSubscriptionId
  await expectOk(call('DELETE', `${path}/${subscription}`))
  await expectOk(call('DELETE', `/v1/customers/${id}`))
  expect(await readEventTypes(merchant, subscription)).toEqual(['subscription.created', 'subscription.canceled'])
  expect((await readEventTypes(merchant)).slice(-2)).toEqual(['wallet.deleted', 'customer.deleted'])
})

test('an erasure that runs twice after a lost database response emits each event once', async () => {
  const { merchant, create, addEntry } = await customerEventFixture()
  const id = await create(fullCustomer)
  const entry = await addEntry(id)
  const before = (await readEventTypes(merchant)).length
  // The first call reads the API key.
  const { d1, calls } = faultyDatabase(bindings.DB_00, (call) => (call === 2 ? 'fails after' : 'runs'))
  const call = startWorker({}, { DB_00: d1 }).as(merchant.secretKey)
  await expectOk(call('POST', `/v1/customers/${id}/erase`))
  expect(calls()).toBeGreaterThan(3)
  expect((await readEventTypes(merchant)).slice(before)).toEqual(['wallet.deleted', 'customer.deleted'])
  expect(await readEventTypes(merchant, entry)).toEqual(['wallet.created', 'wallet.deleted'])
  expect((await readEvents(merchant)).length).toBe(before + 2)
})

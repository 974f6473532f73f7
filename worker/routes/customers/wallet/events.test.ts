import { expect, test } from 'vitest'
import { eventResource } from '../../../testing/events.ts'
import { expectOk } from '../../../testing/fixtures/checkoutApiFixture.ts'
import { customerEventFixture, fullCustomer, typeAndId } from '../../../testing/fixtures/customerEventFixture.ts'
import { card } from '../../../testing/merchant.ts'

test('adding the first wallet entry emits wallet.created with entry and customer, and no wallet.default_changed', async () => {
  const { call, create, entry, newEvents } = await customerEventFixture()
  const customer = await create()
  const { token } = await expectOk(call('POST', '/v1/tokens', { body: { creditCard: card() } }))
  await newEvents()
  const body = { token, address: fullCustomer.shippingAddress }
  const { requestId, wallet } = await expectOk(call('POST', `/v1/customers/${customer}/wallet`, { body }))
  const resource = await entry(customer, wallet[0].id)
  expect(resource).toMatchObject({ default: true, accountNumber: '************4242', address: { city: 'Fargo' } })
  expect(await newEvents()).toEqual([
    expect.objectContaining({
      kind: 5,
      type: 'wallet.created',
      sequence: 1,
      requestId,
      data: { wallet: { ...resource, customer } },
    }),
  ])
})

test('adding a wallet entry as the default emits wallet.created and wallet.default_changed', async () => {
  const { call, create, addEntry, entry, newEvents } = await customerEventFixture()
  const customer = await create()
  await addEntry(customer)
  await newEvents()
  const second = await addEntry(
    customer,
    {},
    { check: { routingNumber: '021000021', accountNumber: '1234567', name: 'Ada' } },
  )
  expect((await newEvents()).map(typeAndId)).toEqual([['wallet.created', second]])
  const third = await addEntry(customer, { default: true })
  const body = { token: 'test-mastercard-4444', default: true }
  const { requestId, wallet } = await expectOk(call('POST', `/v1/customers/${customer}/wallet`, { body }))
  const fourth = wallet[0].id
  const events = await newEvents()
  expect(events.map(typeAndId)).toEqual([
    ['wallet.created', third],
    ['wallet.default_changed', third],
    ['wallet.created', fourth],
    ['wallet.default_changed', fourth],
  ])
  const resource = { ...(await entry(customer, fourth)), customer }
  expect(events.slice(2)).toMatchObject([
    { sequence: 1, requestId, data: { wallet: resource } },
    { sequence: 2, requestId, data: { wallet: resource } },
  ])
})

test('adding a wallet entry that returns 400 or 404 emits no event', async () => {
  const { call, create, addEntry, newEvents } = await customerEventFixture()
  const customer = await create()
  const { token } = await expectOk(call('POST', '/v1/tokens', { body: { creditCard: card() } }))
  await expectOk(call('POST', `/v1/customers/${customer}/wallet`, { body: { token } }))
  await newEvents()
  const add = (customer: string, body: object) => call('POST', `/v1/customers/${customer}/wallet`, { body })
  expect((await add(customer, { token })).status).toBe(400)
  expect((await add(crypto.randomUUID(), { token: 'test-visa-4242', default: true })).status).toBe(404)
  expect(await newEvents()).toEqual([])
  await addEntry(customer)
  expect(await newEvents()).toHaveLength(1)
})

test('a new default emits wallet.default_changed; making the default the default again emits no event', async () => {
  const { call, create, addEntry, setDefault, entry, newEvents } = await customerEventFixture()
  const customer = await create()
  const [first, second] = [await addEntry(customer), await addEntry(customer)]
  await newEvents()
  expect((await setDefault(customer, first)).status).toBe(200)
  expect((await setDefault(await create(), second)).status).toBe(404)
  const body = { default: false }
  expect((await call('PUT', `/v1/customers/${customer}/wallet/${second}`, { body })).status).toBe(200)
  expect((await call('PUT', `/v1/customers/${customer}/wallet/${first}`, { body })).status).toBe(409)
  expect((await newEvents()).map(({ type }) => type)).toEqual(['customer.created'])
  const { json } = await setDefault(customer, second)
  expect(await newEvents()).toEqual([
    expect.objectContaining({
      type: 'wallet.default_changed',
      sequence: 2,
      requestId: json.requestId,
      data: { wallet: { ...(await entry(customer, second)), customer } },
    }),
  ])
  await expectOk(setDefault(customer, first))
  await expectOk(setDefault(customer, second))
  expect((await newEvents()).map(typeAndId)).toEqual([
    ['wallet.default_changed', first],
    ['wallet.default_changed', second],
  ])
})

test('deleting the default emits wallet.deleted with the old entry, then wallet.default_changed with the new default', async () => {
  const { create, addEntry, entry, deleteEntry, newEvents } = await customerEventFixture()
  const customer = await create()
  const [first, second, third] = [await addEntry(customer), await addEntry(customer), await addEntry(customer)]
  const resource = await entry(customer, first)
  expect(resource.default).toBe(true)
  await newEvents()
  const { requestId } = await expectOk(deleteEntry(customer, first))
  const events = await newEvents()
  expect(events).toEqual([
    expect.objectContaining({
      type: 'wallet.deleted',
      sequence: 2,
      requestId,
      data: { wallet: { ...resource, customer } },
    }),
    expect.objectContaining({
      type: 'wallet.default_changed',
      sequence: 2,
      requestId,
      data: { wallet: { ...(await entry(customer, third)), customer } },
    }),
  ])
  expect(eventResource(events[1]!).default).toBe(true)
  await expectOk(deleteEntry(customer, second))
  await expectOk(deleteEntry(customer, third))
  expect((await deleteEntry(customer, third)).status).toBe(404)
  expect((await newEvents()).map(typeAndId)).toEqual([
    ['wallet.deleted', second],
    ['wallet.deleted', third],
  ])
  // After all entries are deleted, the next one is a first one again.
  const next = await addEntry(customer, { default: true })
  expect((await newEvents()).map(typeAndId)).toEqual([['wallet.created', next]])
})

test('deleting the wallet entry of a subscription returns 409 and emits no event', async () => {
  const { call, create, addEntry, deleteEntry, newEvents } = await customerEventFixture()
  const customer = await create()
  const entry = await addEntry(customer)
  await addEntry(customer)
  const plan = { label: 'Coffee', cycle: { unit: 'month' }, amount: { value: 10 } }
  const { subscriptions } = await expectOk(call('POST', '/v1/subscriptions', { body: plan }))
  const body = { plan: subscriptions[0].id, startDate: '2100-01-01' }
  await expectOk(call('POST', `/v1/customers/${customer}/subscriptions`, { body }))
  await newEvents()
  expect((await deleteEntry(customer, entry)).status).toBe(409)
  expect(await newEvents()).toEqual([])
})

test('60 concurrent changes of the default emit one wallet.default_changed for each actual change', async () => {
  const { merchant, create, addEntry, setDefault, wallet, newEvents } = await customerEventFixture()
  const customer = await create()
  const entries = [await addEntry(customer), await addEntry(customer), await addEntry(customer)]
  const first = entries[0]!
  await newEvents()
  await Promise.all(Array.from({ length: 60 }, (_, index) => setDefault(customer, entries[index % 3]!)))
  const events = await newEvents()
  const defaults = events.map((event) => eventResource(event).id)
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['wallet.default_changed']))
  // The audit has the first default as well.
  const audited = await merchant.rows(
    "SELECT detail ->> '$.wallet' AS wallet FROM audit WHERE account = ? AND action = 'wallet.default' ORDER BY id",
    merchant.id,
  )
  expect([first, ...defaults]).toEqual(audited.map((row) => row['wallet']))
  for (const [index, id] of defaults.entries()) expect(id).not.toBe(index === 0 ? first : defaults[index - 1])
  expect(defaults.length).toBeGreaterThan(2)
  expect((await wallet(customer)).find((one) => one.default).id).toBe(defaults.at(-1))
})

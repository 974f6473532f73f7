import { afterAll, expect, test, vi } from 'vitest'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { eventResource, readEvents } from '../../testing/events.ts'
import { shortType, subscriptionEventFixture } from '../../testing/fixtures/subscriptionEventFixture.ts'
import { subscriptionFixture } from '../../testing/fixtures/subscriptionFixture.ts'
import { createMerchant, startWorker, testClock } from '../../testing/merchant.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(resetTestClocks)
afterAll(() => vi.restoreAllMocks())

const stolen = '4000000000009979'
const chargesFail = '4000000000000341'

test('creating a subscription emits subscription.created with subscription and customer', async () => {
  const { makePlan, subscribe: enrol, newEvents, merchant } = await subscriptionEventFixture()
  const amount = { subtotal: 9, tax: 1, total: 10 }
  const subscription = await enrol(await makePlan(), { amount, startDate: '2100-01-01' })
  const [event, ...others] = await newEvents()
  expect(others).toEqual([])
  expect(event).toMatchObject({ kind: 5, type: 'subscription.created', sequence: 1 })
  expect(event!.requestId).toMatch(/^[0-9a-f]{32}$/)
  expect(eventResource(event!)).toEqual({ ...(await subscription.read()), customer: subscription.customer })
  const [row] = await merchant.rows('SELECT created FROM subscriptions WHERE id = ?', subscription.id)
  expect(Date.parse(event!.timestamp)).toBe(row!['created'])
})

test('a subscription with a later start is pending in subscription.created and active in subscription.charged', async () => {
  const { makePlan, subscribe: enrol, setClock: at, newEvents } = await subscriptionEventFixture()
  await at('2027-01-10T12:00:00Z')
  await enrol(await makePlan({ unit: 'month' }), { startDate: '2027-01-20' })
  await at('2027-01-20T12:00:00Z')
  expect((await newEvents()).map((event) => [shortType(event), eventResource(event).status])).toEqual([
    ['created', 'pending'],
    ['charged', 'active'],
  ])
})

test('creating a subscription that returns 400 emits no event', async () => {
  const { makePlan, subscribe: enrol, call, newTypes, ok } = await subscriptionEventFixture()
  const plan = await makePlan()
  const { customer } = await enrol(plan)
  const withoutWallet: string = (await ok('POST', '/v1/customers', { body: {} })).customers[0].id
  await newTypes()
  const subscribe = (customer: string, body: object) =>
    call('POST', `/v1/customers/${customer}/subscriptions`, { body })
  expect((await subscribe(withoutWallet, { plan })).status).toBe(400)
  expect((await subscribe(customer, { plan: crypto.randomUUID() })).status).toBe(400)
  expect(await newTypes()).toEqual([])
})

test('a scheduled charge emits one subscription.charged per period, without a request id', async () => {
  const { makePlan, subscribe: enrol, setClock: at, newEvents } = await subscriptionEventFixture()
  await at('2027-01-10T12:00:00Z')
  const subscription = await enrol(await makePlan({ unit: 'week', dayOfCycle: 5 }))
  await newEvents()
  for (const [index, day] of ['2027-01-15', '2027-01-22'].entries()) {
    await at(`${day}T12:00:00Z`)
    await at(`${day}T13:00:00Z`)
    const [event, ...others] = await newEvents()
    expect(others).toEqual([])
    expect(event).toMatchObject({ type: 'subscription.charged', requestId: null, sequence: index + 2 })
    expect(event!.timestamp).toBe(`${day}T00:00:00.000Z`)
    expect(eventResource(event!)).toEqual({ ...(await subscription.read()), customer: subscription.customer })
    expect(eventResource(event!).charges).toBe(index + 1)
  }
})

test('three sweeps at once emit one subscription.charged', async () => {
  const clock = testClock()
  const { processor } = inMemoryAcquirer({ now: clock.now })
  const merchant = await createMerchant()
  const worker = startWorker({ processor, clock })
  const { makePlan, subscribe: enrol } = subscriptionFixture(merchant, worker.as(merchant.secretKey))
  const subscription = await enrol(await makePlan({ unit: 'day' }))
  await Promise.all([worker.sweep(), worker.sweep(), worker.sweep()])
  await worker.sweep()
  const events = (await readEvents(merchant)).filter(
    (event) => eventResource(event).customerSubscriptionId === subscription.id,
  )
  expect(events.map(shortType)).toEqual(['created', 'charged'])
})

test('the last installment emits subscription.charged and subscription.completed', async () => {
  const { makePlan, subscribe: enrol, setClock: at, newEvents } = await subscriptionEventFixture()
  await at('2027-03-01T12:00:00Z')
  const subscription = await enrol(await makePlan({ unit: 'week' }, { installments: 2 }))
  for (const day of ['2027-03-01', '2027-03-08', '2027-03-15']) await at(`${day}T13:00:00Z`)
  const all = await newEvents()
  expect(all.map(shortType)).toEqual(['created', 'charged', 'charged', 'completed'])
  const completed = { ...(await subscription.read()), customer: subscription.customer }
  expect(all.slice(2).map(eventResource)).toEqual([completed, completed])
  expect(all[2]!.timestamp).toBe(all[3]!.timestamp)
})

test('each declined charge emits subscription.charge_failed, and the first and last also past_due and unpaid', async () => {
  const { makePlan, subscribe: enrol, setClock: at, addCard, newEvents } = await subscriptionEventFixture()
  await at('2027-01-01T12:00:00Z')
  const subscription = await enrol(await makePlan({ unit: 'month', dayOfCycle: 1 }), {}, chargesFail)
  const types: (string | undefined)[][] = []
  for (const day of ['01', '02', '04', '06', '08', '09']) {
    await at(`2027-01-${day}T${day === '01' ? '13' : '14'}:00:00Z`)
    const emitted = await newEvents()
    types.push(emitted.map(shortType))
    for (const event of emitted.slice(-1))
      expect(eventResource(event)).toEqual({ ...(await subscription.read()), customer: subscription.customer })
    expect(emitted.filter(({ requestId }) => requestId !== null).map(shortType)).toEqual(
      day === '01' ? ['created', 'charge_failed', 'past_due'] : [],
    )
  }
  expect(types).toEqual([
    ['created', 'charge_failed', 'past_due'],
    ['charge_failed'],
    ['charge_failed'],
    ['charge_failed'],
    ['charge_failed', 'unpaid'],
    [],
  ])
  // A new default is charged at once: the first is declined and keeps it unpaid, the second is approved.
  await addCard(subscription.customer, '4000000000009995', true)
  await at('2027-01-10T13:00:00Z')
  expect((await newEvents()).map(shortType)).toEqual(['charge_failed'])
  await addCard(subscription.customer, undefined, true)
  await at('2027-01-11T13:00:00Z')
  const [charged, ...others] = await newEvents()
  expect(others).toEqual([])
  expect(charged).toMatchObject({ type: 'subscription.charged', requestId: null })
  expect(eventResource(charged!)).toEqual({ ...(await subscription.read()), customer: subscription.customer })
  expect(eventResource(charged!).status).toBe('active')
})

test('a hard decline emits subscription.charge_failed and subscription.unpaid, and no later event', async () => {
  const { makePlan, subscribe: enrol, setClock: at, newTypes } = await subscriptionEventFixture()
  await at('2027-01-01T12:00:00Z')
  await enrol(await makePlan(), {}, stolen)
  await at('2027-01-01T13:00:00Z')
  expect(await newTypes()).toEqual(['created', 'charge_failed', 'unpaid'])
  await at('2027-01-28T13:00:00Z')
  expect(await newTypes()).toEqual([])
})

test('an unknown outcome emits subscription.charge_failed after its reversal, and then the outcome of the retry', async () => {
  const { processor, faultPlan } = inMemoryAcquirer()
  const limits = { processorTimeoutMs: 20, reversalTimeoutMs: 20, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }
  const { makePlan, subscribe: enrol, call, newTypes } = await subscriptionEventFixture({}, { processor, limits })
  const plan = await makePlan()
  const pass = (minutes: number) => call('POST', '/v1/testclock/advance', { body: { seconds: minutes * 60 } })
  faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
  await enrol(plan)
  expect(await newTypes()).toEqual(['created'])
  for (let times = 0; times < 4; times++) await pass(3)
  expect(await newTypes()).toEqual(['charge_failed', 'charged'])
})

test('each update of a subscription emits the events of its changes with the request id', async () => {
  const { makePlan, subscribe: enrol, addCard, newEvents } = await subscriptionEventFixture()
  const subscription = await enrol(await makePlan(), { startDate: '2100-01-01' })
  const other = await addCard(subscription.customer)
  await newEvents()
  const steps: [change: object, ...types: string[]][] = [
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
  for (const [change, ...types] of steps) {
    const { requestId, customerSubscriptions } = await subscription.change(change)
    const emitted = await newEvents()
    expect(emitted.map(shortType), JSON.stringify(change)).toEqual(types)
    for (const event of emitted) {
      expect(event.requestId).toBe(requestId)
      expect(eventResource(event)).toEqual({ ...customerSubscriptions[0], customer: subscription.customer })
    }
  }
  const { requestId, customerSubscriptions } = await subscription.cancel()
  expect(await newEvents()).toEqual([
    expect.objectContaining({
      type: 'subscription.canceled',
      requestId,
      data: { subscription: { ...customerSubscriptions[0], customer: subscription.customer } },
    }),
  ])
})

test('a rejected update or cancellation of a subscription emits no event', async () => {
  const { makePlan, subscribe: enrol, addCard, call, newTypes } = await subscriptionEventFixture()
  const subscription = await enrol(await makePlan(), { startDate: '2100-01-01' })
  const neighbour = await enrol(await makePlan())
  const foreign = await addCard(neighbour.customer)
  await newTypes()
  const put = async (body: object) => (await call('PUT', subscription.path, { body })).status
  expect(await put({ wallet: crypto.randomUUID(), amount: { total: 20 } })).toBe(400)
  expect(await put({ wallet: foreign, status: 'paused' })).toBe(400)
  expect(await put({ amount: { total: 20 }, resumesAt: '2099-06-01T00:00:00Z' })).toBe(409)
  expect(await newTypes()).toEqual([])
  await subscription.cancel()
  expect(await put({ amount: { total: 20 } })).toBe(409)
  expect((await call('DELETE', subscription.path)).status).toBe(409)
  expect(await newTypes()).toEqual(['canceled'])
})

test('fifteen concurrent updates emit one event for each change, and five concurrent cancellations emit one', async () => {
  const { makePlan, subscribe: enrol, call, newEvents } = await subscriptionEventFixture()
  const subscription = await enrol(await makePlan(), { startDate: '2100-01-01' })
  await newEvents()
  const put = (body: object) => call('PUT', subscription.path, { body })
  const totals = Array.from({ length: 10 }, (_, index) => 20 + index)
  await Promise.all([
    ...totals.map((total) => put({ amount: { total } })),
    ...Array.from({ length: 5 }, () => put({ status: 'paused', wallet: null })),
  ])
  const emitted = await newEvents()
  // A later price resumes a paused subscription, so pauses and resumptions alternate.
  expect(
    emitted.filter((event) => shortType(event) === 'updated').map((event) => eventResource(event).totalAmount),
  ).toHaveLength(10)
  const pauses = emitted.map(shortType).filter((type) => type !== 'updated')
  for (const [index, type] of pauses.entries()) expect(type).toBe(index % 2 === 0 ? 'paused' : 'resumed')
  expect(eventResource(emitted.at(-1)!)).toEqual({ ...(await subscription.read()), customer: subscription.customer })

  await Promise.all(Array.from({ length: 5 }, () => call('DELETE', subscription.path)))
  expect((await newEvents()).map(shortType)).toEqual(['canceled'])
})

test('the scheduled end of a pause emits subscription.resumed without a request id, and no event for skipped periods', async () => {
  const { makePlan, subscribe: enrol, setClock: at, newEvents } = await subscriptionEventFixture()
  await at('2027-01-10T12:00:00Z')
  const subscription = await enrol(await makePlan({ unit: 'week', dayOfCycle: 5 }))
  await subscription.change({ status: 'paused', resumesAt: '2027-01-30T00:00:00Z' })
  await newEvents()
  await at('2027-01-23T12:00:00Z')
  expect(await newEvents()).toEqual([])
  await at('2027-01-31T12:00:00Z')
  const [event, ...others] = await newEvents()
  expect(others).toEqual([])
  expect(event).toMatchObject({ type: 'subscription.resumed', requestId: null })
  expect(eventResource(event!)).toEqual({ ...(await subscription.read()), customer: subscription.customer })
})

import { afterAll, expect, test, vi } from 'vitest'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { bindings } from '../../testing/bindings.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import { readEventTypes } from '../../testing/events.ts'
import { subscriptionFixture } from '../../testing/fixtures/subscriptionFixture.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Call } from '../../testing/merchant.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(resetTestClocks)
afterAll(() => vi.restoreAllMocks())

/** A merchant with a customer and a plan, whose processor is an acquirer with a ledger and a fault plan. */
const setUp = async () => {
  const merchant = await createMerchant()
  const { processor, ledger, faultPlan } = inMemoryAcquirer()
  const limits = { processorTimeoutMs: 20, reversalTimeoutMs: 20, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }
  const call = startWorker({ processor, limits }).as(merchant.secretKey)
  const { makePlan, ok } = subscriptionFixture(merchant, call)
  const customer: string = (await ok('POST', '/v1/customers', { body: {} })).customers[0].id
  const { token } = await ok('POST', '/v1/tokens', { body: { creditCard: card() } })
  await ok('POST', `/v1/customers/${customer}/wallet`, { body: { token } })
  const plan = await makePlan()
  const path = `/v1/customers/${customer}/subscriptions`
  return {
    merchant,
    plan,
    path,
    call,
    ledger,
    faultPlan,
    subscribe: (key?: string, by: Call = call, more: object = {}) =>
      by('POST', path, { body: { plan, ...more }, headers: key === undefined ? {} : { 'idempotency-key': key } }),
    subscriptions: async (): Promise<any[]> => (await ok('GET', path)).customerSubscriptions,
    pass: (minutes: number) => ok('POST', '/v1/testclock/advance', { body: { seconds: minutes * 60 } }),
    /** Payments that the acquirer holds. */
    charges: () => ledger.entries().filter(({ type, state }) => type === 'authorize' && state === 'approved').length,
    onDatabase: (d1: D1Database) => startWorker({ processor, limits }, { DB_00: d1 }).as(merchant.secretKey),
  }
}

test('subscribing with a first charge that is due now charges it in the request and returns its result', async () => {
  const { subscribe, charges, call, merchant } = await setUp()
  const { status, json } = await subscribe()
  const { transactionId } = json.charge
  expect([status, json.charge]).toEqual([
    200,
    { transactionId, responseCode: '00', approved: true, status: 'approved' },
  ])
  expect(json.customerSubscriptions).toMatchObject([{ status: 'active', charges: 1 }])
  expect((await call('GET', `/v1/transactions/${transactionId}`)).json).toMatchObject({
    status: 'captured',
    amountCaptured: 10,
  })
  expect(charges()).toBe(1)
  const types = (await readEventTypes(merchant)).slice(-4)
  expect(types).toEqual([
    'subscription.created',
    'transaction.authorized',
    'transaction.captured',
    'subscription.charged',
  ])
})

test('subscribing with a later start charges nothing and returns charge null', async () => {
  const { subscribe, charges } = await setUp()
  const { json } = await subscribe(undefined, undefined, { startDate: '2100-01-01' })
  expect([json.charge, json.customerSubscriptions[0].status, charges()]).toEqual([null, 'pending', 0])
})

test.each([
  ['51', 'past_due'],
  ['41', 'unpaid'],
])('subscribing with a first charge that is declined with %s returns 200 and status %s', async (code, status) => {
  const { subscribe, faultPlan, subscriptions } = await setUp()
  faultPlan.add({ fault: { kind: 'decline', code }, on: 'authorize' })
  const { status: httpStatus, json } = await subscribe()
  expect(httpStatus).toBe(200)
  expect(json).toMatchObject({
    charge: { responseCode: code, approved: false, status: 'declined' },
    customerSubscriptions: [{ status, charges: 0 }],
    errors: null,
  })
  expect(await subscriptions()).toEqual(json.customerSubscriptions)
})

test('subscribing with a first charge of unknown outcome returns charge.status pending, and the charge is made once', async () => {
  const { subscribe, faultPlan, charges, pass, subscriptions } = await setUp()
  faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
  faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse' })
  const { status, json } = await subscribe('order-1')
  expect([status, json.charge.status, json.charge.approved]).toEqual([200, 'pending', false])
  const repeated = await subscribe('order-1')
  expect([repeated.headers.get('idempotent-replayed'), repeated.json.charge]).toEqual(['true', json.charge])
  await pass(15)
  expect(charges()).toBe(1)
  expect(await subscriptions()).toMatchObject([{ status: 'active', charges: 1 }])
  // The first charge was reversed; the repetition that the gateway made paid the bill.
  expect((await subscribe('order-1')).json.charge).toMatchObject({ approved: false, status: 'declined' })
  expect(charges()).toBe(1)
})

test('a repeated subscription request with the same key returns the subscription and charges nothing', async () => {
  const { subscribe, charges, subscriptions } = await setUp()
  const first = await subscribe('order-1')
  const again = await subscribe('order-1')
  expect(again.json).toEqual(first.json)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await subscriptions()).toHaveLength(1)
  expect(charges()).toBe(1)
  const other = await subscribe('order-1', undefined, { installments: 3 })
  expect([other.status, other.json.errors[0].type]).toEqual([422, 'idempotency_mismatch'])
  expect(charges()).toBe(1)
})

test('a repeated subscription request with a later start inserts one subscription', async () => {
  const { subscribe, subscriptions } = await setUp()
  const [first, again] = [
    await subscribe('order-1', undefined, { startDate: '2100-01-01' }),
    await subscribe('order-1', undefined, { startDate: '2100-01-01' }),
  ]
  expect(again.json).toEqual(first.json)
  expect(await subscriptions()).toHaveLength(1)
})

test('ten concurrent subscription requests with one key make one subscription and one charge', async () => {
  const { subscribe, charges, subscriptions } = await setUp()
  const responses = await Promise.all(Array.from({ length: 10 }, () => subscribe('order-1')))
  for (const { status, json } of responses)
    expect(status === 200 || json.errors[0].type === 'idempotency_in_progress').toBe(true)
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect(await subscriptions()).toHaveLength(1)
  expect(charges()).toBe(1)
})

test.each(['fails before', 'fails after'] as const)(
  'a subscription request during which the database %s any of its calls makes one subscription and one charge when repeated',
  async (fate) => {
    for (let failing = 1; ; failing++) {
      const { subscribe, onDatabase, charges, subscriptions, pass } = await setUp()
      const broken = faultyDatabase(bindings.DB_00, (call) => (call === failing ? fate : 'runs'))
      await subscribe('order-1', onDatabase(broken.d1))
      if (broken.calls() < failing) break
      for (let times = 0; times < 5; times++) await pass(3)
      const { status } = await subscribe('order-1')
      expect([failing, status]).toEqual([failing, 200])
      for (let times = 0; times < 5; times++) await pass(3)
      expect([failing, (await subscriptions()).map(({ status, charges }) => [status, charges]), charges()]).toEqual([
        failing,
        [['active', 1]],
        1,
      ])
    }
  },
)

test.each(['authorize', 'reverse'] as const)(
  'a subscription request whose machine is killed at %s makes one charge',
  async (on) => {
    const { subscribe, faultPlan, ledger, charges, subscriptions, pass, onDatabase } = await setUp()
    if (on === 'reverse') faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    // Once the processor is called, nothing that the machine sends arrives.
    const dead = faultyDatabase(bindings.DB_00, () => (ledger.entries().length > 0 ? 'fails before' : 'runs'))
    expect((await subscribe('order-1', onDatabase(dead.d1))).status).toBeGreaterThanOrEqual(500)
    expect(await subscriptions()).toHaveLength(1)
    for (let times = 0; times < 6; times++) await pass(3)
    expect((await subscribe('order-1')).status).toBe(200)
    expect(await subscriptions()).toMatchObject([{ status: 'active', charges: 1 }])
    expect(charges()).toBe(1)
  },
)

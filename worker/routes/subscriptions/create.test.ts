import { afterAll, expect, test } from 'vitest'
import type { BatchOutcome } from '../../testing/database/brokenDatabase.ts'
import { iso, now, ok, pathOf, subscriptionRequests } from '../../testing/fixtures/subscriptionRequests.ts'
import { listErrors } from '../../testing/fixtures/walletFixture.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

const {
  merchant,
  call,
  live,
  stranger,
  newPlan,
  newCustomer,
  addCard,
  subscribe,
  plan,
  customer,
  wallet,
  newSubscription,
  list,
  accountRows,
  callWithFate,
  subscribeDuring,
} = await subscriptionRequests()

afterAll(resetTestClocks)

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const unknownId = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'
const defaultSubscription = {
  customerSubscriptionId: expect.stringMatching(uuid),
  installments: 0,
  taxAmount: 0,
  shippingAmount: 0,
  surchargeAmount: 0,
  totalAmount: 10,
  startDate: iso(now),
  created: iso(now),
  status: 'active',
  plan,
  label: expect.stringMatching(/^Plan \d+$/),
  currency: 840,
  wallet: null,
  charges: 1,
  nextCharge: '2027-02-27T23:00:00.000Z',
  resumesAt: null,
}

test('a subscription with only a plan starts today, at the price of the plan, with the default payment method', async () => {
  const response = await subscribe(customer, { plan, wallet: null, startDate: null, amount: null, installments: null })
  expect(response.status).toBe(200)
  expect(response.json).toEqual({
    requestId: response.headers.get('x-request-id'),
    customerSubscriptions: [defaultSubscription],
    charge: {
      transactionId: expect.stringMatching(/^\d+$/),
      responseCode: '00',
      approved: true,
      status: 'approved',
    },
    errors: null,
  })
  const listed = await list(customer)
  expect(listed.json).toMatchObject({ customerId: customer, errors: null, requestId: expect.any(String) })
  expect(listed.json.customerSubscriptions[0]).toEqual(response.json.customerSubscriptions[0])
})

test('a subscription has the amount, currency and installments of its plan, unless the request overrides them', async () => {
  const yearly = await newPlan({ cycle: { unit: 'year' }, amount: { value: 99.5, currency: 978 }, installments: 3 })
  expect(await newSubscription({ plan: yearly })).toMatchObject({ totalAmount: 99.5, currency: 978, installments: 3 })
  const overrides = { wallet, installments: 0, amount: { subtotal: 80.05, tax: 8, surcharge: 1.2, shipping: 0.75 } }
  expect(await newSubscription({ plan: yearly, ...overrides })).toMatchObject({
    totalAmount: 90,
    taxAmount: 8,
    surchargeAmount: 1.2,
    shippingAmount: 0.75,
    currency: 978,
    installments: 0,
    wallet,
  })
})

// In Vienna it is 00:30 of the 30th, a Saturday.
test.each<[string, object, string, string, string]>([
  ['a later date', { startDate: '2027-02-10' }, '2027-02-09T23:00:00.000Z', '2027-02-09T23:00:00.000Z', 'pending'],
  ['today’s date', { startDate: '2027-01-30' }, '2027-01-29T23:00:00.000Z', '2027-02-27T23:00:00.000Z', 'active'],
  [
    'a time on a later day',
    { startDate: '2027-02-10T23:15:00Z' },
    '2027-02-10T23:00:00.000Z',
    '2027-02-10T23:00:00.000Z',
    'pending',
  ],
  ['a later time today', { startDate: '2027-01-30T18:00:00Z' }, iso(now), '2027-02-27T23:00:00.000Z', 'active'],
  [
    'an earlier time today',
    { startDate: '2027-01-30T00:10:00+01:00' },
    '2027-01-29T23:10:00.000Z',
    '2027-02-27T23:00:00.000Z',
    'active',
  ],
  [
    'a date in summer time',
    { startDate: '2027-07-31' },
    '2027-07-30T22:00:00.000Z',
    '2027-07-30T22:00:00.000Z',
    'pending',
  ],
  [
    'a date before the day of the cycle',
    { startDate: '2027-02-10', cycle: { unit: 'month', dayOfCycle: 31 } },
    '2027-02-09T23:00:00.000Z',
    '2027-02-27T23:00:00.000Z',
    'pending',
  ],
  [
    'no startDate and a cycle on Mondays',
    { cycle: { unit: 'week', dayOfCycle: 1 } },
    iso(now),
    '2027-01-31T23:00:00.000Z',
    'active',
  ],
])(
  'a subscription with %s has the startDate, nextCharge and status of its local date',
  async (_start, { cycle, ...body }: any, startDate, nextCharge, status) => {
    const otherPlan = cycle === undefined ? {} : { plan: await newPlan({ cycle }) }
    expect(await newSubscription({ ...otherPlan, ...body })).toMatchObject({ startDate, nextCharge, status })
  },
)

test('creating an invalid subscription returns 400 or 404 with each error, and writes no row', async () => {
  const withoutWallet = await newCustomer()
  const [foreignPlan, livePlan] = [await newPlan({}, stranger), await newPlan({}, live)]
  const deletedPlan = await newPlan()
  await ok(call('DELETE', `/v1/subscriptions/${deletedPlan}`))
  const foreign = await newCustomer(stranger)
  const foreignWallet = await addCard(foreign, stranger)
  const others = await newCustomer()
  const othersWallet = await addCard(others)
  const deletedWallet = await addCard(others)
  await ok(call('DELETE', `/v1/customers/${others}/wallet/${deletedWallet}`))
  const yen = await newPlan({ amount: { value: 100, currency: 392 } })
  const deleted = await newCustomer()
  await addCard(deleted)
  await ok(call('DELETE', `/v1/customers/${deleted}`))
  const before = await accountRows()
  const cases: [number, string, object, ...[string, string | null][]][] = [
    [400, customer, {}, ['required', 'plan']],
    [400, customer, { plan: 'x'.repeat(7) }, ['length_invalid', 'plan']],
    [400, customer, { plan: 'x'.repeat(65) }, ['length_invalid', 'plan']],
    [400, customer, { plan: 'with_underscore' }, ['pattern_mismatch', 'plan']],
    [400, customer, { plan: unknownId }, ['plan_not_found', 'plan']],
    [400, customer, { plan: foreignPlan }, ['plan_not_found', 'plan']],
    [400, customer, { plan: livePlan }, ['plan_not_found', 'plan']],
    [400, customer, { plan: deletedPlan }, ['plan_not_found', 'plan']],
    [400, withoutWallet, { plan }, ['wallet_not_found', 'wallet']],
    [400, customer, { plan, wallet: unknownId }, ['wallet_not_found', 'wallet']],
    [400, customer, { plan, wallet: foreignWallet }, ['wallet_not_found', 'wallet']],
    [400, customer, { plan, wallet: deletedWallet }, ['wallet_not_found', 'wallet']],
    [400, customer, { plan, wallet: othersWallet }, ['wallet_not_of_customer', 'wallet']],
    [400, customer, { plan: unknownId, wallet: unknownId }, ['plan_not_found', 'plan'], ['wallet_not_found', 'wallet']],
    [404, unknownId, { plan }, ['not_found', null]],
    [404, foreign, { plan }, ['not_found', null]],
    [404, deleted, { plan }, ['not_found', null]],
    [400, customer, { plan, startDate: '2027-01-29' }, ['out_of_range', 'startDate']],
    [400, customer, { plan, startDate: '2027-01-29T22:59:59Z' }, ['out_of_range', 'startDate']],
    [400, customer, { plan, startDate: '2309-01-02' }, ['out_of_range', 'startDate']],
    [400, customer, { plan, startDate: '9999-12-31T23:59:59-12:00' }, ['out_of_range', 'startDate']],
    [400, customer, { plan, startDate: '2027-02-30' }, ['format_invalid', 'startDate']],
    [400, customer, { plan, startDate: 'tomorrow' }, ['format_invalid', 'startDate']],
    [400, customer, { plan, startDate: 1 }, ['type_invalid', 'startDate']],
    [400, customer, { plan, amount: {} }, ['required', 'amount.total']],
    [400, customer, { plan, amount: { total: 0 } }, ['out_of_range', 'amount.total']],
    [400, customer, { plan, amount: { total: 5, tax: 6 } }, ['amount_mismatch', 'amount.total']],
    [400, customer, { plan, amount: { total: 1.001 } }, ['amount_precision_invalid', 'amount.total']],
    [
      400,
      customer,
      { plan: yen, amount: { total: 100.5, tax: 0.5 } },
      ['amount_precision_invalid', 'amount.total'],
      ['amount_precision_invalid', 'amount.tax'],
    ],
    [400, customer, { plan, installments: -1 }, ['out_of_range', 'installments']],
    [400, customer, { plan, installments: 1000 }, ['out_of_range', 'installments']],
  ]
  for (const [status, customerId, body, ...errors] of cases) {
    const response = await subscribe(customerId, body)
    expect([response.status, listErrors(response)], JSON.stringify(body)).toEqual([status, errors])
    expect(Object.keys(response.json)).toEqual(['requestId', 'errors'])
  }
  expect(await accountRows()).toEqual(before)
  expect((await call('POST', pathOf(customer))).status).toBe(400)
})

test('a startDate before today returns 400 with the minimum and maximum date', async () => {
  const { json } = await subscribe(customer, { plan, startDate: '2027-01-29' })
  expect(json.errors[0].message.details).toEqual({ min: '2027-01-30', max: '2309-01-01T00:00:00.000Z' })
})

test('a customer can subscribe to a plan repeatedly; a repeated Idempotency-Key creates one subscription', async () => {
  const customer = await newCustomer()
  await addCard(customer)
  const headers = { 'idempotency-key': 'one-subscription' }
  const [first, repeated] = [
    await subscribe(customer, { plan }, call, headers),
    await subscribe(customer, { plan }, call, headers),
  ]
  expect(repeated.headers.get('idempotent-replayed')).toBe('true')
  expect(repeated.text).toBe(first.text)
  expect((await subscribe(customer, { plan, installments: 1 }, call, headers)).status).toBe(422)
  const many = await Promise.all(Array.from({ length: 5 }, () => subscribe(customer, { plan })))
  expect(many.map(({ status }) => status)).toEqual(many.map(() => 200))
  const listed = await list(customer)
  expect([listed.json.customerSubscriptions.length, listed.headers.get('x-total-count')]).toEqual([6, '6'])
})

test('creating a subscription while its customer, plan or payment method is deleted returns 404 or 400', async () => {
  const customer = await newCustomer()
  const [first, second] = [await addCard(customer), await addCard(customer)]
  const planToDelete = await newPlan()
  const cases: [object, () => Promise<unknown>, number, [string, string | null]][] = [
    [
      { plan, wallet: second },
      () => ok(call('DELETE', `/v1/customers/${customer}/wallet/${second}`)),
      400,
      ['wallet_not_found', 'wallet'],
    ],
    [
      { plan: planToDelete },
      () => ok(call('DELETE', `/v1/subscriptions/${planToDelete}`)),
      400,
      ['plan_not_found', 'plan'],
    ],
    [
      { plan },
      () => ok(call('DELETE', `/v1/customers/${customer}/wallet/${first}`)),
      400,
      ['wallet_not_found', 'wallet'],
    ],
    [{ plan }, () => ok(call('DELETE', `/v1/customers/${customer}`)), 404, ['not_found', null]],
  ]
  for (const [body, deletion, status, wrong] of cases) {
    if (status === 404) await addCard(customer)
    const response = await subscribeDuring(customer, body, deletion)
    expect([response.status, listErrors(response)]).toEqual([status, [wrong]])
    expect(await merchant.rows('SELECT id FROM subscriptions WHERE customer = ?', customer)).toEqual([])
  }
  expect(await merchant.rows('SELECT enrolled FROM customers WHERE id = ?', customer)).toEqual([{ enrolled: 0 }])
})

test('subscriptions created during the deletion of their customer are canceled', async () => {
  const customer = await newCustomer()
  await addCard(customer)
  const responses = await Promise.all([
    ...Array.from({ length: 5 }, () => subscribe(customer, { plan })),
    call('DELETE', `/v1/customers/${customer}`),
    ...Array.from({ length: 5 }, () => subscribe(customer, { plan })),
  ])
  expect(responses[5]!.status).toBe(200)
  const rows = await merchant.rows('SELECT status, due FROM subscriptions WHERE customer = ?', customer)
  expect(rows.length).toBe(responses.filter(({ json }) => json.customerSubscriptions !== undefined).length)
  for (const row of rows) expect(row).toEqual({ status: 'canceled', due: null })
  for (const { status } of responses.toSpliced(5, 1)) expect([200, 404]).toContain(status)
})

const fates: [BatchOutcome, isCreated: boolean][] = [
  ['fails before', false],
  ['fails after', true],
]

test.each(fates)(
  'creating a subscription is atomic and returns 503 when the database %s the write',
  async (fate, isCreated) => {
    const failing = await callWithFate((batch) => (batch > 2 ? fate : 'runs'))
    const customer = await newCustomer()
    await addCard(customer)
    expect((await subscribe(customer, { plan }, failing)).status).toBe(503)
    const response = await list(customer)
    expect([response.json.customerSubscriptions.length, response.headers.get('x-total-count')]).toEqual(
      isCreated ? [1, '1'] : [0, '0'],
    )
  },
)

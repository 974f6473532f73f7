import { expect, test } from 'vitest'
import { formatErrors, expectOk, checkoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import type { CheckoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Call } from '../../testing/merchant.ts'

const day = 86_400_000
const shop = await checkoutApiFixture()
const { call, request, make, read, shopper, merchant } = shop
const yen = await checkoutApiFixture({ settings: { defaultCurrency: 392 } })
const dinar = await checkoutApiFixture({ settings: { defaultCurrency: 414 } })
const live = shop.worker.as((await merchant.issue('sk', { mode: 'live' })).key)
const liveRequest = (body: object) => live('POST', '/v1/dynamiccheckout', { body })
const stranger = startWorker().as((await createMerchant()).secretKey)
const unknownId = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'

const daysFromNow = (days: number): string => new Date(shop.clock.now() + days * day).toISOString().slice(0, 10)

test('creating a checkout returns its url, its id with the shard, and its expiry in a day', async () => {
  const { requestId, url, id, expiresAt, errors } = await expectOk(request({ total: 26.25 }))
  expect(errors).toBeNull()
  expect(requestId).toMatch(/^[0-9a-f]{32}$/)
  expect(id).toMatch(/^00[0-9A-Za-z]{22}$/)
  expect(url).toBe(`https://pay.test/checkout/${id}`)
  const lasts = Date.parse(expiresAt) - shop.clock.now()
  expect(lasts).toBeGreaterThan(day - 30_000)
  expect(lasts).toBeLessThanOrEqual(day)
  expect(await read(id)).toEqual({
    requestId: expect.any(String),
    url,
    id,
    status: 'open',
    reason: null,
    transactionId: null,
    customer: null,
    subscription: null,
    total: 26.25,
    currency: 840,
    discountCode: null,
    shippingOption: null,
    metadata: null,
    phone: null,
    consents: null,
    receipt: 'none',
    created: expect.stringMatching(/Z$/),
    expiresAt,
    invoiceNumber: null,
    customerInfo: null,
    items: [],
    subtotal: 26.25,
    tax: null,
    surcharge: null,
    shipping: null,
    discount: null,
    receipts: [],
    errors: null,
  })
})

test.each([
  [
    'the sum of items, tax and surcharge less the discount, without a total',
    { items: [{ name: 'Cup', price: 12.5, quantity: 2 }], tax: 2, surcharge: 0.5, discount: 1.25 },
    26.25,
  ],
  [
    'the sum of the items, without other amounts',
    {
      items: [
        { name: 'Cup', price: 0.1 },
        { name: 'Lid', price: 0.2 },
      ],
    },
    0.3,
  ],
  ['the given total', { total: 30, tax: 1 }, 30],
  ['the sum of items, tax and shipping', { items: [{ name: 'Cup', price: 5 }], tax: 1, shipping: 4.5 }, 10.5],
])('the total of a checkout is %s', async (_total, body, total) => {
  expect((await read(await make(body))).total).toBe(total)
})

test('creating a checkout twice with one Idempotency-Key creates one checkout; another body returns 422', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const [first, repeated] = [await request({ total: 1 }, { headers }), await request({ total: 1 }, { headers })]
  expect(repeated.json).toEqual(first.json)
  expect(repeated.headers.get('idempotent-replayed')).toBe('true')
  expect((await request({ total: 2 }, { headers })).status).toBe(422)
})

test('a checkout is stored in the shard of its account, and its id returns 404 in another shard', async () => {
  const elsewhere = await checkoutApiFixture({ shard: '01' })
  const id = await elsewhere.make()
  expect(id.slice(0, 2)).toBe('01')
  const { json } = await elsewhere.shopper.openAndPay(id)
  expect(json).toMatchObject({ status: 'completed' })
  expect(await elsewhere.read(id)).toMatchObject({ status: 'completed' })
  expect((await shopper.open(`00${id.slice(2)}`)).status).toBe(404)
  expect((await call('GET', `/v1/dynamiccheckout/${id}`)).status).toBe(404)
})

const createBy = async (by: Call) => (await expectOk(by('POST', '/v1/customers', { body: {} }))).customers[0].id

const invalidBodies: readonly [input: string, at: CheckoutApiFixture, body: object, errors: readonly string[]][] = [
  ['a fraction of a yen', yen, { total: 10.5 }, ['total amount_precision_invalid']],
  [
    'a fraction of a yen in several amounts',
    yen,
    {
      tax: 0.5,
      surcharge: 0.25,
      items: [
        { name: 'Cup', price: 10 },
        { name: 'Lid', price: 0.75 },
      ],
    },
    ['items[1].price amount_precision_invalid', 'surcharge amount_precision_invalid', 'tax amount_precision_invalid'],
  ],
  ['a third decimal of a dinar', dinar, { total: 10.555 }, ['total amount_precision_invalid']],
  [
    'oneTimePayment and a subscription',
    shop,
    { total: 1, oneTimePayment: true, subscription: {} },
    ['oneTimePayment format_invalid'],
  ],
  [
    'a billingDate in the past',
    shop,
    { total: 1, subscription: { billingDate: daysFromNow(-1) } },
    ['subscription.billingDate out_of_range'],
  ],
  ['an unknown customer', shop, { total: 1, customerInfo: { id: unknownId } }, ['customerInfo.id customer_not_found']],
  [
    'an unknown member of appearance',
    shop,
    { total: 1, appearance: { formColour: 'red' } },
    ['appearance.formColour unknown_member'],
  ],
  [
    'a URL as color',
    shop,
    { total: 1, appearance: { formTextColor: 'url(//evil)' } },
    ['appearance.formTextColor format_invalid'],
  ],
  [
    'several invalid members',
    shop,
    { total: 'x', iframe: 1, thankYouUrl: 'javascript:alert(1)' },
    ['iframe type_invalid', 'thankYouUrl format_invalid', 'total type_invalid'],
  ],
]

test.each(
  invalidBodies.map(
    ([input, at, body, errors]) =>
      [
        input,
        errors.map((error) => error.split(' ').toReversed().join(' of ')).join(' and '),
        at,
        body,
        errors,
      ] as const,
  ),
)('creating a checkout with %s returns 400 %s and writes no row', async (_input, _errors, at, body, errors) => {
  const before = await at.rows()
  const response = await at.request(body)
  expect([response.status, formatErrors(response)]).toEqual([400, errors])
  expect(await at.rows()).toEqual(before)
})

test('a checkout in yen has no decimals, one in Kuwaiti dinars two of three', async () => {
  expect(await yen.read(await yen.make({ total: 10 }))).toMatchObject({ total: 10, currency: 392 })
  expect(await dinar.read(await dinar.make({ total: 10.55 }))).toMatchObject({ total: 10.55, currency: 414 })
}, 30_000)

const eurosToo = await checkoutApiFixture({ settings: { enabledCurrencies: [840, 978, 392] } })

test('a checkout in another currency of the account charges, shows and reports that currency', async () => {
  const id = await eurosToo.make({ total: 10.5, currency: 978 })
  expect(await eurosToo.read(id)).toMatchObject({ total: 10.5, currency: 978 })
  expect((await eurosToo.shopper.open(id)).html).toContain('€10.50')
  const { json } = await eurosToo.shopper.openAndPay(id)
  const { json: transaction } = await eurosToo.call('GET', `/v1/transactions/${json.transactionId}`)
  expect(transaction).toMatchObject({ status: 'captured', currency: 978, amountCaptured: 10.5 })
})

test('a checkout without a currency, or with null, has the default currency', async () => {
  for (const body of [{ total: 5 }, { total: 5, currency: null }])
    expect(await eurosToo.read(await eurosToo.make(body))).toMatchObject({ currency: 840 })
})

test.each([
  ['a currency that the account does not accept', { total: 5, currency: 826 }, ['currency enum_invalid']],
  ['a number that is no currency', { total: 5, currency: 1 }, ['currency enum_invalid']],
  ['decimals that its currency does not have', { total: 5.5, currency: 392 }, ['total amount_precision_invalid']],
])('creating a checkout with %s returns 400', async (_description, body, errors) => {
  const response = await eurosToo.request(body)
  expect([response.status, formatErrors(response)]).toEqual([400, errors])
})

test('a checkout with a plan of another currency than its own returns 400 currency_mismatch', async () => {
  const plan = { label: 'Tea', cycle: { unit: 'month', interval: 1 }, amount: { value: 5, currency: 978 } }
  expect((await eurosToo.call('POST', '/v1/subscriptions', { body: plan })).status).toBe(200)
  const subscription = { label: 'Tea' }
  expect((await eurosToo.request({ total: 5, currency: 978, subscription })).status).toBe(200)
  expect(formatErrors(await eurosToo.request({ total: 5, subscription }))).toEqual([
    'subscription.label currency_mismatch',
  ])
})

test('an http thankYouUrl returns 400 to a live key and 200 to a test key', async () => {
  const local = { total: 1, thankYouUrl: 'http://localhost:3000/thanks' }
  expect((await request(local)).status).toBe(200)
  const response = await liveRequest(local)
  expect([response.status, formatErrors(response)]).toEqual([400, ['thankYouUrl format_invalid']])
  expect((await liveRequest({ total: 1, thankYouUrl: 'https://shop.example/' })).status).toBe(200)
})

test('creating a checkout for a customer that is deleted, foreign or of the other mode returns 400 customer_not_found', async () => {
  const deleted = await createBy(call)
  await call('DELETE', `/v1/customers/${deleted}`)
  for (const id of [await createBy(stranger), await createBy(live), deleted])
    expect(formatErrors(await request({ total: 1, customerInfo: { id } }))).toEqual([
      'customerInfo.id customer_not_found',
    ])
  expect((await request({ total: 1, customerInfo: { id: await createBy(call) } })).status).toBe(200)
})

test('creating a checkout for a plan in another currency returns 400 currency_mismatch', async () => {
  const label = `Plan ${crypto.randomUUID()}`
  await expectOk(
    yen.call('POST', '/v1/subscriptions', {
      body: { label, cycle: { unit: 'week' }, amount: { value: 10, currency: 840 } },
    }),
  )
  expect(formatErrors(await yen.request({ total: 10, subscription: { label } }))).toEqual([
    'subscription.label currency_mismatch',
  ])
})

test('creating a checkout in a currency that the account does not accept returns 400 enum_invalid', async () => {
  const { request } = await checkoutApiFixture({ settings: { enabledCurrencies: [978] } })
  expect(formatErrors(await request({ total: 10 }))).toEqual(['total enum_invalid'])
})

test('creating, reading and canceling a checkout with a key without checkout:write returns 403 scope_missing', async () => {
  const { key } = await merchant.issue('rk', { scopes: ['transactions:write'] })
  for (const [method, path] of [
    ['POST', ''],
    ['GET', `/${unknownId}`],
    ['DELETE', `/${unknownId}`],
  ] as const) {
    const response = await shop.worker.as(key)(
      method,
      `/v1/dynamiccheckout${path}`,
      method === 'POST' ? { body: { total: 1 } } : {},
    )
    expect([response.status, formatErrors(response)]).toEqual([403, ['- scope_missing']])
  }
  const { key: allowed } = await merchant.issue('rk', { scopes: ['checkout:write'] })
  expect((await shop.worker.as(allowed)('POST', '/v1/dynamiccheckout', { body: { total: 1 } })).status).toBe(200)
})

import { expect, test } from 'vitest'
import { faults, ok, openShop } from '../../testing/fixtures/checkoutApiFixture.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Call } from '../../testing/merchant.ts'

const day = 86_400_000
const shop = await openShop()
const { call, request, make, read, shopper, merchant } = shop
const yen = await openShop({ settings: { defaultCurrency: 392 } })
const dinar = await openShop({ settings: { defaultCurrency: 414 } })
const live = shop.worker.as((await merchant.issue('sk', { mode: 'live' })).key)
const liveRequest = (body: object) => live('POST', '/v1/dynamiccheckout', { body })
const stranger = startWorker().as((await createMerchant()).secretKey)
const nobody = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'

const daysFromNow = (days: number): string => new Date(shop.clock.now() + days * day).toISOString().slice(0, 10)

test('with its address, its id, which names the shard, and its end', async () => {
  const { requestId, url, id, expiresAt, errors } = await ok(request({ total: 26.25 }))
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
    metadata: null,
    receipt: 'none',
    created: expect.stringMatching(/Z$/),
    expiresAt,
    errors: null,
  })
})

test.each([
  [
    'the items’ sum with tax and surcharge, less the discount',
    { items: [{ name: 'Cup', price: 12.5, quantity: 2 }], tax: 2, surcharge: 0.5, discount: 1.25 },
    26.25,
  ],
  [
    'the subtotal of the items, where no more is said',
    {
      items: [
        { name: 'Cup', price: 0.1 },
        { name: 'Lid', price: 0.2 },
      ],
    },
    0.3,
  ],
  ['what is said, where shipping may be in it', { total: 30, items: [{ name: 'Cup', price: 5 }], tax: 1 }, 30],
])('over %s', async (_name, body, total) => {
  expect((await read(await make(body))).total).toBe(total)
})

test('once for each Idempotency-Key, and not with another body', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const [first, again] = [await request({ total: 1 }, { headers }), await request({ total: 1 }, { headers })]
  expect(again.json).toEqual(first.json)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect((await request({ total: 2 }, { headers })).status).toBe(422)
})

test('in the database of its account', async () => {
  const elsewhere = await openShop({ shard: '01' })
  const id = await elsewhere.make()
  expect(id.slice(0, 2)).toBe('01')
  const { json } = await elsewhere.shopper.openAndPay(id)
  expect(json).toMatchObject({ status: 'completed' })
  expect(await elsewhere.read(id)).toMatchObject({ status: 'completed' })
  // The same id in the other database is nobody's.
  expect((await shopper.open(`00${id.slice(2)}`)).status).toBe(404)
  expect((await call('GET', `/v1/dynamiccheckout/${id}`)).status).toBe(404)
})

const createBy = async (by: Call) => (await ok(by('POST', '/v1/customers', { body: {} }))).customers[0].id

test.each([
  ['yen with a fraction', yen, { total: 10.5 }, ['total amount_precision_invalid']],
  [
    'any figure in yen with a fraction, all of them at once',
    yen,
    {
      total: 10,
      tax: 0.5,
      surcharge: 0.25,
      items: [
        { name: 'Cup', price: 10 },
        { name: 'Lid', price: 0.75 },
      ],
    },
    ['items[1].price amount_precision_invalid', 'surcharge amount_precision_invalid', 'tax amount_precision_invalid'],
  ],
  ['more than two digits of a dinar', dinar, { total: 10.555 }, ['total amount_precision_invalid']],
  [
    'one time beside a subscription',
    shop,
    { total: 1, oneTimePayment: true, subscription: {} },
    ['oneTimePayment format_invalid'],
  ],
  [
    'a first payment in the past',
    shop,
    { total: 1, subscription: { billingDate: daysFromNow(-1) } },
    ['subscription.billingDate out_of_range'],
  ],
  [
    'a customer whom nobody knows',
    shop,
    { total: 1, customerInfo: { id: nobody } },
    ['customerInfo.id customer_not_found'],
  ],
  [
    'a look that nobody knows',
    shop,
    { total: 1, appearance: { formColour: 'red' } },
    ['appearance.formColour unknown_member'],
  ],
  [
    'a colour that is none',
    shop,
    { total: 1, appearance: { formTextColor: 'url(//evil)' } },
    ['appearance.formTextColor format_invalid'],
  ],
  [
    'everything that is wrong, by path',
    shop,
    { total: 'x', iframe: 1, thankYouUrl: 'javascript:alert(1)' },
    ['iframe type_invalid', 'thankYouUrl format_invalid', 'total type_invalid'],
  ],
])('%s', async (_name, at, body, expected) => {
  const before = await at.rows()
  const answer = await at.request(body)
  expect([answer.status, faults(answer)]).toEqual([400, expected])
  expect(await at.rows()).toEqual(before)
})

test('yen and dinars of as many digits as they have', async () => {
  expect(await yen.read(await yen.make({ total: 10 }))).toMatchObject({ total: 10, currency: 392 })
  expect(await dinar.read(await dinar.make({ total: 10.55 }))).toMatchObject({ total: 10.55, currency: 414 })
}, 30_000)

test('a thankYouUrl without TLS by a live key, and only by that', async () => {
  const local = { total: 1, thankYouUrl: 'http://localhost:3000/thanks' }
  expect((await request(local)).status).toBe(200)
  const answer = await liveRequest(local)
  expect([answer.status, faults(answer)]).toEqual([400, ['thankYouUrl format_invalid']])
  expect((await liveRequest({ total: 1, thankYouUrl: 'https://shop.example/' })).status).toBe(200)
})

test('a customer of another account, of the other mode, or deleted', async () => {
  const gone = await createBy(call)
  await call('DELETE', `/v1/customers/${gone}`)
  for (const id of [await createBy(stranger), await createBy(live), gone])
    expect(faults(await request({ total: 1, customerInfo: { id } }))).toEqual(['customerInfo.id customer_not_found'])
  expect((await request({ total: 1, customerInfo: { id: await createBy(call) } })).status).toBe(200)
})

test('a plan of another currency', async () => {
  const label = `Plan ${crypto.randomUUID()}`
  await ok(
    yen.call('POST', '/v1/subscriptions', {
      body: { label, cycle: { unit: 'week' }, amount: { value: 10, currency: 840 } },
    }),
  )
  expect(faults(await yen.request({ total: 10, subscription: { label } }))).toEqual([
    'subscription.label currency_mismatch',
  ])
})

test('a currency that the account does not take', async () => {
  const { request } = await openShop({ settings: { enabledCurrencies: [978] } })
  expect(faults(await request({ total: 10 }))).toEqual(['total enum_invalid'])
})

test('a key without the scope', async () => {
  const { key } = await merchant.issue('rk', { scopes: ['transactions:write'] })
  for (const [method, path] of [
    ['POST', ''],
    ['GET', `/${nobody}`],
    ['DELETE', `/${nobody}`],
  ] as const) {
    const answer = await shop.worker.as(key)(
      method,
      `/v1/dynamiccheckout${path}`,
      method === 'POST' ? { body: { total: 1 } } : {},
    )
    expect([answer.status, faults(answer)]).toEqual([403, ['- scope_missing']])
  }
  const { key: may } = await merchant.issue('rk', { scopes: ['checkout:write'] })
  expect((await shop.worker.as(may)('POST', '/v1/dynamiccheckout', { body: { total: 1 } })).status).toBe(200)
})

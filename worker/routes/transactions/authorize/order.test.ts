import { expect, test } from 'vitest'
import { cardPayment, card } from '../../../testing/merchant.ts'
import type { InvalidRequest, ValidRequest } from '../fixtures/authorizeFixture.ts'
import { createAuthorizeFixture, errorCases, text, withOrder } from '../fixtures/authorizeFixture.ts'

const { call, authorize, expectRejected, expectApproved } = await createAuthorizeFixture()

const invalid: readonly InvalidRequest[] = [
  ['a list as order', withOrder([]), ['type_invalid', 'order']],
  ['an order total with 5 decimals', withOrder({ total: 1.00001 }), ['amount_precision_invalid', 'order.total']],
  ['a string as order total', withOrder({ total: '1' }), ['type_invalid', 'order.total']],
  [
    'an invalid fourth order line',
    withOrder({ lines: [{}, {}, {}, { total: 'x' }] }),
    ['type_invalid', 'order.lines[3].total'],
  ],
  ['501 order lines', withOrder({ lines: Array.from({ length: 501 }, () => ({})) }), ['length_invalid', 'order.lines']],
  ['a street of 101 characters', withOrder({ billTo: { line1: text(101) } }), ['length_invalid', 'order.billTo.line1']],
  ['a state of 51 characters', withOrder({ shipTo: { state: text(51) } }), ['length_invalid', 'order.shipTo.state']],
  [
    'a postal code of 21 characters',
    withOrder({ billTo: { postalCode: text(21) } }),
    ['length_invalid', 'order.billTo.postalCode'],
  ],
  ['a country of 4 letters', withOrder({ billTo: { country: 'ABCD' } }), ['format_invalid', 'order.billTo.country']],
  [
    'a line description of 101 characters',
    withOrder({ lines: [{ description: text(101) }] }),
    ['length_invalid', 'order.lines[0].description'],
  ],
  ['an invalid order date', withOrder({ date: 'tomorrow' }), ['format_invalid', 'order.date']],
  ['a string as metadata', withOrder({ metadata: 'x' }), ['type_invalid', 'order.metadata']],
  [
    '51 metadata entries',
    withOrder({ metadata: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, 'v'])) }),
    ['length_invalid', 'order.metadata'],
  ],
  [
    'a metadata key of 41 characters',
    withOrder({ metadata: { [text(41)]: 'v' } }),
    ['length_invalid', `order.metadata.${text(40)}`],
  ],
  [
    'a metadata value of 501 characters',
    withOrder({ metadata: { k: text(501) } }),
    ['length_invalid', 'order.metadata.k'],
  ],
  ['a number as metadata value', withOrder({ metadata: { k: 5 } }), ['type_invalid', 'order.metadata.k']],
]

test.each(errorCases(invalid))('authorize with %s returns 400 %s', (_description, _types, body, errors) =>
  expectRejected(body, errors),
)

const valid: readonly ValidRequest[] = [
  ['an empty order', withOrder({})],
  [
    'null for each nullable order member',
    withOrder({
      ...Object.fromEntries(
        [
          'id',
          'customerId',
          'customerPublicIdentifier',
          'referenceObject',
          'referenceObjectId',
          'email',
          'lines',
          'metadata',
        ].map((name) => [name, null]),
      ),
      ...Object.fromEntries(['discount', 'surcharge', 'shipping', 'tip', 'tax', 'total'].map((name) => [name, null])),
    }),
  ],
  ['500 order lines', withOrder({ lines: Array.from({ length: 500 }, () => ({ quantity: 1 })) })],
  [
    '50 metadata entries of 40 and 500 characters',
    withOrder({
      metadata: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${at}`.padEnd(40, 'k'), text(500)])),
    }),
  ],
  ['negative order amounts with 4 decimals', withOrder({ discount: -1.2345, lines: [{ discountRate: -0.0001 }] })],
  ['order totals that do not add up', withOrder({ total: 1, tax: 500 })],
]

test.each(valid)('authorize with %s is approved', (_description, body) => expectApproved(body))

const order = {
  customerPublicIdentifier: 'C-1',
  referenceObject: 'invoice',
  billTo: { name: 'Renée', line1: '1 Main St', postalCode: '46201', country: 'US' },
  shipTo: { city: 'Zürich', country: 'CHE' },
  email: 'a@b.example',
  date: '2026-11-20T10:30:00+01:00',
  metadata: { cart: '7', note: 'ünï "quoted" \\ \u2028 🧾', empty: '' },
}

test('order of an authorize is returned unchanged, with each digit of its numbers', async () => {
  const figures =
    '"referenceObjectId":9223372036854775807,"discount":-0.0001,"shipping":0.1,"tax":999999999999.9999,"total":10.50,"lines":[{"productCode":"p","unitCost":0.3,"quantity":3,"total":0.9},{"taxRate":19.25}]'
  const body = `{"payment":${JSON.stringify({ creditCard: card() })},"amount":{"value":1},"order":{${figures},${JSON.stringify(order).slice(1)}}`
  const { json } = await authorize(body)
  expect(json.metadata).toEqual(order.metadata)
  const read = await call('GET', `/v1/transactions/${json.transactionId}`)
  expect(read.json.order).toMatchObject(order)
  expect(read.json.metadata).toEqual(order.metadata)
  expect(read.text).toContain('"referenceObjectId":9223372036854775807')
  expect(read.text).toContain('"discount":-0.0001')
  expect(read.text).toContain('"tax":999999999999.9999')
  expect(read.text).toContain('"total":10.5,')
  expect(read.text).toContain('"lines":[{"productCode":"p","unitCost":0.3,"quantity":3,"total":0.9},{"taxRate":19.25}]')
})

test('authorize without an order has the order null and the metadata null', async () => {
  const { json } = await authorize(cardPayment())
  expect(json.metadata).toBeNull()
  const read = await call('GET', `/v1/transactions/${json.transactionId}`)
  expect(read.json).toMatchObject({ order: null, metadata: null })
})

test('authorize ignores the read-only members of an order', async () => {
  const { json } = await authorize(
    withOrder({ id: '4242424242424242', customerId: { pan: '4242424242424242' }, total: 1 }),
  )
  expect(json.responseCode).toBe('00')
  const read = await call('GET', `/v1/transactions/${json.transactionId}`)
  expect(read.text).not.toContain('4242424242424242')
  expect(read.json.order.id ?? null).toBeNull()
  expect(read.json.order.customerId ?? null).toBeNull()
})

test.each<[sent: unknown, stored: unknown, reference: string]>([
  [1001, 1001, '1001'],
  ['1001', 1001, '1001'],
  ['WC-1001', 'WC-1001', 'WC-1001'],
  ['007', '007', '007'],
  ['2026:7', '2026:7', '2026:7'],
])('authorize with referenceObjectId %j stores %j, by which the payment is found', async (sent, stored, reference) => {
  const referenceObject = `Order ${crypto.randomUUID()}`
  const order = { referenceObject, referenceObjectId: sent }
  const { json } = await call('POST', '/v1/transactions/authorize', { body: cardPayment(undefined, { order }) })
  expect(json).toMatchObject({ responseCode: '00', errors: null })
  const read = await call('GET', `/v1/transactions/${json.transactionId}`)
  expect(read.json.order).toEqual({ referenceObject, referenceObjectId: stored })
  for (const text of [`${referenceObject}:${reference}`, reference]) {
    const query = new URLSearchParams({ reference: text, pageSize: '1' })
    expect((await call('GET', `/v1/transactions?${query}`)).json.transactions).toMatchObject([
      { transactionId: json.transactionId, reference: `${referenceObject}:${reference}` },
    ])
  }
})

test.each(['x'.repeat(256), true, 1.5, {}])('authorize with referenceObjectId %j returns 400', async (sent) => {
  const body = cardPayment(undefined, { order: { referenceObjectId: sent } })
  const { status, json } = await call('POST', '/v1/transactions/authorize', { body })
  expect([status, json.errors[0].message.field]).toEqual([400, 'order.referenceObjectId'])
})

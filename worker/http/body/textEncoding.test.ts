import { afterAll, describe, expect, test } from 'vitest'
import { bodyParts, memberPath, withBody } from '#contract/bodyMembers.fixtures'
import { endpoints } from '#contract/endpoints'
import { bodyWith } from '#contract/requestBodies.fixtures'
import { accountRows } from '../../testing/database/accountRows.ts'
import { acceptedRequests } from '../../testing/fixtures/acceptedRequests.ts'
import { databaseSteps } from '../../testing/fixtures/databaseSteps.ts'
import { checkoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import { clientOfBothModes } from '../../testing/fixtures/teamFixture.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

/** Text that has no UTF-8 would be stored as other text than was sent. */

const worker = startWorker({ fetch: () => Promise.resolve(new Response(null, { status: 204 })) })
const merchant = await createMerchant()
const call = await clientOfBothModes(worker, merchant)
const accepted = await acceptedRequests(call, databaseSteps(call, worker))
afterAll(resetTestClocks)

const halfPair = 'it contains half of a surrogate pair'
const notUtf8 = 'it is not UTF-8'

/** Half of a surrogate pair. JSON.stringify prints it as an escape. */
const half = 'a\ud800b'

/** The JSON of a body, with bytes that are not UTF-8 in place of the half: the half itself as three bytes, and a byte of no character. */
const withBytes = (body: unknown, bytes: readonly number[]): Uint8Array => {
  const [before = '', after = ''] = JSON.stringify(body).split('\\ud800')
  const encoder = new TextEncoder()
  return new Uint8Array([...encoder.encode(before), ...bytes, ...encoder.encode(after)])
}

const spellings = [
  { reason: halfPair, of: (body: unknown): unknown => body },
  { reason: notUtf8, of: (body: unknown): unknown => withBytes(body, [0xed, 0xa0, 0x80]) },
  { reason: notUtf8, of: (body: unknown): unknown => withBytes(body, [0xff]) },
]

/** Bodies with the half at each text member of an operation, and in each name of a free map. */
const bodiesOf = (operation: string) =>
  bodyParts
    .filter((part) => part.operation === operation)
    .flatMap(({ type, path }) => {
      const at = type === 'string' ? path : type === 'record' ? memberPath(path, half) : null
      return at === null ? [] : [bodyWith(operation, at, half, accepted[operation]!.body)]
    })

const jsonInvalid = (reason: string) => [
  400,
  [{ type: 'json_invalid', message: expect.objectContaining({ details: { reason } }) }],
]

describe('text of a request that is not UTF-8', () => {
  test.each(withBody)(
    '$name rejects it at every text member, escaped and as bytes, and stores nothing',
    async (endpoint) => {
      const { path, body } = accepted[endpoint.name]!
      const bodies = [...bodiesOf(endpoint.name), { ...body, [half]: 1 }]
      const before = await accountRows(merchant)
      for (const each of bodies)
        for (const { reason, of } of spellings) {
          const { status, json } = await call(endpoint.method, path, { body: of(each) })
          expect([status, json.errors], JSON.stringify(each)).toEqual(jsonInvalid(reason))
        }
      expect(await accountRows(merchant)).toEqual(before)
    },
  )

  test('whole pairs and U+FFFD are stored as sent', async () => {
    const { customers } = (await call('POST', '/v1/customers', { body: '{"firstName":"\\ud83e\\uddfe🧾\\ufffd"}' }))
      .json
    expect((await call('GET', `/v1/customers/${customers[0].id}`)).json.customers[0].firstName).toBe('🧾🧾\ufffd')
  })

  test.each(endpoints.filter(({ query }) => query !== undefined))(
    '$name rejects it in every query parameter with query_invalid',
    async ({ method, path, query }) => {
      const names = Object.keys((query as unknown as { readonly entries: object }).entries)
      expect(names.length).toBeGreaterThan(0)
      for (const name of names)
        for (const value of ['%ED%A0%80', 'a%FF', '%C3', '%c0%af+b']) {
          const url = `${path.replaceAll(/\{\w+\}/g, '12345678')}?other=%E2%82%AC%&${name}=${value}`
          const { status, json } = await call(method, url)
          const named = json.errors?.map(({ type, message }: any) => `${type} ${message.field}`) ?? [
            `${json.type.split('/').at(-1).replaceAll('-', '_')} ${json.detail.split(' ', 1)[0]}`,
          ]
          expect([status, named], url).toEqual([400, [`query_invalid ${name}`]])
        }
    },
  )
})

describe('text of a hosted checkout that is not UTF-8', () => {
  const answers = { email: half, fields: { [half]: half } }
  const bodies = [
    ['pay', { nonce: half, payment: {}, answers: {} }],
    ['pay', { nonce: 'x', locale: half, payment: {}, answers: {} }],
    ['pay', { nonce: 'x', payment: { creditCard: { ...card(), nameOnCard: half } }, answers: {} }],
    ['pay', { nonce: 'x', payment: { check: { name: half } }, answers: {} }],
    ['pay', { nonce: 'x', payment: { creditCard: card() }, answers }],
    [
      'pay',
      { nonce: 'x', payment: { creditCard: card() }, answers: { shipTo: { name: half }, billTo: { city: half } } },
    ],
    ['pay', { nonce: 'x', payment: { creditCard: card() }, answers: {}, order: { code: half, quote: 'x' } }],
    ['order', { code: half }],
    ['order', { shippingOption: half, country: half, state: half }],
    ['state', { nonce: half }],
  ] as const

  test('every request of the page rejects it, and stores nothing', async () => {
    const shop = await checkoutApiFixture()
    const id = await shop.make()
    const before = await accountRows(shop.merchant)
    for (const [action, body] of bodies)
      for (const { reason, of } of spellings) {
        const { status, json } = await shop.call('POST', `/checkout/${id}/${action}`, {
          body: of(body),
          key: null,
          headers: { 'sec-fetch-site': 'same-origin' },
        })
        expect([status, json.errors], JSON.stringify(body)).toEqual(jsonInvalid(reason))
      }
    expect(await accountRows(shop.merchant)).toEqual(before)
  })
})

import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { cardPayment, countRows, createMerchant, startWorker } from '../../testing/merchant.ts'

const merchant = await createMerchant()
const call = startWorker().as(merchant.secretKey)
const get = (path: string, accept: string) => call('GET', path, { headers: { accept } })

test.each<[accept: string, path: string, refused: string | null]>([
  ['*/*', '/v1/customers', null],
  ['text/html', '/v1/customers', null],
  ['application/json;q=0.001', '/v1/customers', null],
  ['application/json;q=0', '/v1/customers', 'application/json'],
  ['Application/JSON ; Q = 0.000', '/v1/customers', 'application/json'],
  ['application/json; charset=utf-8; q=0', '/v1/customers', 'application/json'],
  ['application/json; version=2; q=0', '/v1/customers', null],
  ['application/*;q=0', '/v1/customers', 'application/json'],
  ['text/html, */*;q=0', '/v1/customers', 'application/json'],
  ['*/*;q=0, application/json', '/v1/customers', null],
  ['application/json, application/*;q=0', '/v1/customers', null],
  ['application/json;q=0, */*', '/v1/customers', 'application/json'],
  ['application/problem+json;q=0', '/v1/customers', null],
  ['text/csv;q=0', '/v1/transactions', null],
  ['text/csv;q=0', '/v1/transactions?format=csv', 'text/csv'],
  ['application/json;q=0', '/v1/transactions?format=csv', null],
  ['application/json;q=0', '/v1/transactions?format=json', 'application/json'],
  ['text/*;q=0', '/v1/transactions?format=csv', 'text/csv'],
])('request with Accept %s of %s is refused for %s', async (accept, path, refused) => {
  const response = await get(path, accept)
  expect(response.status).toBe(refused === null ? 200 : 406)
  if (refused !== null) {
    expect(response.json.errors).toHaveLength(1)
    expect(response.json.errors[0]).toMatchObject({ type: 'not_acceptable', message: { details: { type: refused } } })
  }
})

test.each(endpoints)(
  '$name with an Accept header that refuses JSON returns 406 and changes nothing',
  async (endpoint) => {
    const { method, path, errorFormat }: Endpoint = endpoint
    const rows = await countRows(merchant)
    const headers = { accept: 'application/json;q=0', 'idempotency-key': crypto.randomUUID() }
    const { status, json, d1 } = await call(method, path.replaceAll(/\{\w+\}/g, '12345678'), {
      headers,
      ...(method !== 'GET' && { body: cardPayment() }),
    })
    expect([status, errorFormat === 'problem' ? json.title : json.errors[0].type]).toEqual([
      406,
      errorFormat === 'problem' ? 'Not acceptable' : 'not_acceptable',
    ])
    expect(d1).toBeFalsy()
    expect(await countRows(merchant)).toEqual(rows)
  },
)

test.each([
  ['application/problem+json', 'application/problem+json'],
  ['application/json;q=0.5, application/problem+json;q=0.1', 'application/problem+json'],
  ['application/problem+json;q=0', 'application/json; charset=utf-8'],
  ['*/*, application/problem+json;q=0.0', 'application/json; charset=utf-8'],
  ['*/*', 'application/json; charset=utf-8'],
])('problem details for Accept %s have the type %s', async (accept, type) => {
  const { status, headers } = await get('/v1/transactions/1', accept)
  expect([status, headers.get('content-type')]).toEqual([404, type])
})

import { describe, expect, test } from 'vitest'
import type { CallOptions, MerchantOptions } from '../../testing/merchant.ts'
import { cardPayment, card, createMerchant, gatewayOrigin, countRows, startWorker } from '../../testing/merchant.ts'

const worker = startWorker()
const anyone = worker.as(null)

const shop = 'https://shop.example'
const other = 'https://other.example'

const tokens = (options: CallOptions) => anyone('POST', '/v1/tokens', options)

/** Creates a token from a page of an origin. */
const tokenFrom = (key: string, origin: string) => tokens({ key, headers: { origin }, body: { creditCard: card() } })

describe('preflights', () => {
  test.each([
    ['/v1/tokens', 'POST'],
    ['/v1/encryptionkeys', 'GET'],
  ])('a preflight of %s is answered without a key', async (path, methods) => {
    const headers = {
      origin: shop,
      'access-control-request-method': methods,
      'access-control-request-headers': 'content-type,x-api-key',
    }
    const answer = await anyone('OPTIONS', path, { headers })
    expect(answer.status).toBe(204)
    expect(answer.text).toBe('')
    expect(answer.headers.get('access-control-allow-origin')).toBe(shop)
    expect(answer.headers.get('access-control-allow-methods')).toBe(methods)
    expect(answer.headers.get('access-control-allow-headers')).toBe('x-api-key, content-type')
    expect(answer.headers.get('vary')).toBe('Origin')
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
  })

  test.each(['/v1/transactions/authorize', '/v1/transactions/12345', '/v1/customers', '/v1/account', '/v1/webhook'])(
    'a preflight of %s returns 401 without a key, 405 with one, and no CORS headers',
    async (path) => {
      const merchant = await createMerchant()
      for (const [key, status] of [
        [null, 401],
        [merchant.secretKey, 405],
      ] as const) {
        const answer = await anyone('OPTIONS', path, { key, headers: { origin: shop } })
        expect(answer.status).toBe(status)
        expect(answer.headers.has('access-control-allow-origin')).toBe(false)
      }
    },
  )
})

interface Case {
  readonly who: string
  readonly mode: 'test' | 'live'
  /** The account's lists. */
  readonly account?: MerchantOptions['own']
  /** The key's own list. */
  readonly own?: string[]
  readonly origin: string
  readonly allowed: boolean
}

const both = { test: { allowedOrigins: [shop, other] }, live: { allowedOrigins: [shop] } }

const cases: readonly Case[] = [
  { who: 'no list in test mode', mode: 'test', origin: other, allowed: true },
  { who: 'no list in live mode', mode: 'live', origin: other, allowed: false },
  { who: 'an origin of the test list', mode: 'test', account: both, origin: other, allowed: true },
  { who: 'an origin of the test list only', mode: 'live', account: both, origin: other, allowed: false },
  { who: 'an origin of the live list', mode: 'live', account: both, origin: shop, allowed: true },
  { who: 'an unlisted origin', mode: 'test', account: both, origin: 'https://evil.example', allowed: false },
  { who: 'another port', mode: 'test', account: both, origin: `${shop}:8443`, allowed: false },
  { who: 'another scheme', mode: 'test', account: both, origin: 'http://shop.example', allowed: false },
  { who: 'a subdomain', mode: 'test', account: both, origin: 'https://www.shop.example', allowed: false },
  { who: 'a suffix of a foreign domain', mode: 'test', account: both, origin: `${shop}.evil.example`, allowed: false },
  { who: 'a sandboxed page', mode: 'test', account: both, origin: 'null', allowed: false },
  {
    who: 'an origin in the lists of account and key',
    mode: 'test',
    account: both,
    own: [shop],
    origin: shop,
    allowed: true,
  },
  {
    who: 'an origin that the list of the key lacks',
    mode: 'test',
    account: both,
    own: [shop],
    origin: other,
    allowed: false,
  },
  {
    who: 'an origin in the list of the key only',
    mode: 'test',
    account: both,
    own: ['https://third.example'],
    origin: 'https://third.example',
    allowed: false,
  },
  { who: 'an empty list of the key', mode: 'test', account: both, own: [], origin: shop, allowed: false },
  { who: 'a list of the key and none of the account', mode: 'test', own: [shop], origin: shop, allowed: true },
  { who: 'an origin outside the only list, of the key', mode: 'test', own: [shop], origin: other, allowed: false },
  { who: 'the origin of the gateway', mode: 'live', origin: gatewayOrigin, allowed: true },
  {
    who: 'the origin of the gateway and empty lists',
    mode: 'test',
    account: both,
    own: [],
    origin: gatewayOrigin,
    allowed: true,
  },
]

describe('allowed origins', () => {
  test.each(cases)(
    'POST /v1/tokens with $who ($mode, $origin): allowed $allowed',
    async ({ mode, account, own, origin, allowed }) => {
      const merchant = await createMerchant({ mode, ...(account && { own: account }) })
      const { key } = await merchant.issue('pk', own === undefined ? {} : { allowedOrigins: own })
      const answer = await tokenFrom(key, origin)
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
      expect(answer.headers.get('vary')).toBe('Origin')
      if (allowed) {
        expect(answer.status).toBe(200)
        expect((await countRows(merchant)).tokens).toBe(1)
      } else {
        expect(answer.status).toBe(403)
        expect(answer.json.errors).toMatchObject([{ type: 'origin_not_allowed' }])
        expect((await countRows(merchant)).tokens).toBe(0)
      }
    },
  )

  test('POST /v1/tokens without an origin is accepted in live mode', async () => {
    const merchant = await createMerchant({ mode: 'live' })
    const answer = await anyone('POST', '/v1/tokens', { key: merchant.publishableKey, body: { creditCard: card() } })
    expect(answer.status).toBe(200)
    expect(answer.headers.has('access-control-allow-origin')).toBe(false)
  })
})

describe('responses to pages', () => {
  test('a page can read the error of its token request', async () => {
    const merchant = await createMerchant()
    for (const options of [{ key: null }, { body: '{' }, { body: {} }]) {
      const answer = await tokens({ key: merchant.publishableKey, body: {}, headers: { origin: shop }, ...options })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.headers.get('access-control-allow-origin')).toBe(shop)
      expect(answer.headers.get('access-control-expose-headers')).toContain('x-request-id')
    }
  })

  test('a page cannot read a response of authorize with any key', async () => {
    const merchant = await createMerchant()
    for (const key of [merchant.publishableKey, merchant.secretKey]) {
      const answer = await anyone('POST', '/v1/transactions/authorize', {
        key,
        headers: { origin: shop },
        body: cardPayment(),
      })
      expect(answer.headers.has('access-control-allow-origin')).toBe(false)
    }
  })

  test('a request that needs no preflight creates no token', async () => {
    const merchant = await createMerchant()
    const simple = await anyone('POST', '/v1/tokens', {
      headers: { origin: shop, 'content-type': 'text/plain' },
      body: JSON.stringify({ creditCard: card(), 'x-api-key': merchant.publishableKey }),
    })
    expect(simple.status).toBe(401)
    expect((await countRows(merchant)).tokens).toBe(0)
  })
})

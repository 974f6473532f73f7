import { describe, expect, test } from 'vitest'
import type { CallOptions } from '../../testing/merchant.ts'
import { byCard, card, createMerchant, gatewayOrigin, rowsOf, startWorker } from '../../testing/merchant.ts'

const worker = startWorker()
const anyone = worker.as(null)

const shop = 'https://shop.example'
const other = 'https://other.example'

const tokens = (options: CallOptions) => anyone('POST', '/v1/tokens', options)

/** Makes a token as a page of this origin would. */
const tokenFrom = (key: string, origin: string) => tokens({ key, headers: { origin }, body: { creditCard: card() } })

describe('a preflight', () => {
  test.each([
    ['/v1/tokens', 'POST'],
    ['/v1/encryptionkeys', 'GET'],
  ])('of %s is answered without a key', async (path, methods) => {
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
    'of %s is refused: 401 without a key, 405 with one, and no CORS header',
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
  readonly account?: { readonly test: string[]; readonly live: string[] }
  /** The key's own list. */
  readonly own?: string[]
  readonly origin: string
  readonly allowed: boolean
}

const both = { test: [shop, other], live: [shop] }

const cases: readonly Case[] = [
  { who: 'anybody, where test mode lists nobody', mode: 'test', origin: other, allowed: true },
  { who: 'nobody, where live mode lists nobody', mode: 'live', origin: other, allowed: false },
  { who: 'an origin of the test list', mode: 'test', account: both, origin: other, allowed: true },
  { who: 'no origin of the test list alone, in live mode', mode: 'live', account: both, origin: other, allowed: false },
  { who: 'an origin of the live list', mode: 'live', account: both, origin: shop, allowed: true },
  { who: 'no stranger to the list', mode: 'test', account: both, origin: 'https://evil.example', allowed: false },
  { who: 'no other port', mode: 'test', account: both, origin: `${shop}:8443`, allowed: false },
  { who: 'no other scheme', mode: 'test', account: both, origin: 'http://shop.example', allowed: false },
  { who: 'no subdomain', mode: 'test', account: both, origin: 'https://www.shop.example', allowed: false },
  { who: 'no look-alike', mode: 'test', account: both, origin: `${shop}.evil.example`, allowed: false },
  { who: 'no sandboxed page', mode: 'test', account: both, origin: 'null', allowed: false },
  {
    who: 'who the key names, of those the account names',
    mode: 'test',
    account: both,
    own: [shop],
    origin: shop,
    allowed: true,
  },
  {
    who: 'nobody else, where the key names one',
    mode: 'test',
    account: both,
    own: [shop],
    origin: other,
    allowed: false,
  },
  {
    who: 'nobody whom only the key names',
    mode: 'test',
    account: both,
    own: ['https://third.example'],
    origin: 'https://third.example',
    allowed: false,
  },
  { who: 'nobody, where the key names none', mode: 'test', account: both, own: [], origin: shop, allowed: false },
  { who: 'who the key names, where the account names nobody', mode: 'test', own: [shop], origin: shop, allowed: true },
  { who: 'nobody else there', mode: 'test', own: [shop], origin: other, allowed: false },
  { who: "the gateway's own pages", mode: 'live', origin: gatewayOrigin, allowed: true },
  {
    who: "the gateway's own pages, whatever is listed",
    mode: 'test',
    account: both,
    own: [],
    origin: gatewayOrigin,
    allowed: true,
  },
]

describe('tokens may be made by pages of', () => {
  test.each(cases)('$who ($mode, $origin)', async ({ mode, account, own, origin, allowed }) => {
    const merchant = await createMerchant({ mode, ...(account && { settings: { allowedOrigins: account } }) })
    const { key } = await merchant.issue('pk', own === undefined ? {} : { allowedOrigins: own })
    const answer = await tokenFrom(key, origin)
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    expect(answer.headers.get('vary')).toBe('Origin')
    if (allowed) {
      expect(answer.status).toBe(200)
      expect((await rowsOf(merchant)).tokens).toBe(1)
    } else {
      expect(answer.status).toBe(403)
      expect(answer.json.errors).toMatchObject([{ type: 'origin_not_allowed' }])
      expect((await rowsOf(merchant)).tokens).toBe(0)
    }
  })

  test('no origin at all, which is a server', async () => {
    const merchant = await createMerchant({ mode: 'live' })
    const answer = await anyone('POST', '/v1/tokens', { key: merchant.publishableKey, body: { creditCard: card() } })
    expect(answer.status).toBe(200)
    expect(answer.headers.has('access-control-allow-origin')).toBe(false)
  })
})

describe('a page', () => {
  test('can read why its request was refused', async () => {
    const merchant = await createMerchant()
    for (const options of [{ key: null }, { body: '{' }, { body: {} }]) {
      const answer = await tokens({ key: merchant.publishableKey, body: {}, headers: { origin: shop }, ...options })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.headers.get('access-control-allow-origin')).toBe(shop)
      expect(answer.headers.get('access-control-expose-headers')).toContain('x-request-id')
    }
  })

  test('can read nothing of any other endpoint, whatever its key', async () => {
    const merchant = await createMerchant()
    for (const key of [merchant.publishableKey, merchant.secretKey]) {
      const answer = await anyone('POST', '/v1/transactions/authorize', {
        key,
        headers: { origin: shop },
        body: byCard(),
      })
      expect(answer.headers.has('access-control-allow-origin')).toBe(false)
    }
  })

  test('writes nothing by a request that needs no preflight', async () => {
    const merchant = await createMerchant()
    const simple = await anyone('POST', '/v1/tokens', {
      headers: { origin: shop, 'content-type': 'text/plain' },
      body: JSON.stringify({ creditCard: card(), 'x-api-key': merchant.publishableKey }),
    })
    expect(simple.status).toBe(401)
    expect((await rowsOf(merchant)).tokens).toBe(0)
  })
})

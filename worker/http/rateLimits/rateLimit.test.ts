import { describe, expect, test } from 'vitest'
import type { RateTier } from '#contract/accounts/accounts'
import { rateLimitsWithBinding } from '#contract/rateLimits'
import type { RateLimitName } from '#contract/rateLimits'
import { mintApiKey } from '../../domain/apiKeys/format.ts'
import { parseEnvironment } from '../../app/env.ts'
import { bindings } from '../../testing/bindings.ts'
import { cardPayment, card, createMerchant, startWorker } from '../../testing/merchant.ts'
import type { CallOptions } from '../../testing/merchant.ts'
import { clientAddress } from './address.ts'

/** Limiters that allow a number of requests per key and record the keys they counted. */
const counters = (rooms: Partial<Record<RateLimitName, number>> = {}) => {
  const seen: string[] = []
  const counter = (name: RateLimitName) => ({
    limit: async ({ key }: { key: string }) => {
      seen.push(`${name} ${key}`)
      return { success: seen.filter((one) => one === `${name} ${key}`).length <= (rooms[name] ?? Infinity) }
    },
  })
  return { seen, rateLimiters: Object.fromEntries(rateLimitsWithBinding.map((name) => [name, counter(name)])) }
}

const invented = () => mintApiKey({ kind: 'sk', mode: 'test', shard: '00' }).reveal()
const ofTier = (rateTier: RateTier) => createMerchant({ settings: { rateTier } })
const merchant = await ofTier('standard')
const from = (address: string, more: CallOptions = {}): CallOptions => ({
  ...more,
  headers: { 'cf-connecting-ip': address },
})

describe('account limits', () => {
  test.each([
    ['standard', '"standard";q=1000;w=10'],
    ['strict', '"strict";q=10;w=10'],
    ['tiny', '"tiny";q=1;w=10'],
    ['unlimited', null],
  ] as const)('responses to an account of tier %s have RateLimit-Policy %s', async (tier, policy) => {
    const { secretKey } = await ofTier(tier)
    const call = startWorker(counters()).as(secretKey)
    const asked = [
      ['GET', '/v1/account'],
      ['GET', '/v1/transactions/1'],
      ['GET', '/v1/nothing'],
      ['DELETE', '/v1/account'],
    ] as const
    for (const [method, path] of asked) {
      const { headers } = await call(method, path)
      expect(headers.get('ratelimit-policy')).toBe(policy)
      expect(headers.has('ratelimit')).toBe(false)
    }
  })

  test('requests of an account are counted per mode over all keys, without a round trip', async () => {
    const { seen, rateLimiters } = counters()
    const call = startWorker({ rateLimiters }).as(merchant.secretKey)
    const { d1 } = await call('GET', '/v1/account')
    await call('POST', '/v1/tokens', { key: merchant.publishableKey, body: { creditCard: card() } })
    await call('GET', '/v1/account', { key: (await merchant.issue('sk', { mode: 'live' })).key })
    expect(seen).toEqual(['test', 'test', 'live'].map((mode) => `standard ${merchant.id}/${mode}`))
    expect(d1).toBe(1)
  })

  test('a request above the account limit returns 429 with Retry-After and changes nothing', async () => {
    const worker = startWorker(counters({ standard: 0 }))
    const answer = await worker.as(merchant.secretKey)('PUT', '/v1/account', { body: { name: 'Late' } })
    expect(answer.status).toBe(429)
    expect(answer.headers.get('ratelimit-policy')).toBe('"standard";q=1000;w=10')
    expect(answer.headers.get('ratelimit')).toBe('"standard";r=0;t=10')
    expect(answer.headers.get('retry-after')).toBe('10')
    expect(answer.json).toMatchObject({
      requestId: answer.headers.get('x-request-id'),
      errors: [{ type: 'rate_limited', message: { details: { policy: 'standard', quota: 1000, window: 10 } } }],
    })
    expect(worker.log).toMatchObject([{ status: 429, account: merchant.id, errors: ['rate_limited'] }])
    const settings = await merchant.rows('SELECT settings FROM accounts WHERE id = ?', merchant.id)
    expect(settings[0]?.['settings']).not.toContain('Late')
  })

  test('a request above the account limit returns problem details on GET /v1/transactions/{id}', async () => {
    const call = startWorker(counters({ standard: 0 })).as(merchant.secretKey)
    const { status, json } = await call('GET', '/v1/transactions/1')
    expect(status).toBe(429)
    expect(json).toMatchObject({
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      status: 429,
      'violated-policies': ['standard'],
    })
  })

  test('authorize above the account limit returns 429 with Retry-After and RateLimit and without a body', async () => {
    const call = startWorker(counters({ standard: 0 })).as(merchant.secretKey)
    const { status, headers, text } = await call('POST', '/v1/transactions/authorize', { body: cardPayment() })
    expect([status, text]).toEqual([429, ''])
    expect(headers.get('content-length')).toBe('0')
    expect(headers.has('content-type')).toBe(false)
    expect(headers.get('retry-after')).toBe('10')
    expect(headers.get('ratelimit')).toBe('"standard";r=0;t=10')
    expect(headers.get('ratelimit-policy')).toBe('"standard";q=1000;w=10')
  })

  test('a 429 does not consume the idempotency key', async () => {
    const headers = { 'idempotency-key': 'limited' }
    const send = (parts: object) =>
      startWorker(parts).as(merchant.secretKey)('PUT', '/v1/account', { body: { tipAtSale: true }, headers })
    expect((await send(counters({ standard: 0 }))).status).toBe(429)
    expect((await send({})).status).toBe(200)
  })

  test.each([
    ['is not bound', {}],
    ['fails', { standard: { limit: () => Promise.reject(new Error('away')) } }],
    ['has no limit method', { standard: {} as never }],
  ])('a request passes if its limiter %s', async (_what, rateLimiters) => {
    expect((await startWorker({ rateLimiters }).as(merchant.secretKey)('GET', '/v1/account')).status).toBe(200)
  })

  test('tier tiny is limited by the platform binding', async () => {
    const { rateLimiters } = parseEnvironment(bindings)
    const call = startWorker({ rateLimiters }).as((await ofTier('tiny')).secretKey)
    // Three, since a window may end between two of them.
    const statuses = [
      await call('GET', '/v1/account'),
      await call('GET', '/v1/account'),
      await call('GET', '/v1/account'),
    ]
    expect(statuses[0]?.status).toBe(200)
    expect(statuses.map(({ status }) => status)).toContain(429)
  })
})

describe('authentication limits', () => {
  test('failed authentications from one address return 429, and a valid key still works', async () => {
    const { seen, rateLimiters } = counters({ authentication: 2 })
    const call = startWorker({ rateLimiters }).as(null)
    const tries = [null, 'password', 'sluice_sk_test_00']
    const answers = []
    for (const key of tries) answers.push(await call('GET', '/v1/account', from('192.0.2.1', { key })))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 429])
    expect(answers[2]?.headers.get('ratelimit')).toBe('"authentication";r=0;t=60')
    expect(answers[2]?.headers.get('retry-after')).toBe('60')
    expect((await call('GET', '/v1/account', from('192.0.2.2'))).status).toBe(401)
    expect((await call('GET', '/v1/account', from('192.0.2.1', { key: merchant.secretKey }))).status).toBe(200)
    expect(seen.filter((one) => one.startsWith('authentication'))).toEqual([
      ...tries.map(() => 'authentication 192.0.2.1'),
      'authentication 192.0.2.2',
    ])
  })

  test('failed authentications without an address, and other errors, are not counted', async () => {
    const { seen, rateLimiters } = counters()
    const call = startWorker({ rateLimiters }).as(null)
    await call('GET', '/v1/account')
    await call('GET', '/v1/account', from('192.0.2.1', { key: merchant.publishableKey }))
    expect(seen).toEqual(['lookups key/192.0.2.1', `standard ${merchant.id}/test`])
  })

  test('invented API keys from one address return 429 without a look-up, and keys that the isolate has met still work', async () => {
    const { rateLimiters } = counters({ lookups: 2 })
    const worker = startWorker({ rateLimiters })
    const call = worker.as(null)
    const ask = (key: string) => call('GET', '/v1/account', from('192.0.2.1', { key }))
    const statuses = [(await ask(merchant.secretKey)).status]
    for (let times = 0; times < 3; times++) statuses.push((await ask(invented())).status)
    statuses.push((await ask(merchant.secretKey)).status)
    expect(statuses).toEqual([200, 401, 429, 429, 200])
    expect(worker.log.map(({ d1 }) => d1)).toEqual([1, 1, 0, 0, 1])
  })

  test('a revoked API key counts as an invented one from its next request on', async () => {
    const { seen, rateLimiters } = counters()
    const call = startWorker({ rateLimiters }).as(null)
    const { key, keyId } = await merchant.issue('sk')
    const ask = async () => (await call('GET', '/v1/account', from('192.0.2.1', { key }))).status
    expect(await ask()).toBe(200)
    await merchant.run('UPDATE apiKeys SET revoked = 1 WHERE id = ?', keyId)
    expect([await ask(), await ask()]).toEqual([401, 401])
    expect(seen).toEqual([
      'lookups key/192.0.2.1',
      `standard ${merchant.id}/test`,
      `standard ${merchant.id}/test`,
      'lookups key/192.0.2.1',
    ])
  })
})

describe('publishable key limits', () => {
  const body = { creditCard: card() }
  const limited = { ...from('192.0.2.1'), body, key: merchant.publishableKey }

  test('tokens of all publishable keys of an account are limited together per address', async () => {
    const call = startWorker(counters({ tokens: 1 })).as(null)
    expect((await call('POST', '/v1/tokens', limited)).headers.get('ratelimit-policy')).toBe(
      '"standard";q=1000;w=10, "tokens";q=60;w=60',
    )
    const refused = await call('POST', '/v1/tokens', limited)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('ratelimit')).toBe('"tokens";r=0;t=60')
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(refused.json).toMatchObject({ token: null, errors: [{ type: 'rate_limited' }] })
    expect((await call('POST', '/v1/tokens', { ...limited, key: (await merchant.issue('pk')).key })).status).toBe(429)
    const others = [
      { ...limited, ...from('192.0.2.2') },
      { ...limited, key: merchant.secretKey },
      { ...limited, key: (await ofTier('standard')).publishableKey },
    ]
    for (const other of others) expect((await call('POST', '/v1/tokens', other)).status).toBe(200)
  })

  test('tokens of an unlimited account are not counted', async () => {
    const { seen, rateLimiters } = counters()
    const { publishableKey } = await ofTier('unlimited')
    const call = startWorker({ rateLimiters }).as(publishableKey)
    expect((await call('POST', '/v1/tokens', { ...limited, key: publishableKey })).status).toBe(200)
    expect(seen).toEqual(['lookups key/192.0.2.1'])
  })
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:192.0.2.1', '0:0:0:0::/64'],
  [null, null],
])('client address %s is counted as %s', (address, counted) => {
  const headers = new Headers(address === null ? [] : [['cf-connecting-ip', address]])
  expect(clientAddress(new Request('https://pay.test/', { headers }))).toBe(counted)
})

import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { problem, envelope } from '#contract/errors/envelope'
import type { Endpoint } from '#contract/endpoint'
import { grantableScopes, scopes } from '#contract/scopes'
import { endpoints } from '#contract/endpoints'
import { hashApiKey, mintApiKey } from '../domain/apiKeys/format.ts'
import type { ApiResponse, CallOptions } from '../testing/merchant.ts'
import { createMerchant, gatewayOrigin, startWorker } from '../testing/merchant.ts'

/** Authentication, scopes and error format of every endpoint of the contract. */

const worker = startWorker({ fetch: () => Promise.resolve(new Response(null, { status: 204 })) })
const anyone = worker.as(null)
const merchant = await createMerchant()
const suspended = await createMerchant()
await suspended.run('UPDATE accounts SET suspended = 1 WHERE id = ?', suspended.id)

const unknownKey = mintApiKey({ kind: 'sk', mode: 'test', shard: '00' }).reveal()
const mistyped = unknownKey.slice(0, -1) + (unknownKey.endsWith('a') ? 'b' : 'a')
const unboundShard = mintApiKey({ kind: 'sk', mode: 'test', shard: 'zz' }).reveal()
const revoked = (await merchant.issue('sk', { revoked: Date.now() - 1 })).key
const expired = (await merchant.issue('sk', { expires: Date.now() - 1 })).key
const expiresLater = (await merchant.issue('sk', { expires: Date.now() + 3_600_000 })).key
const liveExpiresLater = (
  await merchant.issue('rk', { mode: 'live', scopes: grantableScopes, expires: Date.now() + 3_600_000 })
).key

const pathOf = ({ path }: Endpoint): string =>
  path.replace('{id}', '12345678901234').replace(/\{\w+\}/g, 'abcdefgh-1234')

const send = (endpoint: Endpoint, options: CallOptions = {}) =>
  anyone(endpoint.method, pathOf(endpoint), { ...(endpoint.body ? { body: {} } : {}), ...options })

/** Members that are null in an error response. */
const nullMembers: Readonly<Record<string, string>> = {
  'GET /v1/customers': 'customers',
  'GET /v1/customers/{Customer}': 'customers',
  'PUT /v1/customers/{Customer}/wallet/{Wallet}': 'wallet',
  'GET /v1/subscriptions': 'subscriptions',
  'GET /v1/terminals/{Terminal}': 'terminals',
}

/** The two endpoints whose errors are problem details. All others but authorize use the envelope. */
const problems = new Set(['GET /v1/transactions/{id}', 'GET /v1/customers/{Customer}/wallet'])
const authorize = 'POST /v1/transactions/authorize'

/** Checks the error format of an endpoint. */
const expectFailure = (endpoint: Endpoint, answer: ApiResponse, status: number, type: string): void => {
  const name = `${endpoint.method} ${endpoint.path}`
  const requestId = answer.headers.get('x-request-id')
  expect(answer.status).toBe(status)
  expect(requestId).toMatch(/^[0-9a-f]{32}$/)
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'ApiKey realm="v1"' : null)
  if (name === authorize && [401, 403].includes(status)) {
    expect(answer.text).toBe('')
    expect(answer.headers.get('content-length')).toBe('0')
    expect(answer.headers.has('content-type')).toBe(false)
    return
  }
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const body = answer.json
  expect(body.requestId).toBe(requestId)
  if (problems.has(name)) {
    expect(v.parse(v.strictObject(problem().entries), body)).toMatchObject({ status, instance: pathOf(endpoint) })
    expect(body.type).toBe(`${gatewayOrigin}/problems/${type.replaceAll('_', '-')}`)
    return
  }
  const nulls = nullMembers[name]
  if (nulls !== undefined) expect(body).toHaveProperty(nulls, null)
  const allowed = new Set(['requestId', 'errors', nulls, ...(endpoint.nullOnError ?? [])])
  expect(Object.keys(body).filter((member) => !allowed.has(member))).toEqual([])
  const { errors } = v.parse(envelope({}), body)
  expect(errors).toMatchObject([
    { type, message: { field: null, code: type, docs: `${gatewayOrigin}/errors#${type}` } },
  ])
}

interface Case {
  readonly who: string
  readonly key: string | null
  readonly status: number
  readonly type: string
  /** D1 round trips of the request. */
  readonly trips: number
}

const unauthenticated: readonly Case[] = [
  { who: 'no key', key: null, status: 401, type: 'key_missing', trips: 0 },
  { who: 'an empty key', key: '', status: 401, type: 'key_missing', trips: 0 },
  { who: 'a key with a wrong checksum', key: mistyped, status: 401, type: 'key_invalid', trips: 0 },
  { who: 'a malformed key', key: 'password', status: 401, type: 'key_invalid', trips: 0 },
  {
    who: 'two keys in a list',
    key: `${merchant.secretKey}, ${merchant.secretKey}`,
    status: 401,
    type: 'key_invalid',
    trips: 0,
  },
  { who: 'a key of an unbound shard', key: unboundShard, status: 401, type: 'key_invalid', trips: 0 },
  { who: 'an unknown key', key: unknownKey, status: 401, type: 'key_invalid', trips: 1 },
  { who: 'a revoked key', key: revoked, status: 401, type: 'key_revoked', trips: 1 },
  { who: 'an expired key', key: expired, status: 401, type: 'key_expired', trips: 1 },
  { who: 'a suspended account', key: suspended.secretKey, status: 403, type: 'account_suspended', trips: 1 },
]

describe.each(endpoints.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })))(
  '$name',
  ({ name, endpoint }) => {
    test.each(unauthenticated)(`${name}: $who returns $status $type`, async ({ key, status, type, trips }) => {
      expectFailure(endpoint, await send(endpoint, { key }), status, type)
      expect(worker.log.at(-1)).toMatchObject({ route: endpoint.name, status, errors: [type], d1: trips })
    })

    test(`${name}: a key in Authorization, cookie or query is ignored`, async () => {
      const { secretKey } = merchant
      const headers = { authorization: `Bearer ${secretKey}`, cookie: `x-api-key=${secretKey}` }
      const answer = await anyone(endpoint.method, `${pathOf(endpoint)}?x-api-key=${secretKey}&api_key=${secretKey}`, {
        headers,
        ...(endpoint.body ? { body: {} } : {}),
      })
      expectFailure(endpoint, answer, 401, 'key_missing')
    })

    const required = [endpoint.scope, ...(endpoint.additionalScopes ?? [])]
    for (const missing of required)
      test(`${name}: a restricted key without ${missing} returns 403 scope_missing`, async () => {
        const { key } = await merchant.issue('rk', { scopes: scopes.filter((scope) => scope !== missing) })
        const answer = await send(endpoint, { key })
        expectFailure(endpoint, answer, 403, 'scope_missing')
        if (endpoint.errorFormat === 'envelope')
          expect(answer.json.errors[0].message.details).toEqual({ scope: missing })
      })

    test(`${name}: a restricted key with ${required.join(' and ')} is accepted`, async () => {
      const { key } = await merchant.issue('rk', { scopes: required, mode: endpoint.liveOnly ? 'live' : 'test' })
      expect([401, 403]).not.toContain((await send(endpoint, { key })).status)
    })

    test(`${name}: a key that expires later is accepted`, async () => {
      const key = endpoint.liveOnly ? liveExpiresLater : expiresLater
      expect([401, 403]).not.toContain((await send(endpoint, { key })).status)
    })

    if (endpoint.liveOnly === true)
      test(`${name}: a test key with all scopes returns 403 mode_mismatch`, async () => {
        const { key } = await merchant.issue('rk', { scopes: grantableScopes })
        const answer = await send(endpoint, { key })
        expectFailure(endpoint, answer, 403, 'mode_mismatch')
        expect(answer.json.errors[0].message).toMatchObject({
          text: 'This operation is available in live mode only.',
          details: { mode: 'live' },
        })
      })

    if (endpoint.publishable !== true)
      test(`${name}: a publishable key returns 403`, async () => {
        expectFailure(
          endpoint,
          await send(endpoint, { key: merchant.publishableKey }),
          403,
          'publishable_key_not_allowed',
        )
      })

    if (endpoint.publishable === true)
      test(`${name}: a publishable key is accepted`, async () => {
        expect([401, 403]).not.toContain((await send(endpoint, { key: merchant.publishableKey })).status)
      })

    test(`${name}: authentication precedes the body's validation`, async () => {
      expectFailure(
        endpoint,
        await send(endpoint, { key: null, ...(endpoint.body ? { body: '{' } : {}) }),
        401,
        'key_missing',
      )
    })

    if (endpoint.errorFormat === 'problem')
      test(`${name}: errors are application/problem+json if Accept contains it`, async () => {
        const headers = { accept: 'application/json, application/problem+json;q=0.9' }
        const answer = await send(endpoint, { key: null, headers })
        expect(answer.headers.get('content-type')).toBe('application/problem+json')
        expect(answer.json).toMatchObject({ status: 401, title: 'Key missing' })
      })

    if (endpoint.errorFormat !== 'problem')
      test(`${name}: errors are application/json even if Accept contains problem+json`, async () => {
        const answer = await send(endpoint, {
          key: merchant.secretKey,
          headers: { accept: 'application/problem+json' },
        })
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      })

    test(`${name}: responses are not cacheable`, async () => {
      const { headers } = await send(endpoint, { key: merchant.secretKey })
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    })
  },
)

test('publishable keys may call POST /v1/tokens and GET /v1/encryptionkeys only', () => {
  expect(endpoints.filter(({ publishable }) => publishable).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v1/tokens',
    'GET /v1/encryptionkeys',
  ])
})

describe('lastUsed of an API key', () => {
  test('lastUsed of a key is recorded after the response, at most once a minute', async () => {
    const { key, keyId } = await merchant.issue('sk')
    const lastUsed = async () =>
      (await merchant.rows('SELECT lastUsed FROM apiKeys WHERE id = ?', keyId))[0]?.['lastUsed']
    expect(await lastUsed()).toBeNull()
    const before = Date.now()
    await send(endpoints[0]!, { key })
    const first = await lastUsed()
    expect(first).toBeGreaterThanOrEqual(before)
    await startWorker().as(key)('GET', '/v1/account')
    expect(await lastUsed()).toBe(first)
    await startWorker({ clock: { now: () => Date.now() + 61_000 } }).as(key)('GET', '/v1/account')
    expect(await lastUsed()).toBeGreaterThan(first)
  })
})

test('an API key is stored as a hash only', async () => {
  const stored = JSON.stringify(await merchant.rows('SELECT * FROM apiKeys WHERE account = ?', merchant.id))
  for (const key of [merchant.secretKey, merchant.publishableKey]) {
    expect(stored).toContain(await hashApiKey(key))
    expect(stored).not.toContain(key.slice(18, 50))
  }
})

import { expect, test } from 'vitest'
import { parseApiKey } from '../../domain/apiKeys/format.ts'
import { createMerchant, startWorker, testClock } from '../../testing/merchant.ts'
import {
  auditLog,
  createForeignIds,
  createMerchantWithCall,
  createRestricted,
  foreignKeys,
  getAccount,
  issueKey,
  list,
  revoke,
  rotate,
  storedRows,
  tokenize,
} from './fixtures/apiKeyFixture.ts'

const hour = 3_600_000

test.each([
  { kind: 'secret', name: 'Server' },
  { kind: 'publishable', allowedOrigins: ['https://shop.example'] },
  { kind: 'restricted', scopes: ['transactions:read', 'tokens:write'] },
])('rotation of API key %j returns a new key with the same permissions', async (body) => {
  const { call } = await createMerchantWithCall()
  const old = await issueKey(call, body)
  const { status, json } = await rotate(call, old.apiKey.id)
  expect(status).toBe(200)
  const { id, hint } = old.apiKey
  expect(json.apiKey).toEqual({
    ...old.apiKey,
    id: expect.not.stringMatching(id),
    created: expect.any(String),
    hint: hint.slice(0, -4) + json.key.slice(-4),
  })
  expect(json.previous).toEqual({ ...old.apiKey, expires: expect.any(String) })
  expect(parseApiKey(json.key)).toEqual(parseApiKey(old.key))
  expect(json.key).not.toBe(old.key)
  const listed = await list(call)
  expect(listed).toContainEqual(json.apiKey)
  expect(listed.filter(({ id: one }) => one === id)).toMatchObject([{ expires: json.previous.expires }])
  for (const key of [old.key, json.key]) expect((await tokenize(key)).status).toBe(200)
})

test.each([
  [{}, 24],
  [{ overlapHours: null }, 24],
  [{ overlapHours: 1 }, 1],
  [{ overlapHours: 168 }, 168],
])(
  'an API key rotated with %j is valid for %d more hours and returns X-Api-Key-Expires with each response',
  async (body, hours) => {
    const clock = testClock()
    const timed = startWorker({ clock })
    const merchant = await createMerchant()
    const call = timed.as(merchant.secretKey)
    expect((await call('GET', '/v1/account')).headers.has('x-api-key-expires')).toBe(false)
    const rotated = await rotate(call, merchant.secretKeyId, body)
    const end = Date.parse(rotated.json.previous.expires)
    expect(Math.abs(end - clock.now() - hours * hour)).toBeLessThan(20_000)
    const fresh = timed.as(rotated.json.key)
    clock.advance(hours * hour - 30_000)
    for (const response of [
      await call('GET', '/v1/account'),
      await call('POST', '/v1/transactions/authorize', { body: {} }),
      await call('GET', '/v1/transactions/1'),
      await call('GET', '/v1/nowhere'),
      await call('PUT', '/v1/tokens'),
    ]) {
      expect([200, 400, 404, 405]).toContain(response.status)
      expect(response.headers.get('x-api-key-expires')).toBe(rotated.json.previous.expires)
    }
    expect((await fresh('GET', '/v1/account')).headers.has('x-api-key-expires')).toBe(false)
    clock.advance(60_000)
    const rejected = await call('GET', '/v1/account')
    expect([rejected.status, rejected.json.errors[0].type]).toEqual([401, 'key_expired'])
    expect((await fresh('GET', '/v1/account')).status).toBe(200)
  },
)

test('an API key rotated without overlap returns 401 key_expired at once', async () => {
  const { merchant, call } = await createMerchantWithCall()
  const { json } = await rotate(call, merchant.secretKeyId, { overlapHours: 0 })
  const rejected = await getAccount(merchant.secretKey)
  expect([rejected.status, rejected.json.errors[0].type]).toEqual([401, 'key_expired'])
  expect((await getAccount(json.key)).status).toBe(200)
})

test('a request that started before its API key expired is completed', async () => {
  const clock = testClock()
  const timed = startWorker({ clock })
  const merchant = await createMerchant()
  const call = timed.as(merchant.secretKey)
  await rotate(call, merchant.secretKeyId, { overlapHours: 1 })
  const slow = new ReadableStream(
    {
      async pull(controller) {
        // The key has been checked by now, since the body is read later.
        clock.advance(2 * hour)
        controller.enqueue(new TextEncoder().encode('{"name":"Late"}'))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const late = await call('PUT', '/v1/account', { body: slow })
  expect([late.status, late.json.account.name]).toEqual([200, 'Late'])
  expect((await call('GET', '/v1/account')).status).toBe(401)
})

test.each([[-1], [169], [1.5], ['24']])(
  'rotation of an API key with an overlap of %j hours returns 400',
  async (overlapHours) => {
    const { merchant, call } = await createMerchantWithCall()
    const before = await storedRows(merchant)
    const response = await rotate(call, merchant.secretKeyId, { overlapHours })
    expect(response.status).toBe(400)
    expect(response.json.errors).toMatchObject([{ message: { field: 'overlapHours' } }])
    expect(await storedRows(merchant)).toEqual(before)
  },
)

test.each([
  ['revoked', { revoked: Date.now() - 1 }],
  ['expired', { expires: Date.now() - 1 }],
])('rotation of an API key that is %s returns 409 invalid_state', async (state, ended) => {
  const { merchant, call } = await createMerchantWithCall()
  const { keyId } = await merchant.issue('sk', ended)
  const before = await storedRows(merchant)
  const response = await rotate(call, keyId)
  expect(response.status).toBe(409)
  expect(response.json.errors).toMatchObject([{ type: 'invalid_state', message: { details: { state, allowed: [] } } }])
  expect(await storedRows(merchant)).toEqual(before)
})

test('second rotation of an API key returns 409, and the key can be revoked during its overlap', async () => {
  const { call } = await createMerchantWithCall()
  const old = await issueKey(call)
  const { apiKey } = (await rotate(call, old.apiKey.id)).json
  const again = await rotate(call, old.apiKey.id)
  expect(again.status).toBe(409)
  expect(again.json.errors).toMatchObject([
    { type: 'invalid_state', message: { details: { state: 'expiring', allowed: ['revoke'] } } },
  ])
  expect((await rotate(call, apiKey.id)).status).toBe(200)
  expect((await revoke(call, old.apiKey.id)).status).toBe(200)
  expect((await getAccount(old.key)).json.errors[0].type).toBe('key_revoked')
  expect((await rotate(call, old.apiKey.id)).json.errors).toMatchObject([
    { type: 'invalid_state', message: { details: { state: 'revoked', allowed: [] } } },
  ])
})

test('ten rotations of an API key at once: one returns a new key, nine return 409', async () => {
  const { merchant, call } = await createMerchantWithCall()
  const { apiKey } = await issueKey(call)
  const responses = await Promise.all(Array.from({ length: 10 }, () => rotate(call, apiKey.id)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  expect(await list(call)).toHaveLength(4)
  expect((await auditLog(merchant)).filter(({ action }) => action === 'apikey.rotated')).toHaveLength(1)
})

test('rotation of a secret key by a restricted key returns 403 scope_missing', async () => {
  const { merchant, restricted } = await createRestricted(['keys:admin'])
  const before = await storedRows(merchant)
  const response = await rotate(restricted, merchant.secretKeyId)
  expect(response.status).toBe(403)
  expect(response.json.errors).toMatchObject([{ type: 'scope_missing' }])
  expect(response.text).not.toContain('sluice_sk')
  expect(await storedRows(merchant)).toEqual(before)
})

test('rotation of an API key with scope internal by a secret key returns 403 scope_missing', async () => {
  const { merchant, call } = await createMerchantWithCall()
  const { keyId } = await merchant.issue('rk', { scopes: ['internal', 'keys:admin'] })
  const response = await rotate(call, keyId)
  expect(response.status).toBe(403)
  expect(response.json.errors).toMatchObject([{ message: { details: { scope: 'internal' } } }])
})

test.each(foreignKeys)('rotation of an API key %s returns 404', async (foreignKey) => {
  const { merchant, call } = await createMerchantWithCall()
  const { other, ids } = await createForeignIds(merchant)
  const before = [await storedRows(merchant), await storedRows(other)]
  const response = await rotate(call, ids[foreignKey])
  expect(response.status).toBe(404)
  expect(response.json.errors).toMatchObject([{ type: 'not_found', message: { text: 'No such API key.' } }])
  expect([await storedRows(merchant), await storedRows(other)]).toEqual(before)
})

test('rotation of an API key with a malformed id returns 400 id_invalid', async () => {
  const { call } = await createMerchantWithCall()
  expect((await rotate(call, 'no%20id%20here')).json.errors).toMatchObject([{ type: 'id_invalid' }])
})

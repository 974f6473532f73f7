import { expect, test } from 'vitest'
import {
  auditLog,
  createForeignIds,
  createMerchantWithCall,
  foreignKeys,
  getAccount,
  issueKey,
  list,
  revoke,
  storedRows,
} from './fixtures/apiKeyFixture.ts'

test('a revoked API key returns 401 key_revoked at once in test mode', async () => {
  const { call } = await createMerchantWithCall()
  const { key, apiKey } = await issueKey(call)
  expect((await getAccount(key)).status).toBe(200)
  const response = await revoke(call, apiKey.id)
  expect(response.status).toBe(200)
  expect(response.json.apiKey).toMatchObject({ id: apiKey.id, expires: null })
  expect(Date.parse(response.json.apiKey.revoked)).toBeGreaterThan(Date.now() - 60_000)
  const rejected = await getAccount(key)
  expect([rejected.status, rejected.json.errors[0].type]).toEqual([401, 'key_revoked'])
  expect((await list(call)).find(({ id }) => id === apiKey.id)).toMatchObject({
    revoked: response.json.apiKey.revoked,
  })
})

test('an API key can revoke itself', async () => {
  const { merchant, call } = await createMerchantWithCall()
  expect((await revoke(call, merchant.secretKeyId)).status).toBe(200)
  expect((await getAccount(merchant.secretKey)).status).toBe(401)
})

test('revocation of a revoked or expired API key returns 409 invalid_state', async () => {
  const { merchant, call } = await createMerchantWithCall()
  const { apiKey } = await issueKey(call)
  const { keyId } = await merchant.issue('sk', { expires: Date.now() - 1 })
  await revoke(call, apiKey.id)
  const before = await storedRows(merchant)
  for (const [id, state] of [
    [apiKey.id, 'revoked'],
    [keyId, 'expired'],
  ] as const) {
    const again = await revoke(call, id)
    expect(again.status).toBe(409)
    expect(again.json.errors).toMatchObject([{ type: 'invalid_state', message: { details: { state, allowed: [] } } }])
  }
  expect(await storedRows(merchant)).toEqual(before)
})

test('ten revocations of an API key at once: one returns 200, nine return 409', async () => {
  const { merchant, call } = await createMerchantWithCall()
  const { apiKey } = await issueKey(call)
  const responses = await Promise.all(Array.from({ length: 10 }, () => revoke(call, apiKey.id)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  expect((await auditLog(merchant)).filter(({ action }) => action === 'apikey.revoked')).toHaveLength(1)
})

test.each(foreignKeys)('revocation of an API key %s returns 404', async (foreignKey) => {
  const { merchant, call } = await createMerchantWithCall()
  const { other, ids } = await createForeignIds(merchant)
  const before = [await storedRows(merchant), await storedRows(other)]
  const response = await revoke(call, ids[foreignKey])
  expect(response.status).toBe(404)
  expect(response.json.errors).toMatchObject([{ type: 'not_found', message: { text: 'No such API key.' } }])
  expect([await storedRows(merchant), await storedRows(other)]).toEqual(before)
})

test('revocation of an API key with a malformed id returns 400 id_invalid', async () => {
  const { call } = await createMerchantWithCall()
  expect((await revoke(call, 'short')).json.errors).toMatchObject([{ type: 'id_invalid' }])
})

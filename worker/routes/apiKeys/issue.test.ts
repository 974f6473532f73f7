import { expect, test } from 'vitest'
import type { Scope } from '#contract/scopes'
import { scopes } from '#contract/scopes'
import { connectionFixture, insertConnection } from '../../testing/fixtures/connectionFixture.ts'
import { hashApiKey, parseApiKey } from '../../domain/apiKeys/format.ts'
import {
  secretKeyScopes,
  auditLog,
  createMerchantWithCall,
  createRestricted,
  getAccount,
  issue,
  issueKey,
  list,
  rotate,
  storedRows,
  tokenize,
  worker,
} from './fixtures/apiKeyFixture.ts'

test.each([
  [{ kind: 'secret' }, 'sk', secretKeyScopes],
  [{ kind: 'publishable' }, 'pk', ['tokens:write']],
  [{ kind: 'restricted', scopes: ['transactions:read', 'keys:admin'] }, 'rk', ['transactions:read', 'keys:admin']],
  [{ kind: 'restricted', scopes: ['tokens:write', 'tokens:write'] }, 'rk', ['tokens:write']],
])('issue of API key %j returns the key once, with its scopes', async (body, code, granted) => {
  const { merchant, call } = await createMerchantWithCall()
  const response = await issue(call, { ...body, name: 'Till 1' })
  expect(response.status).toBe(200)
  const { key, apiKey, warning } = response.json
  expect(parseApiKey(key)).toEqual({ kind: code, mode: 'test', shard: '00' })
  expect(apiKey).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    kind: body.kind,
    mode: 'test',
    hint: `sluice_${code}_test_00…${key.slice(-4)}`,
    name: 'Till 1',
    scopes: granted,
    allowedOrigins: null,
    created: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
    expires: null,
    revoked: null,
    lastUsed: null,
  })
  expect(warning).toBeNull()
  // Other keys of the account may have the same creation time.
  expect((await list(call)).find(({ id }) => id === apiKey.id)).toEqual(apiKey)
  const stored = JSON.stringify([
    await merchant.rows('SELECT * FROM apiKeys WHERE account = ?', merchant.id),
    await auditLog(merchant),
    worker.log,
  ])
  expect(stored).toContain(await hashApiKey(key))
  expect(stored).not.toContain(key.slice(18, 50))
})

test('an issued API key is accepted at once, within its scopes', async () => {
  const { call } = await createMerchantWithCall()
  expect((await getAccount((await issueKey(call)).key)).status).toBe(200)
  const narrow = (await issueKey(call, { kind: 'restricted', scopes: ['tokens:write'] })).key
  expect((await tokenize(narrow)).status).toBe(200)
  expect((await getAccount(narrow)).status).toBe(403)
})

test('issue of an API key without a name returns the name null', async () => {
  const { call } = await createMerchantWithCall()
  expect((await issueKey(call)).apiKey.name).toBeNull()
  expect((await issueKey(call, { kind: 'secret', name: null, scopes: null })).apiKey.name).toBeNull()
})

test('issue and rotate by a live API key return no warning once a rule names an enabled live connection', async () => {
  const { merchant, call, route } = await connectionFixture({ merchant: { mode: 'live' } })
  const connection = await insertConnection(merchant, 'first', { mode: 'live' })
  expect((await issue(call, { kind: 'secret' })).json.warning).toContain('No routing rule')
  expect((await route({ connection })).status).toBe(200)
  const { json } = await issue(call, { kind: 'secret' })
  expect([json.warning, (await rotate(call, json.apiKey.id)).json.warning]).toEqual([null, null])
})

test('issue by a live API key returns a live key with a warning', async () => {
  const { merchant, call } = await createMerchantWithCall({ mode: 'live' })
  const { json } = await issue(call, { kind: 'secret' })
  expect(parseApiKey(json.key)?.mode).toBe('live')
  expect(json.apiKey.mode).toBe('live')
  expect(json.warning).toContain('G08')
  expect((await rotate(call, json.apiKey.id)).json.warning).toContain('G08')
  expect(await merchant.rows("SELECT id FROM apiKeys WHERE account = ? AND mode = 'test'", merchant.id)).toEqual([])
})

test('an issued and a rotated API key contain the shard of their account', async () => {
  const { call } = await createMerchantWithCall({ shard: '01' })
  const { key, apiKey } = await issueKey(call)
  expect(parseApiKey(key)?.shard).toBe('01')
  expect((await getAccount(key)).status).toBe(200)
  const { key: next } = (await rotate(call, apiKey.id)).json
  expect(parseApiKey(next)?.shard).toBe('01')
  expect((await getAccount(next)).status).toBe(200)
})

test('a publishable key with allowedOrigins returns 403 to other origins', async () => {
  const { call } = await createMerchantWithCall()
  const { key, apiKey } = await issueKey(call, { kind: 'publishable', allowedOrigins: ['https://shop.example:8443'] })
  expect(apiKey.allowedOrigins).toEqual(['https://shop.example:8443'])
  expect((await tokenize(key, 'https://shop.example:8443')).status).toBe(200)
  expect((await tokenize(key, 'https://shop.example')).status).toBe(403)
})

const rk = { kind: 'restricted', scopes: ['tokens:write'] }
const pk = { kind: 'publishable' }

const invalid: readonly (readonly [body: object, type: string, field: string])[] = [
  [{}, 'required', 'kind'],
  [{ kind: 'sk' }, 'enum_invalid', 'kind'],
  [{ kind: 'restricted' }, 'required', 'scopes'],
  [{ kind: 'restricted', scopes: null }, 'required', 'scopes'],
  [{ ...rk, scopes: [] }, 'length_invalid', 'scopes'],
  [{ ...rk, scopes: 'tokens:write' }, 'type_invalid', 'scopes'],
  [{ ...rk, scopes: ['tokens:write', 'everything'] }, 'enum_invalid', 'scopes[1]'],
  [{ ...rk, scopes: ['internal'] }, 'enum_invalid', 'scopes[0]'],
  [{ ...rk, allowedOrigins: ['https://shop.example'] }, 'unknown_member', 'allowedOrigins'],
  [{ kind: 'secret', scopes: ['tokens:write'] }, 'unknown_member', 'scopes'],
  [{ kind: 'secret', allowedOrigins: ['https://shop.example'] }, 'unknown_member', 'allowedOrigins'],
  [{ ...pk, scopes: ['tokens:write'] }, 'unknown_member', 'scopes'],
  [{ ...pk, allowedOrigins: [] }, 'length_invalid', 'allowedOrigins'],
  [{ ...pk, allowedOrigins: ['*'] }, 'format_invalid', 'allowedOrigins[0]'],
  [{ ...pk, allowedOrigins: ['https://shop.example/'] }, 'format_invalid', 'allowedOrigins[0]'],
  [
    { ...pk, allowedOrigins: Array.from({ length: 51 }, (_, at) => `https://s${at}.example`) },
    'length_invalid',
    'allowedOrigins',
  ],
  [{ kind: 'secret', name: '' }, 'length_invalid', 'name'],
  [{ kind: 'secret', name: 'x'.repeat(101) }, 'length_invalid', 'name'],
]

/** JSON for a title, shortened. */
const shortJson = (value: object) => JSON.stringify(value).replace(/^(.{80}).+$/, '$1…')

test.each(invalid.map(([body, type, field]) => [shortJson(body), type, field, body] as const))(
  'issue of API key %s returns 400 %s at %s and stores nothing',
  async (_json, type, field, body) => {
    const { merchant, call } = await createMerchantWithCall()
    const before = await storedRows(merchant)
    const response = await issue(call, body)
    expect(response.status).toBe(400)
    expect(response.json.errors).toMatchObject([{ type, message: { field } }])
    expect(await storedRows(merchant)).toEqual(before)
  },
)

test.each<[object, Scope]>([
  [{ kind: 'secret' }, 'transactions:read'],
  [{ kind: 'publishable' }, 'tokens:write'],
  [{ kind: 'restricted', scopes: ['keys:admin', 'transactions:credit'] }, 'transactions:credit'],
])('issue of API key %j by a restricted key without scope %s returns 403 scope_missing', async (body, scope) => {
  const { merchant, restricted } = await createRestricted(['keys:admin'])
  const before = await storedRows(merchant)
  const response = await issue(restricted, body)
  expect(response.status).toBe(403)
  expect(response.json.errors).toMatchObject([{ type: 'scope_missing', message: { details: { scope } } }])
  expect(await storedRows(merchant)).toEqual(before)
})

test('a restricted API key issues and rotates keys with scopes of its own', async () => {
  const { restricted, merchant } = await createRestricted(['keys:admin', 'tokens:write'])
  expect((await issue(restricted, { kind: 'publishable' })).status).toBe(200)
  const { apiKey } = await issueKey(restricted, { kind: 'restricted', scopes: ['keys:admin'] })
  expect(apiKey.scopes).toEqual(['keys:admin'])
  expect((await rotate(restricted, apiKey.id)).json.apiKey.scopes).toEqual(['keys:admin'])
  const everything = worker.as((await merchant.issue('rk', { scopes })).key)
  expect((await issueKey(everything)).apiKey.scopes).toEqual(secretKeyScopes)
})

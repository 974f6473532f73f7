import { describe, expect, test } from 'vitest'
import { issueApiKey, rotateApiKey } from '#contract/apiKeys/apiKeys'
import { domainFixture } from '../../testing/fixtures/domainFixture.ts'
import { thrownErrors, parseInput } from '../../testing/domainCalls.ts'
import { hashApiKey } from './format.ts'
import { issueKey } from './issue.ts'
import { listKeys } from './list.ts'
import { revokeKey } from './revoke.ts'
import { rotateKey } from './rotate.ts'
import { keyState, invalidKeyState } from './states.ts'

const hour = 3_600_000
const page = { pageNumber: 1, pageSize: 10, cursor: null }
const restricted = { kind: 'restricted', name: 'Reports', scopes: ['transactions:read'] }
const rotation = (overlapHours: number) => parseInput(rotateApiKey, { overlapHours })

describe('API keys', () => {
  test('an issued API key is listed without its text, and only its hash is stored', async () => {
    const { merchant, services } = await domainFixture()
    const { apiKey, key } = await issueKey(parseInput(issueApiKey, restricted), services())
    expect(apiKey).toMatchObject({ kind: 'restricted', name: 'Reports', scopes: ['transactions:read'], revoked: null })
    expect((await listKeys(page, services())).apiKeys).toContainEqual(apiKey)
    const [row] = await merchant.rows('SELECT * FROM apiKeys WHERE id = ?', apiKey.id)
    expect(row).toMatchObject({ hash: await hashApiKey(key) })
    expect(JSON.stringify(row)).not.toContain(key)
  })

  test('issuing an API key with a scope that the caller lacks returns scope_missing', async () => {
    const { services } = await domainFixture()
    const limited = { ...services(), caller: { ...services().caller, scopes: ['keys:admin'] as const } }
    expect(await thrownErrors(issueKey(parseInput(issueApiKey, restricted), limited))).toMatchObject([
      { type: 'scope_missing' },
    ])
  })

  test('a list of API keys with a cursor of no key returns query_invalid', async () => {
    const { services } = await domainFixture()
    expect(await thrownErrors(listKeys({ ...page, cursor: 'next' }, services()))).toEqual([
      { type: 'query_invalid', field: 'cursor' },
    ])
  })

  test('of concurrent revocations of an API key one succeeds, and the others return invalid_state', async () => {
    const { services } = await domainFixture()
    const { apiKey } = await issueKey(parseInput(issueApiKey, restricted), services())
    const results = await Promise.allSettled([revokeKey(apiKey.id, services()), revokeKey(apiKey.id, services())])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await thrownErrors(revokeKey(apiKey.id, services()))).toEqual([
      { type: 'invalid_state', details: { state: 'revoked', allowed: [] } },
    ])
  })

  test('revoking or rotating an unknown API key returns 404', async () => {
    const { services } = await domainFixture()
    for (const verb of [revokeKey('unknown', services()), rotateKey('unknown', rotation(1), services())])
      expect(await thrownErrors(verb)).toMatchObject([{ type: 'not_found' }])
  })

  test('a rotated API key keeps kind, name and scopes, and the old key expires after the overlap', async () => {
    const { clock, services } = await domainFixture()
    const old = (await issueKey(parseInput(issueApiKey, restricted), services())).apiKey
    const before = clock.now()
    const { apiKey, key, previous } = await rotateKey(old.id, rotation(2), services())
    expect(apiKey).toMatchObject({ kind: 'restricted', name: 'Reports', scopes: old.scopes, expires: null })
    expect(apiKey.id).not.toBe(old.id)
    expect(key).toMatch(/^sluice_rk_test_/)
    const ends = Date.parse(previous.expires!)
    expect(ends).toBeGreaterThanOrEqual(before + 2 * hour)
    expect(ends).toBeLessThanOrEqual(clock.now() + 2 * hour)
  })

  test('of concurrent rotations of an API key one succeeds, and rotating it again returns invalid_state', async () => {
    const { merchant, services } = await domainFixture()
    const { apiKey } = await issueKey(parseInput(issueApiKey, restricted), services())
    const results = await Promise.allSettled([1, 2].map((hours) => rotateKey(apiKey.id, rotation(hours), services())))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await merchant.rows("SELECT id FROM apiKeys WHERE account = ? AND kind = 'rk'", merchant.id)).toHaveLength(2)
    expect(await thrownErrors(rotateKey(apiKey.id, rotation(1), services()))).toEqual([
      { type: 'invalid_state', details: { state: 'expiring', allowed: ['revoke'] } },
    ])
  })

  test('rotating an API key with scopes that the caller lacks returns scope_missing', async () => {
    const { merchant, services } = await domainFixture()
    const { apiKey } = await issueKey(parseInput(issueApiKey, restricted), services())
    const limited = { ...services(), caller: { ...services().caller, scopes: ['keys:admin'] as const } }
    expect(await thrownErrors(rotateKey(apiKey.id, rotation(1), limited))).toMatchObject([{ type: 'scope_missing' }])
    expect(await merchant.rows("SELECT expires FROM apiKeys WHERE account = ? AND kind = 'rk'", merchant.id)).toEqual([
      { expires: null },
    ])
  })
})

describe('API key states', () => {
  test.each([
    [{ revoked: null, expires: null }, 'active', ['rotate', 'revoke']],
    [{ revoked: null, expires: 101 }, 'expiring', ['revoke']],
    [{ revoked: null, expires: 100 }, 'expired', []],
    [{ revoked: 50, expires: null }, 'revoked', []],
    [{ revoked: 50, expires: 500 }, 'revoked', []],
  ] as const)('an API key with %j is %s and allows %j', (key, state, allowed) => {
    expect(keyState(key, 100)).toBe(state)
    expect(invalidKeyState(key, 100).items).toEqual([{ type: 'invalid_state', details: { state, allowed } }])
  })
})

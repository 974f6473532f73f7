import { describe, expect, test } from 'vitest'
import type * as v from 'valibot'
import type { apiKey as apiKeySchema } from '#contract/apiKeys/apiKeys'
import type { Scope } from '#contract/endpoint'
import { scopes } from '#contract/endpoint'
import { hashApiKey, parseApiKey } from '../../domain/apiKeys/format.ts'
import type { Call, Merchant } from '../../testing/merchant.ts'
import { card, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'

type ApiKey = v.InferOutput<ReturnType<typeof apiKeySchema>>

const worker = startWorker()
const hour = 3_600_000

const merchantAnd = async (options: Parameters<typeof createMerchant>[0] = {}) => {
  const merchant = await createMerchant(options)
  return { merchant, call: worker.as(merchant.secretKey) }
}

const issue = (call: Call, body: object = { kind: 'secret' }) => call('POST', '/v1/apikeys', { body })
const issued = async (call: Call, body?: object) => (await issue(call, body)).json as { key: string; apiKey: ApiKey }
const rotate = (call: Call, id: string, body: object = {}) => call('POST', `/v1/apikeys/${id}/rotate`, { body })
const revoke = (call: Call, id: string) => call('DELETE', `/v1/apikeys/${id}`)
const list = async (call: Call, query = '') => (await call('GET', `/v1/apikeys${query}`)).json.apiKeys as ApiKey[]
const works = (key: string) => worker.as(key)('GET', '/v1/account')
const tokenize = (key: string, origin = 'https://shop.example') =>
  worker.as(key)('POST', '/v1/tokens', { body: { creditCard: card() }, headers: { origin } })

/** All that must be as it was after a refusal. */
const rowsOf = (merchant: Merchant) =>
  Promise.all([
    merchant.rows('SELECT id, expires, revoked FROM apiKeys WHERE account = ? ORDER BY id', merchant.id),
    merchant.rows('SELECT * FROM audit WHERE account = ? ORDER BY id', merchant.id),
  ])

const audit = async (merchant: Merchant) =>
  (await merchant.rows('SELECT * FROM audit WHERE account = ? ORDER BY id', merchant.id)).map((row) =>
    Object.assign(row, { detail: JSON.parse(row['detail']) }),
  )

const allButInternal = scopes.filter((scope) => scope !== 'internal')

describe('a key that is issued', () => {
  test.each([
    [{ kind: 'secret' }, 'sk', allButInternal],
    [{ kind: 'publishable' }, 'pk', ['tokens:write']],
    [{ kind: 'restricted', scopes: ['transactions:read', 'keys:admin'] }, 'rk', ['transactions:read', 'keys:admin']],
    [{ kind: 'restricted', scopes: ['tokens:write', 'tokens:write'] }, 'rk', ['tokens:write']],
  ])('%j is shown once, with what it may do', async (body, code, mayDo) => {
    const { merchant, call } = await merchantAnd()
    const answer = await issue(call, { ...body, name: 'Till 1' })
    expect(answer.status).toBe(200)
    const { key, apiKey, warning } = answer.json
    expect(parseApiKey(key)).toEqual({ kind: code, mode: 'test', shard: '00' })
    expect(apiKey).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: body.kind,
      mode: 'test',
      hint: `sluice_${code}_test_00…${key.slice(-4)}`,
      name: 'Till 1',
      scopes: mayDo,
      allowedOrigins: null,
      created: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
      expires: null,
      revoked: null,
      lastUsed: null,
    })
    expect(warning).toBeNull()
    // Its account's other keys may be of the same millisecond.
    expect((await list(call)).find(({ id }) => id === apiKey.id)).toEqual(apiKey)
    const stored = JSON.stringify([
      await merchant.rows('SELECT * FROM apiKeys WHERE account = ?', merchant.id),
      await audit(merchant),
      worker.log,
    ])
    expect(stored).toContain(await hashApiKey(key))
    expect(stored).not.toContain(key.slice(18, 50))
  })

  test('works from the next request on, as far as its scopes go', async () => {
    const { call } = await merchantAnd()
    expect((await works((await issued(call)).key)).status).toBe(200)
    const narrow = (await issued(call, { kind: 'restricted', scopes: ['tokens:write'] })).key
    expect((await tokenize(narrow)).status).toBe(200)
    expect((await works(narrow)).status).toBe(403)
  })

  test('without a name has none', async () => {
    const { call } = await merchantAnd()
    expect((await issued(call)).apiKey.name).toBeNull()
    expect((await issued(call, { kind: 'secret', name: null, scopes: null })).apiKey.name).toBeNull()
  })

  test('has the mode of the key that asks, and a live one comes with a warning', async () => {
    const { merchant, call } = await merchantAnd({ mode: 'live' })
    const { json } = await issue(call, { kind: 'secret', mode: 'test' })
    expect(parseApiKey(json.key)?.mode).toBe('live')
    expect(json.apiKey.mode).toBe('live')
    expect(json.warning).toContain('G08')
    expect((await rotate(call, json.apiKey.id)).json.warning).toContain('G08')
    expect(await merchant.rows("SELECT id FROM apiKeys WHERE account = ? AND mode = 'test'", merchant.id)).toEqual([])
  })

  test('names the shard of its account', async () => {
    const { call } = await merchantAnd({ shard: '01' })
    const { key, apiKey } = await issued(call)
    expect(parseApiKey(key)?.shard).toBe('01')
    expect((await works(key)).status).toBe(200)
    const { key: next } = (await rotate(call, apiKey.id)).json
    expect(parseApiKey(next)?.shard).toBe('01')
    expect((await works(next)).status).toBe(200)
  })

  test('that is publishable may be narrowed to pages', async () => {
    const { call } = await merchantAnd()
    const { key, apiKey } = await issued(call, { kind: 'publishable', allowedOrigins: ['https://shop.example:8443'] })
    expect(apiKey.allowedOrigins).toEqual(['https://shop.example:8443'])
    expect((await tokenize(key, 'https://shop.example:8443')).status).toBe(200)
    expect((await tokenize(key, 'https://shop.example')).status).toBe(403)
  })
})

describe('what cannot be issued is refused by its path, and nothing is stored', () => {
  const rk = { kind: 'restricted', scopes: ['tokens:write'] }
  const pk = { kind: 'publishable' }
  test.each<[object, string, string]>([
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
  ])('%j: %s at %s', async (body, type, field) => {
    const { merchant, call } = await merchantAnd()
    const before = await rowsOf(merchant)
    const answer = await issue(call, body)
    expect(answer.status).toBe(400)
    expect(answer.json.errors).toMatchObject([{ type, message: { field } }])
    expect(await rowsOf(merchant)).toEqual(before)
  })
})

const restricted = async (mayDo: readonly Scope[]) => {
  const { merchant, call } = await merchantAnd()
  return { merchant, call, by: worker.as((await merchant.issue('rk', { scopes: mayDo })).key) }
}

describe('a restricted key makes none that may do more than itself', () => {
  test.each<[object, Scope]>([
    [{ kind: 'secret' }, 'transactions:read'],
    [{ kind: 'publishable' }, 'tokens:write'],
    [{ kind: 'restricted', scopes: ['keys:admin', 'transactions:credit'] }, 'transactions:credit'],
  ])('by issuing %j', async (body, scope) => {
    const { merchant, by } = await restricted(['keys:admin'])
    const before = await rowsOf(merchant)
    const answer = await issue(by, body)
    expect(answer.status).toBe(403)
    expect(answer.json.errors).toMatchObject([{ type: 'scope_missing', message: { details: { scope } } }])
    expect(await rowsOf(merchant)).toEqual(before)
  })

  test('by replacing a secret key', async () => {
    const { merchant, by } = await restricted(['keys:admin'])
    const before = await rowsOf(merchant)
    const answer = await rotate(by, merchant.secretKeyId)
    expect(answer.status).toBe(403)
    expect(answer.json.errors).toMatchObject([{ type: 'scope_missing' }])
    expect(answer.text).not.toContain('sluice_sk')
    expect(await rowsOf(merchant)).toEqual(before)
  })

  test('by replacing a key with the scope internal, which no secret key has', async () => {
    const { merchant, call } = await merchantAnd()
    const { keyId } = await merchant.issue('rk', { scopes: ['internal', 'keys:admin'] })
    const answer = await rotate(call, keyId)
    expect(answer.status).toBe(403)
    expect(answer.json.errors).toMatchObject([{ message: { details: { scope: 'internal' } } }])
  })

  test('but what it may do itself, it may pass on', async () => {
    const { by, merchant } = await restricted(['keys:admin', 'tokens:write'])
    expect((await issue(by, { kind: 'publishable' })).status).toBe(200)
    const { apiKey } = await issued(by, { kind: 'restricted', scopes: ['keys:admin'] })
    expect(apiKey.scopes).toEqual(['keys:admin'])
    expect((await rotate(by, apiKey.id)).json.apiKey.scopes).toEqual(['keys:admin'])
    const everything = worker.as((await merchant.issue('rk', { scopes })).key)
    expect((await issued(everything)).apiKey.scopes).toEqual(allButInternal)
  })
})

describe('the list', () => {
  test('has the keys of the account in the mode of the key that asks, newest first, without any secret', async () => {
    const clock = testClock()
    const merchant = await createMerchant()
    const call = startWorker({ clock }).as(merchant.secretKey)
    const live = await merchant.issue('sk', { mode: 'live' })
    await createMerchant()
    const later: string[] = []
    for (const name of ['first', 'second', 'third']) {
      clock.advance(1000)
      later.unshift((await issued(call, { kind: 'secret', name })).apiKey.id)
    }
    const keys = await list(call)
    expect(keys.slice(0, 3).map(({ id }) => id)).toEqual(later)
    expect(
      keys
        .slice(3)
        .map(({ hint }) => hint.slice(-4))
        .sort(),
    ).toEqual([merchant.secretKey, merchant.publishableKey].map((key) => key.slice(-4)).sort())
    expect((await list(worker.as(live.key))).map(({ id }) => id)).toEqual([live.keyId])
    const text = JSON.stringify(keys)
    for (const key of [merchant.secretKey, merchant.publishableKey]) {
      expect(text).not.toContain(key.slice(18, 50))
      expect(text).not.toContain(await hashApiKey(key))
    }
  })

  test('says when a key was used, ends and was revoked', async () => {
    const { merchant, call } = await merchantAnd()
    await list(call)
    const { keyId } = await merchant.issue('pk', {
      expires: Date.UTC(2030, 0, 2),
      revoked: Date.UTC(2026, 0, 2),
      allowedOrigins: ['https://shop.example'],
    })
    const keys = await list(call)
    expect(keys.find(({ id }) => id === keyId)).toMatchObject({
      kind: 'publishable',
      expires: '2030-01-02T00:00:00.000Z',
      revoked: '2026-01-02T00:00:00.000Z',
      lastUsed: null,
      allowedOrigins: ['https://shop.example'],
    })
    const caller = keys.find(({ id }) => id === merchant.secretKeyId)
    expect(Date.parse(caller?.lastUsed ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  test('comes in pages that hold each key once, also those of one millisecond', async () => {
    const { merchant, call } = await merchantAnd()
    for (let at = 0; at < 5; at++) await issued(call)
    await merchant.run('UPDATE apiKeys SET created = 1 WHERE account = ?', merchant.id)
    const all = (await list(call)).map(({ id }) => id)
    expect(all).toHaveLength(7)
    const pages = [1, 2, 3, 4].map((page) => list(call, `?pageNumber=${page}&pageSize=3`))
    const paged = (await Promise.all(pages)).map((page) => page.map(({ id }) => id))
    expect(paged).toEqual([all.slice(0, 3), all.slice(3, 6), all.slice(6), []])
    expect((await list(call, '?page=2147483647&limit=100')).length).toBe(0)
  })

  test.each(['pageSize=0', 'pageSize=101', 'pageNumber=-1', 'page=1&pageNumber=1', 'cursor=abc'])(
    'refuses %s',
    async (query) => {
      const { call } = await merchantAnd()
      const answer = await call('GET', `/v1/apikeys?${query}`)
      expect(answer.status).toBe(400)
      expect(answer.json.errors).toMatchObject([{ type: 'query_invalid', message: { field: query.split('=')[0] } }])
    },
  )
})

describe('a key that is revoked', () => {
  test('stops at once in test mode', async () => {
    const { call } = await merchantAnd()
    const { key, apiKey } = await issued(call)
    expect((await works(key)).status).toBe(200)
    const answer = await revoke(call, apiKey.id)
    expect(answer.status).toBe(200)
    expect(answer.json.apiKey).toMatchObject({ id: apiKey.id, expires: null })
    expect(Date.parse(answer.json.apiKey.revoked)).toBeGreaterThan(Date.now() - 60_000)
    const refused = await works(key)
    expect([refused.status, refused.json.errors[0].type]).toEqual([401, 'key_revoked'])
    expect((await list(call)).find(({ id }) => id === apiKey.id)).toMatchObject({
      revoked: answer.json.apiKey.revoked,
    })
  })

  test('may be the one that asks', async () => {
    const { merchant, call } = await merchantAnd()
    expect((await revoke(call, merchant.secretKeyId)).status).toBe(200)
    expect((await works(merchant.secretKey)).status).toBe(401)
  })

  test('is revoked once: again, and after its end, it is 409', async () => {
    const { merchant, call } = await merchantAnd()
    const { apiKey } = await issued(call)
    const { keyId } = await merchant.issue('sk', { expires: Date.now() - 1 })
    await revoke(call, apiKey.id)
    const before = await rowsOf(merchant)
    for (const [id, state] of [
      [apiKey.id, 'revoked'],
      [keyId, 'expired'],
    ] as const) {
      const again = await revoke(call, id)
      expect(again.status).toBe(409)
      expect(again.json.errors).toMatchObject([{ type: 'invalid_state', message: { details: { state, allowed: [] } } }])
    }
    expect(await rowsOf(merchant)).toEqual(before)
  })

  test('by ten at once is revoked by one of them', async () => {
    const { merchant, call } = await merchantAnd()
    const { apiKey } = await issued(call)
    const answers = await Promise.all(Array.from({ length: 10 }, () => revoke(call, apiKey.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect((await audit(merchant)).filter(({ action }) => action === 'apikey.revoked')).toHaveLength(1)
  })
})

describe('an id that is unknown, of another account or of the other mode is 404, and nothing changes', () => {
  test.each(['unknown', 'of another account', 'of the other mode'])('%s', async (whose) => {
    const { merchant, call } = await merchantAnd()
    const other = await createMerchant()
    const live = await merchant.issue('sk', { mode: 'live' })
    const id = {
      unknown: crypto.randomUUID(),
      'of another account': other.secretKeyId,
      'of the other mode': live.keyId,
    }[whose]!
    const before = [await rowsOf(merchant), await rowsOf(other)]
    for (const answer of [await revoke(call, id), await rotate(call, id)]) {
      expect(answer.status).toBe(404)
      expect(answer.json.errors).toMatchObject([{ type: 'not_found', message: { text: 'No such API key.' } }])
    }
    expect([await rowsOf(merchant), await rowsOf(other)]).toEqual(before)
  })

  test('a text that is no id is 400', async () => {
    const { call } = await merchantAnd()
    expect((await revoke(call, 'short')).json.errors).toMatchObject([{ type: 'id_invalid' }])
    expect((await rotate(call, 'no%20id%20here')).json.errors).toMatchObject([{ type: 'id_invalid' }])
  })
})

describe('a key that is replaced', () => {
  test.each([
    { kind: 'secret', name: 'Server' },
    { kind: 'publishable', allowedOrigins: ['https://shop.example'] },
    { kind: 'restricted', scopes: ['transactions:read', 'tokens:write'] },
  ])('%j has a successor with the same rights', async (body) => {
    const { call } = await merchantAnd()
    const old = await issued(call, body)
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
  ])('with %j works for %d hours more, and says so on every answer', async (body, hours) => {
    const clock = testClock()
    const timed = startWorker({ clock })
    const merchant = await createMerchant()
    const by = timed.as(merchant.secretKey)
    expect((await by('GET', '/v1/account')).headers.has('x-api-key-expires')).toBe(false)
    const rotated = await rotate(by, merchant.secretKeyId, body)
    const end = Date.parse(rotated.json.previous.expires)
    expect(Math.abs(end - clock.now() - hours * hour)).toBeLessThan(20_000)
    const fresh = timed.as(rotated.json.key)
    clock.advance(hours * hour - 30_000)
    for (const answer of [
      await by('GET', '/v1/account'),
      await by('POST', '/v1/transactions/authorize', { body: {} }),
      await by('GET', '/v1/transactions/1'),
      await by('GET', '/v1/nowhere'),
      await by('PUT', '/v1/tokens'),
    ]) {
      expect([200, 400, 404, 405]).toContain(answer.status)
      expect(answer.headers.get('x-api-key-expires')).toBe(rotated.json.previous.expires)
    }
    expect((await fresh('GET', '/v1/account')).headers.has('x-api-key-expires')).toBe(false)
    clock.advance(60_000)
    const refused = await by('GET', '/v1/account')
    expect([refused.status, refused.json.errors[0].type]).toEqual([401, 'key_expired'])
    expect((await fresh('GET', '/v1/account')).status).toBe(200)
  })

  test('with no overlap stops at once', async () => {
    const { merchant, call } = await merchantAnd()
    const { json } = await rotate(call, merchant.secretKeyId, { overlapHours: 0 })
    const refused = await works(merchant.secretKey)
    expect([refused.status, refused.json.errors[0].type]).toEqual([401, 'key_expired'])
    expect((await works(json.key)).status).toBe(200)
  })

  test('finishes what it began before the end', async () => {
    const clock = testClock()
    const timed = startWorker({ clock })
    const merchant = await createMerchant()
    const by = timed.as(merchant.secretKey)
    await rotate(by, merchant.secretKeyId, { overlapHours: 1 })
    const slow = new ReadableStream(
      {
        async pull(controller) {
          // By now the key was read: it is asked for before the body.
          clock.advance(2 * hour)
          controller.enqueue(new TextEncoder().encode('{"name":"Late"}'))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const late = await by('PUT', '/v1/account', { body: slow })
    expect([late.status, late.json.account.name]).toEqual([200, 'Late'])
    expect((await by('GET', '/v1/account')).status).toBe(401)
  })

  test.each([[-1], [169], [1.5], ['24']])('has no overlap of %j hours', async (overlapHours) => {
    const { merchant, call } = await merchantAnd()
    const before = await rowsOf(merchant)
    const answer = await rotate(call, merchant.secretKeyId, { overlapHours })
    expect(answer.status).toBe(400)
    expect(answer.json.errors).toMatchObject([{ message: { field: 'overlapHours' } }])
    expect(await rowsOf(merchant)).toEqual(before)
  })

  test.each([
    ['revoked', { revoked: Date.now() - 1 }],
    ['expired', { expires: Date.now() - 1 }],
  ])('is not %s: that would bring it back', async (state, ended) => {
    const { merchant, call } = await merchantAnd()
    const { keyId } = await merchant.issue('sk', ended)
    const before = await rowsOf(merchant)
    const answer = await rotate(call, keyId)
    expect(answer.status).toBe(409)
    expect(answer.json.errors).toMatchObject([{ type: 'invalid_state', message: { details: { state, allowed: [] } } }])
    expect(await rowsOf(merchant)).toEqual(before)
  })

  test('is replaced once, its successor next, and may be revoked in its overlap', async () => {
    const { call } = await merchantAnd()
    const old = await issued(call)
    const { apiKey } = (await rotate(call, old.apiKey.id)).json
    const again = await rotate(call, old.apiKey.id)
    expect(again.status).toBe(409)
    expect(again.json.errors).toMatchObject([
      { type: 'invalid_state', message: { details: { state: 'expiring', allowed: ['revoke'] } } },
    ])
    expect((await rotate(call, apiKey.id)).status).toBe(200)
    expect((await revoke(call, old.apiKey.id)).status).toBe(200)
    expect((await works(old.key)).json.errors[0].type).toBe('key_revoked')
    expect((await rotate(call, old.apiKey.id)).json.errors).toMatchObject([
      { type: 'invalid_state', message: { details: { state: 'revoked', allowed: [] } } },
    ])
  })

  test('by ten at once has one successor', async () => {
    const { merchant, call } = await merchantAnd()
    const { apiKey } = await issued(call)
    const answers = await Promise.all(Array.from({ length: 10 }, () => rotate(call, apiKey.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect(await list(call)).toHaveLength(4)
    expect((await audit(merchant)).filter(({ action }) => action === 'apikey.rotated')).toHaveLength(1)
  })
})

describe('a change', () => {
  test('is written down: who, what, when, from which key', async () => {
    const { merchant, call } = await merchantAnd()
    const first = await issue(call, { kind: 'publishable', allowedOrigins: ['https://shop.example'] })
    const { id } = first.json.apiKey
    const second = await rotate(call, id, { overlapHours: 2 })
    const third = await revoke(call, id)
    const from = (answer: typeof first) => ({
      account: merchant.id,
      key: merchant.secretKeyId,
      requestId: answer.json.requestId,
    })
    expect(await audit(merchant)).toMatchObject([
      {
        ...from(first),
        action: 'apikey.issued',
        at: Date.parse(first.json.apiKey.created),
        detail: {
          id,
          kind: 'publishable',
          mode: 'test',
          scopes: ['tokens:write'],
          allowedOrigins: ['https://shop.example'],
        },
      },
      {
        ...from(second),
        action: 'apikey.rotated',
        at: Date.parse(second.json.apiKey.created),
        detail: { id, newId: second.json.apiKey.id, expires: Date.parse(second.json.previous.expires) },
      },
      { ...from(third), action: 'apikey.revoked', at: Date.parse(third.json.apiKey.revoked), detail: { id } },
    ])
  })

  test('that cannot be written down is not made', async () => {
    const { merchant, call } = await merchantAnd()
    const { apiKey } = await issued(call)
    const before = await rowsOf(merchant)
    const trigger = `noAudit${merchant.id.replaceAll('-', '')}`
    await merchant.run(
      `CREATE TRIGGER ${trigger} BEFORE INSERT ON audit WHEN NEW.account = '${merchant.id}' BEGIN SELECT RAISE(ABORT, 'no'); END`,
    )
    try {
      for (const answer of [await issue(call), await revoke(call, apiKey.id), await rotate(call, apiKey.id)])
        expect(answer.status).toBe(500)
    } finally {
      await merchant.run(`DROP TRIGGER ${trigger}`)
    }
    expect(await rowsOf(merchant)).toEqual(before)
  })

  test('costs two round trips, and so does the list', async () => {
    const { call } = await merchantAnd()
    const { apiKey } = await issued(call)
    expect((await issue(call)).d1).toBe(2)
    expect((await rotate(call, apiKey.id)).d1).toBe(2)
    expect((await revoke(call, apiKey.id)).d1).toBe(2)
    expect((await call('GET', '/v1/apikeys')).d1).toBe(2)
  })
})

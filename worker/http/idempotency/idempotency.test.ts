import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { takesIdempotencyKey } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { parseKeepingNumbers } from '#contract/schema/rawJson'
import { validBodies } from '#contract/requestBodies.fixtures'
import { apiError } from '#contract/errors/apiError'
import type { Gateway } from '../../app/gateway.ts'
import { bindings } from '../../testing/bindings.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import { noPatience } from '../../testing/doubles/immediatePatience.ts'
import { clientOfBothModes } from '../../testing/fixtures/teamFixture.ts'
import { card, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'
import type { ApiResponse } from '../../testing/merchant.ts'
import { canonicalBody } from './canonicalBody.ts'
import { handleRequest } from '../handleRequest.ts'
import { parseIdempotencyKey } from './idempotency.ts'

describe('Idempotency-Key header', () => {
  test.each([
    ['abc', 'abc'],
    ['"abc"', 'abc'],
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['a,b;c=1', 'a,b;c=1'],
    ['a"b', 'a"b'],
    [String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    [String.raw`a\b`, String.raw`a\b`],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
    [`"${String.raw`\"`.repeat(255)}"`, '"'.repeat(255)],
  ])('Idempotency-Key %s is parsed as %s', (header, key) => {
    expect(parseIdempotencyKey(header)).toBe(key)
  })

  test.each([
    '',
    '""',
    '"',
    '"abc',
    '"abc"d',
    '"abc";v=1',
    '"a", "b"',
    'a, b',
    'two words',
    '"two words"',
    String.raw`"a\b"`,
    String.raw`"a\"`,
    'x'.repeat(256),
    `"${'x'.repeat(256)}"`,
    'ключ',
    'caf\u00e9',
    'a\tb',
    'a\u007f',
  ])('Idempotency-Key %j is invalid', (header) => {
    expect(parseIdempotencyKey(header)).toBeNull()
  })
})

const spelled = (text: string) => canonicalBody(parseKeepingNumbers(text))

describe('canonical bodies', () => {
  test.each([
    ['{"a":1,"b":[2,{"c":null,"d":true}]}', ' { "b" : [ 2, {"d":true, "c":null} ], "a" : 1 } '],
    ['{"value":10.5}', '{"value":10.500}'],
    ['{"value":10.5}', '{"value":1.05e1}'],
    ['{"value":0}', '{"value":-0.00}'],
    ['{"id":9007199254740993}', '{"id":9.007199254740993e15}'],
    ['{"name":"\\u0041"}', '{"name":"A"}'],
    ['{"creditCard":{"accountNumber":"42","verificationValue":"123"}}', '{"creditCard":{"accountNumber":"42"}}'],
    ['{"check":{"verification":{"ssn":"0001"}}}', '{"check":{"verification":{"ssn":"0002"}}}'],
    ['{"deep":[[{"verificationValue":"1"}]]}', '{"deep":[[{}]]}'],
  ])('bodies %s and %s are equal', (one, other) => {
    expect(spelled(one)).toBe(spelled(other))
  })

  test.each([
    ['{"a":1}', '{"a":2}'],
    ['{"a":1}', '{"a":-1}'],
    ['{"a":1}', '{"a":10}'],
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":"1e0"}', '{"a":1}'],
    ['{"a":1}', '{"A":1}'],
    ['{"a":null}', '{}'],
    ['{"a":[1,2]}', '{"a":[2,1]}'],
    ['{"a":[12]}', '{"a":[1,2]}'],
    ['{"a":{"b":1}}', '{"a":[{"b":1}]}'],
    ['{"a":"b","c":"d"}', '{"a":"b\\",\\"c\\":\\"d"}'],
    ['{"__proto__":1}', '{}'],
    ['{"id":9007199254740993}', '{"id":9007199254740992}'],
    ['{"a":1e999999999}', '{"a":1e999999998}'],
  ])('bodies %s and %s differ', (one, other) => {
    expect(spelled(one)).not.toBe(spelled(other))
  })
})

const merchant = await createMerchant()
const call = await clientOfBothModes(startWorker(), merchant)
const underKey = (key: string) => ({ headers: { 'idempotency-key': key } })
const freshKey = () => crypto.randomUUID()
const named = (name: string, kind = 'secret') => ({ kind, name })
const keysNamed = async (name: string): Promise<number> =>
  (await merchant.rows('SELECT id FROM apiKeys WHERE account = ? AND name = ?', merchant.id, name)).length
/** Issues an API key with an Idempotency-Key. */
const issueNamed = (name: string, key: string, by = call) =>
  by('POST', '/v1/apikeys', { body: named(name), ...underKey(key) })
const typeOf = ({ json }: ApiResponse) => json.errors[0].type

describe('write endpoints', () => {
  const writing = endpoints.filter(({ method }) => method !== 'GET')

  test.each(writing.filter(takesIdempotencyKey))(
    '$name rejects an invalid Idempotency-Key before it does anything',
    async (endpoint) => {
      const path = endpoint.path.replace(/\{\w+\}/g, 'abcdefgh-1234')
      const body = endpoint.body && {}
      const answer = await call(endpoint.method, path, { body, ...underKey('two words') })
      expect([answer.status, typeOf(answer)]).toEqual([400, 'idempotency_key_invalid'])
    },
  )

  test('all write endpoints accept an Idempotency-Key, except for tokens, reconciliations and the test clock', () => {
    expect(writing.filter((endpoint) => !takesIdempotencyKey(endpoint)).map(({ name }) => name)).toEqual([
      'createToken',
      'reconcileConnection',
      'setTestClock',
      'advanceTestClock',
      'resetTestClock',
    ])
  })

  test.each(endpoints.filter(({ returnedOnce: secretMembers }) => secretMembers))(
    '$name may return null for members that are shown once',
    ({ returnedOnce: secretMembers = [], response: answer }) => {
      for (const member of secretMembers) {
        const inner = member.split('.').reduce<v.GenericSchema>((schema, name) => {
          const { entries } = schema as unknown as { entries: Readonly<Record<string, v.GenericSchema>> }
          return entries[name]!
        }, answer)
        expect(v.is(inner, null), member).toBe(true)
        expect(v.is(inner, 'x'), member).toBe(true)
      }
    },
  )
})

describe('an Idempotency-Key with a token', () => {
  const token = 'T0kenT0kenT0kenT0kenT0kenT0kenT0kenT0kenT0ken'

  test.each([
    ['POST /v1/transactions/authorize', { payment: { token }, amount: { value: 1 } }],
    ['POST /v1/transactions/credit', { payment: { token }, referenceTransactionId: 1 }],
    ['POST /v1/customers/abcdefgh-1234/wallet', { token }],
  ])('%s with an Idempotency-Key that contains its token returns 400 and writes nothing', async (operation, body) => {
    const [method, path] = operation.split(' ') as [string, string]
    for (const key of [token, `order-${token}-2`, `"${token}"`]) {
      const before = await merchant.rows('SELECT count(*) AS rows FROM idempotency')
      const answer = await call(method, path, { body, ...underKey(key) })
      expect([answer.status, typeOf(answer)]).toEqual([400, 'idempotency_key_contains_token'])
      expect(answer.text).not.toContain(token)
      expect(await merchant.rows('SELECT count(*) AS rows FROM idempotency')).toEqual(before)
    }
  })

  test('an Idempotency-Key in the form of a token is accepted if it is not the token of the request', async () => {
    const { token: other } = (await call('POST', '/v1/tokens', { body: { creditCard: card() } })).json
    const body = { payment: { token: other }, amount: { value: 1 } }
    expect((await call('POST', '/v1/transactions/authorize', { body, ...underKey(token) })).status).toBe(200)
  })
})

/** A database that records the values of all statements. */
const recordingDatabase = (values: unknown[]): D1Database =>
  new Proxy(bindings.DB_00, {
    get: (target, member) => {
      const found: unknown = Reflect.get(target, member)
      if (member !== 'prepare') return typeof found === 'function' ? found.bind(target) : found
      return (text: string) => {
        const statement = target.prepare(text)
        const bind = statement.bind.bind(statement)
        return Object.assign(statement, {
          bind: (...bound: unknown[]) => {
            values.push(...bound)
            return bind(...bound)
          },
        })
      }
    },
  })

describe('stored Idempotency-Keys', () => {
  test.each(endpoints.filter(({ method }) => method !== 'GET').filter(takesIdempotencyKey))(
    '$name sends no Idempotency-Key to the database and the log',
    async ({ name, method, path, body }) => {
      const key = `clear-${freshKey()}`
      const values: unknown[] = []
      const worker = startWorker({}, { DB_00: recordingDatabase(values) })
      const callNew = await clientOfBothModes(worker, await createMerchant())
      const filled = path.replace('{id}', '12345678901234').replace(/\{\w+\}/g, 'abcdefgh-1234')
      await callNew(method, filled, { ...(body && { body: validBodies[name] }), ...underKey(key) })
      // The claim of the key.
      expect(values).toContain(`${method} ${filled}`)
      expect(JSON.stringify([values, worker.log])).not.toContain(key)
    },
  )
})

describe('repeated requests', () => {
  test('concurrent requests with one key have one effect, and later ones get the first response', async () => {
    const [key, name] = [freshKey(), 'fifty']
    const send = () => issueNamed(name, key)
    const answers = await Promise.all(Array.from({ length: 50 }, send))
    const first = answers.find(({ status, headers }) => status === 200 && !headers.has('idempotent-replayed'))
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer.status).toBe(409)
      expect(typeOf(answer)).toBe('idempotency_in_progress')
      expect(answer.headers.get('retry-after')).toBe('1')
    }
    const again = await send()
    expect(again.status).toBe(200)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.json.requestId).toBe(first?.json.requestId)
    expect(await keysNamed(name)).toBe(1)
  })

  test('a repeated request returns the same status, body and requestId, without members that are shown once', async () => {
    const [first, again] = [await issueNamed('again', 'again'), await issueNamed('again', '"again"')]
    expect(first.headers.has('idempotent-replayed')).toBe(false)
    expect(first.json.key).toMatch(/^sluice_sk_test_/)
    expect(again.json).toEqual({ ...first.json, key: null })
    expect(again.headers.get('x-request-id')).toBe(first.headers.get('x-request-id'))
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    const kept = await merchant.rows('SELECT * FROM idempotency WHERE account = ?', merchant.id)
    expect(JSON.stringify(kept)).not.toContain(first.json.key)
    expect(await keysNamed('again')).toBe(1)
  })

  test('a repeated request matches with another spelling of its JSON', async () => {
    const key = freshKey()
    const one = await call('PUT', '/v1/account', { body: '{"tipAtSale":true,"defaultCurrency":840}', ...underKey(key) })
    const other = await call('PUT', '/v1/account', {
      body: '{"defaultCurrency":8.4e2, "tipAtSale":true}',
      ...underKey(`"${key}"`),
    })
    expect(other.headers.get('idempotent-replayed')).toBe('true')
    expect(other.text).toBe(one.text)
  })

  test('an idempotency key costs two round trips, and a repeated request one', async () => {
    const [body, key] = [{ tipAtSale: true }, underKey(freshKey())]
    const plain = await call('PUT', '/v1/account', { body })
    const first = await call('PUT', '/v1/account', { body, ...key })
    const again = await call('PUT', '/v1/account', { body, ...key })
    expect([first.d1, again.d1]).toEqual([plain.d1! + 2, plain.d1!])
  })

  test('a repeated revocation without a body returns the first response', async () => {
    const { keyId } = await merchant.issue('sk')
    const send = () => call('DELETE', `/v1/apikeys/${keyId}`, underKey('revoke'))
    const [first, again] = [await send(), await send()]
    expect(first.status).toBe(200)
    expect(again.text).toBe(first.text)
  })
})

test('an idempotency key with another body returns 422, and is independent of other endpoints, accounts and modes', async () => {
  const key = freshKey()
  const send = (path: string, body: object, secretKey = merchant.secretKey) =>
    call('POST', path, { body, key: secretKey, ...underKey(key) })
  const { apiKey } = (await send('/v1/apikeys', named('mine'))).json
  const mismatch = await send('/v1/apikeys', named('other'))
  expect(mismatch.status).toBe(422)
  expect(typeOf(mismatch)).toBe('idempotency_mismatch')
  expect(mismatch.headers.has('retry-after')).toBe(false)
  const independent = await Promise.all([
    send(`/v1/apikeys/${apiKey.id}/rotate`, {}),
    createMerchant().then(({ secretKey }) => send('/v1/apikeys', named('theirs'), secretKey)),
    merchant.issue('sk', { mode: 'live' }).then(({ key: live }) => send('/v1/apikeys', named('live'), live)),
  ])
  for (const answer of independent) {
    expect(answer.status).toBe(200)
    expect(answer.headers.has('idempotent-replayed')).toBe(false)
  }
})

test('an idempotency key expires after 24 hours of the test clock', async () => {
  const clock = testClock()
  const later = startWorker({ clock }).as(merchant.secretKey)
  const send = () => later('POST', '/v1/apikeys', { body: named('daily'), ...underKey('daily') })
  const day = 24 * 3_600_000
  await send()
  clock.advance(day - 60_000)
  expect((await send()).headers.get('idempotent-replayed')).toBe('true')
  clock.advance(60_000)
  expect((await send()).headers.has('idempotent-replayed')).toBe(false)
  expect(await keysNamed('daily')).toBe(2)
})

describe('rejected requests', () => {
  test.each([
    ['a body that does not fit', 400, { kind: 'secret', name: 5 }],
    ['a body that is no JSON', 400, '{'],
    ['no body', 400, ''],
    ['a body too large', 413, ' '.repeat(300_000)],
  ])('an idempotency key stays usable after %s (%i)', async (_what, status, body) => {
    const key = freshKey()
    expect((await call('POST', '/v1/apikeys', { body, ...underKey(key) })).status).toBe(status)
    expect((await issueNamed('after', key)).status).toBe(200)
  })

  test('an idempotency key stays usable after a 403 of the domain', async () => {
    const key = freshKey()
    const narrow = await merchant.issue('rk', { scopes: ['keys:admin'] })
    expect((await issueNamed('wide', key, startWorker().as(narrow.key))).status).toBe(403)
    expect((await issueNamed('wide', key)).status).toBe(200)
  })
})

/** A worker whose given round trips fail: 1 reads the API key, 2 records its use, 3 claims, 4 works, 5 saves the response. */
const failing = (...trips: number[]) => {
  const { d1 } = faultyDatabase(bindings.DB_00, (trip) => (trips.includes(trip) ? 'fails before' : 'runs'))
  return startWorker({ patience: noPatience }, { DB_00: d1 }).as(merchant.secretKey)
}

describe('database failures', () => {
  test('a database failure before the work releases the idempotency key', async () => {
    const key = freshKey()
    expect((await issueNamed(key, key, failing(4))).status).toBe(503)
    expect((await issueNamed(key, key)).status).toBe(200)
    expect(await keysNamed(key)).toBe(1)
  })

  test('work whose response from the database was lost is not repeated', async () => {
    const key = freshKey()
    const { d1 } = faultyDatabase(bindings.DB_00, (trip) => (trip === 4 ? 'fails after' : 'runs'))
    const first = await issueNamed(key, key, startWorker({}, { DB_00: d1 }).as(merchant.secretKey))
    expect(first.status).toBe(200)
    expect((await issueNamed(key, key)).json).toEqual({ ...first.json, key: null })
    expect(await keysNamed(key)).toBe(1)
  })

  test('a failure to save the response still returns it, and a repetition returns 409 for a minute', async () => {
    const key = freshKey()
    expect((await issueNamed(key, key, failing(5, 6, 7))).status).toBe(200)
    const again = await issueNamed(key, key)
    expect([again.status, typeOf(again)]).toEqual([409, 'idempotency_in_progress'])
    expect(await keysNamed(key)).toBe(1)
  })
})

test.each(['same', 'two words', ''])('POST /v1/tokens ignores Idempotency-Key %j', async (key) => {
  const send = () => call('POST', '/v1/tokens', { body: { creditCard: card() }, ...underKey(key) })
  const [one, other] = [await send(), await send()]
  expect([one.status, other.status]).toEqual([200, 200])
  expect(other.json.token).not.toBe(one.json.token)
})

test('GET requests ignore Idempotency-Key', async () => {
  expect((await call('GET', '/v1/account', underKey('two words'))).status).toBe(200)
})

test('a replayed error has the requestId of the first request in body, header and log', async () => {
  const lines: unknown[] = []
  const gateway = {
    ids: { requestId: () => 'r2' },
    log: (line: unknown) => lines.push(line),
    databaseHealth: { note: () => undefined },
  } as unknown as Gateway
  const look = { name: 'captureTransaction', errorFormat: 'envelope' } as const
  const response = await handleRequest(new Request('https://pay.test/v1/x'), look, gateway, () =>
    Promise.reject(apiError('processor_timeout').asReplayOf('r1')),
  )
  expect(response.status).toBe(504)
  expect(response.headers.get('x-request-id')).toBe('r1')
  expect(response.headers.get('idempotent-replayed')).toBe('true')
  expect(await response.json()).toMatchObject({ requestId: 'r1', errors: [{ type: 'processor_timeout' }] })
  expect(lines).toMatchObject([{ requestId: 'r2', replayOf: 'r1' }])
})

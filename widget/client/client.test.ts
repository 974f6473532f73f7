import { inspect } from 'node:util'
import { assert, integer, jsonValue, property } from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { defaultTimeoutMs, type Call, type CallOptions } from './call.ts'
import { realClock } from './clock.ts'
import { connect } from './connect.ts'
import { SluiceClient, SluiceError, type Fetch, type SluiceSettings } from './index.ts'
import { printJson } from './printJson.ts'

const apiKey = 'sluice_sk_test_00SecretOfTheTests'
const requestId = '019a9f3c5b7e7c41a2d68f0b1c3e5a79'

interface Reply {
  readonly status?: number
  readonly body?: unknown
  /** In place of a body as JSON. */
  readonly text?: string
  readonly headers?: Record<string, string>
}
/** A gateway's answers, in order; `lost` is a connection that breaks. */
type Replies = readonly (Reply | 'lost')[]

interface Sent {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
  readonly redirect: string
}

const gatewayOf = (replies: Replies) => {
  const sent: Sent[] = []
  const left = [...replies]
  const fetch: Fetch = async (url, { method, headers, body, redirect }) => {
    sent.push({ url, method, headers, body, redirect })
    const reply = left.shift()
    if (reply === undefined) throw new Error('asked once too often')
    if (reply === 'lost') throw new TypeError('fetch failed')
    const { status = 200, body: answer, text = answer === undefined ? '' : JSON.stringify(answer) } = reply
    return new Response(text, { status, headers: reply.headers ?? {} })
  }
  return { fetch, sent, left }
}

const clientOf = (replies: Replies, settings: Partial<SluiceSettings> = {}) => {
  const gateway = gatewayOf(replies)
  const client = new SluiceClient({ baseUrl: 'https://pay.test', apiKey, fetch: gateway.fetch, ...settings })
  return { ...gateway, client }
}

/** The same without waiting: how long it would have waited stands in `pauses`. */
const callsOf = (replies: Replies, settings: Partial<SluiceSettings> = {}) => {
  const gateway = gatewayOf(replies)
  const pauses: number[] = []
  const clock = { wait: async (ms: number) => void pauses.push(ms), random: () => 1 }
  const exchange = connect({ baseUrl: 'https://pay.test', apiKey, fetch: gateway.fetch, ...settings }, clock)
  return { ...gateway, pauses, exchange }
}

const authorize: Call = {
  operation: 'authorizeTransaction',
  method: 'POST',
  path: '/v1/transactions/authorize',
  body: { payment: { token: 'a-token' }, amount: { value: 26.25 } },
  keyed: true,
}
const read: Call = { operation: 'getTransaction', method: 'GET', path: '/v1/transactions/{id}', ids: ['1'] }

const approved = { requestId, transactionId: '91234567890123', responseCode: '00', amount: 26.25, errors: null }
const refusal = (status: number, ...types: string[]): Reply => ({
  status,
  headers: { 'x-request-id': requestId },
  body: {
    requestId,
    errors: types.map((type) => ({
      type,
      message: {
        text: `About ${type}.`,
        field: 'amount.value',
        code: type,
        docs: `https://pay.test/errors#${type}`,
        details: null,
      },
    })),
  },
})

const failureOf = async (promise: Promise<unknown>): Promise<SluiceError> => {
  const thrown = await promise.then(
    () => 'an answer',
    (error: unknown) => error,
  )
  expect(thrown).toBeInstanceOf(SluiceError)
  return thrown as SluiceError
}
const failed = (replies: Replies, call: Call = authorize, options: CallOptions = {}) =>
  failureOf(callsOf(replies).exchange(call, options))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('requests', () => {
  test('a call sends method, path, key and body and returns the response', async () => {
    const { client, sent } = clientOf([{ body: approved }], { baseUrl: 'https://pay.test/' })
    const body = { payment: { token: 'a-token' }, amount: { value: 26.25, currency: 840 } } as const
    expect(await client.authorizeTransaction(body, { idempotencyKey: 'order-7' })).toEqual(approved)
    expect(sent).toEqual([
      {
        url: 'https://pay.test/v1/transactions/authorize',
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': 'order-7' },
        body: '{"payment":{"token":"a-token"},"amount":{"value":26.25,"currency":840}}',
        // The key is not sent to the target of a redirect.
        redirect: 'manual',
      },
    ])
  })

  test('ids and query are put into the URL, and GET has no body and no idempotency key', async () => {
    const { client, sent } = clientOf([{ body: { wallet: [] } }, { body: {} }], { baseUrl: 'https://pay.test/eu' })
    await client.listWallet('customer-1', { pageNumber: 2, pageSize: 50 })
    await client.updateWalletEntry('customer-1', 'wallet-1', { default: true })
    expect(sent[0]).toEqual({
      url: 'https://pay.test/eu/v1/customers/customer-1/wallet?pageNumber=2&pageSize=50',
      method: 'GET',
      headers: { 'x-api-key': apiKey },
      body: undefined,
      redirect: 'manual',
    })
    expect(sent[1]?.url).toBe('https://pay.test/eu/v1/customers/customer-1/wallet/wallet-1')
  })

  test.each(['..', '', 'a/b', '%2e%2e', '1?x=1', '4242 4242'])(
    'an id that could change the path throws: %j',
    async (id) => {
      const { client, sent } = clientOf([])
      await expect(client.getTransaction(id)).rejects.toThrow(
        'id is missing or malformed: it must have letters, digits and hyphens only.',
      )
      expect(sent).toEqual([])
    },
  )

  test('int64 values and amounts are serialized with all digits', () => {
    const text = printJson({
      initiatedByUserId: 9223372036854775807n,
      amount: { value: 999999999.99 },
      none: undefined,
      list: [undefined, null, 'é"'],
    })
    expect(text).toBe(
      '{"initiatedByUserId":9223372036854775807,"amount":{"value":999999999.99},"list":[null,null,"é\\""]}',
    )
  })

  test('every amount with two decimals up to 999999999.99 is serialized unchanged', () => {
    assert(
      property(integer({ min: 1, max: 99_999_999_999 }), (cents) => {
        const digits = String(cents).padStart(3, '0')
        const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`
        expect(printJson(cents / 100)).toBe(text.replace(/\.?0+$/, ''))
        expect(printJson(Number(text))).toBe(printJson(cents / 100))
      }),
    )
  })

  test('printJson equals JSON.stringify, also for dates', () => {
    assert(
      property(jsonValue(), (value) => {
        expect(printJson(value)).toBe(JSON.stringify(value))
      }),
    )
    expect(printJson({ date: new Date(0) })).toBe('{"date":"1970-01-01T00:00:00.000Z"}')
  })

  test.each([Number.NaN, Infinity, -Infinity])(
    '%d throws, since null would capture all that is left',
    async (amount) => {
      const { client, sent } = clientOf([])
      await expect(client.captureTransaction({ transactionId: '1', amount })).rejects.toThrow(TypeError)
      expect(sent).toEqual([])
    },
  )
})

describe('responses', () => {
  test('a declined payment is returned, not thrown', async () => {
    const declined = { ...approved, responseCode: '51', errors: [{ type: 'card_declined', message: {} }] }
    const { client } = clientOf([{ body: declined }])
    expect(await client.voidTransaction({ transactionId: '1' })).toEqual(declined)
  })

  test('an error envelope becomes an error with all items and the idempotency key', async () => {
    const error = await failed([refusal(400, 'out_of_range', 'token_used')], authorize, { idempotencyKey: 'order-7' })
    expect(error).toMatchObject({
      operation: 'authorizeTransaction',
      status: 400,
      types: ['out_of_range', 'token_used'],
      requestId,
      retryAfter: null,
      idempotencyKey: 'order-7',
      outcomeUnknown: false,
      message: `authorizeTransaction: out_of_range: About out_of_range. token_used: About token_used. (request ${requestId})`,
    })
    expect(error.items[0]?.message).toMatchObject({
      field: 'amount.value',
      docs: 'https://pay.test/errors#out_of_range',
    })
  })

  test.each([401, 403])('a %i of authorize without a body becomes an error', async (status) => {
    const error = await failed([{ status, headers: { 'x-request-id': requestId } }])
    expect(error).toMatchObject({ status, types: [], items: [], requestId, body: null, outcomeUnknown: false })
    expect(error.message).toBe(`authorizeTransaction: status ${status} (request ${requestId})`)
  })

  test.each([
    ['https://pay.test/problems/id-invalid', 400, ['id_invalid']],
    ['https://iana.org/assignments/http-problem-types#quota-exceeded', 429, ['rate_limited']],
    ['about:blank', 404, []],
  ])('problem details %s become an error', async (type, status, types) => {
    const body = { type, title: 'Title', status, detail: 'What is wrong.', instance: '/v1/transactions/1', requestId }
    const error = await failureOf(callsOf([{ status, body }], { retries: 0 }).exchange(read))
    expect(error).toMatchObject({ status, types, requestId, body })
    if (types.length > 0) expect(error.items[0]?.message.text).toBe('What is wrong.')
  })

  test.each(['<html>Bad gateway</html>', 'null', '"text"', '[]', '{"errors":null}'])(
    '%s as a failure is read without a fault',
    async (text) => {
      expect(await failed([{ status: 400, text }])).toMatchObject({ status: 400, items: [] })
    },
  )
})

const silent: Fetch = (_, { signal }) =>
  new Promise((_, reject) =>
    (signal as AbortSignal).addEventListener('abort', () => reject((signal as AbortSignal).reason)),
  )

describe('retries', () => {
  const passing: [string, Reply | 'lost'][] = [
    ['a lost connection', 'lost'],
    ['idempotency_in_progress', refusal(409, 'idempotency_in_progress')],
    ['too many requests', { status: 429 }],
    ['an error of the gateway', refusal(500, 'internal_error')],
    ['an error before the gateway', { status: 502, text: '<html>' }],
    ['an absent gateway', refusal(503, 'unavailable')],
    ['an unknown outcome', refusal(504, 'processor_timeout')],
    ['a truncated response', { status: 200, text: '{"requestId":' }],
  ]
  test.each(passing)('%s is retried with the same request and key', async (_, reply) => {
    const { exchange, sent } = callsOf([reply, reply, { body: approved }])
    expect((await exchange(authorize)).body).toEqual(approved)
    expect(sent).toHaveLength(3)
    expect(sent[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    expect(sent[1]).toEqual(sent[0])
    expect(sent[2]).toEqual(sent[0])
  })

  test.each([
    refusal(400, 'token_used'),
    refusal(404, 'not_found'),
    refusal(409, 'already_voided'),
    refusal(409, 'operation_in_progress'),
    refusal(422, 'idempotency_mismatch'),
    { status: 401 },
    { status: 307, headers: { location: 'https://elsewhere.test/' } },
  ])('permanent failure %j is not retried', async (reply) => {
    const { exchange, sent } = callsOf([reply])
    await expect(exchange(authorize)).rejects.toThrow(SluiceError)
    expect(sent).toHaveLength(1)
  })

  test('each call has its own idempotency key, and operations without one send none', async () => {
    const { exchange, sent } = callsOf([{ body: {} }, { body: {} }, { body: {} }])
    await exchange(authorize)
    await exchange(authorize)
    await exchange({ operation: 'createToken', method: 'POST', path: '/v1/tokens', body: {} })
    const keys = sent.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).not.toBe(keys[1])
    expect(keys[2]).toBeUndefined()
  })

  test('a call is retried twice by default, or as often as configured', async () => {
    const lost: Replies = Array.from({ length: 9 }, () => 'lost')
    const tries = async (settings: Partial<SluiceSettings>, options: CallOptions = {}) => {
      const { exchange, sent } = callsOf(lost, settings)
      await exchange(authorize, options).catch(() => undefined)
      return sent.length
    }
    expect([await tries({}), await tries({ retries: 0 }), await tries({ retries: 0 }, { retries: 5 })]).toEqual([
      3, 1, 6,
    ])
  })

  test('retries wait with exponential backoff or Retry-After', async () => {
    const lost = callsOf(
      Array.from({ length: 7 }, () => 'lost'),
      { retries: 6 },
    )
    await lost.exchange(authorize).catch(() => undefined)
    expect(lost.pauses).toEqual([500, 1000, 2000, 4000, 8000, 8000])
    const told = callsOf([{ status: 429, headers: { 'retry-after': '10' } }, { body: approved }])
    await told.exchange(authorize)
    expect(told.pauses).toEqual([10_500])
  })

  test('a Retry-After above a minute is not waited for', async () => {
    const { exchange, pauses } = callsOf([{ status: 429, headers: { 'retry-after': '3600' } }])
    expect(await failureOf(exchange(authorize))).toMatchObject({ status: 429, retryAfter: 3600 })
    expect(pauses).toEqual([])
  })

  test('an aborted call is not retried, and its outcome is unknown', async () => {
    const { exchange, sent } = callsOf(['lost', { body: approved }])
    const giveUp = new AbortController()
    const calling = failureOf(exchange(authorize, { signal: giveUp.signal }))
    giveUp.abort('enough')
    expect(await calling).toMatchObject({ status: null, cause: 'enough', outcomeUnknown: true })
    expect(sent).toHaveLength(1)
    expect(await failed([], authorize, { signal: giveUp.signal })).toMatchObject({ outcomeUnknown: false })
  })

  test('a timed-out attempt is retried', async () => {
    const { exchange, pauses } = callsOf([], { fetch: silent, timeoutMs: 1, retries: 1 })
    const error = await failureOf(exchange(authorize))
    expect(error).toMatchObject({ status: null, outcomeUnknown: true, cause: { name: 'TimeoutError' } })
    expect(pauses).toHaveLength(1)
  })

  test('a payment at a terminal has a longer default timeout', () => {
    expect(defaultTimeoutMs(authorize)).toBe(65_000)
    expect(defaultTimeoutMs({ ...authorize, body: { payment: { terminal: { id: '12345678' } } } })).toBe(130_000)
    expect(defaultTimeoutMs(read)).toBe(65_000)
  })

  test('a call ends by its signal and by its timeout', async () => {
    const giveUp = new AbortController()
    const { exchange } = callsOf([], { fetch: silent, retries: 0 })
    const ended = failureOf(exchange(authorize, { signal: giveUp.signal }))
    giveUp.abort('enough')
    expect((await ended).cause).toBe('enough')
    const { signal } = new AbortController()
    expect(await failureOf(exchange(authorize, { signal, timeoutMs: 1 }))).toMatchObject({
      cause: { name: 'TimeoutError' },
    })
  })

  test('a pause ends by its time or its signal and leaves no timer', async () => {
    vi.useFakeTimers()
    const giveUp = new AbortController()
    const pauses = [realClock.wait(60_000, undefined), realClock.wait(90_000, giveUp.signal)]
    vi.advanceTimersByTime(60_000)
    await pauses[0]
    expect(vi.getTimerCount()).toBe(1)
    giveUp.abort()
    await pauses[1]
    expect(vi.getTimerCount()).toBe(0)
  })
})

const unknown = async (replies: Replies, call = authorize) => (await failed(replies, call)).outcomeUnknown

describe('outcomeUnknown', () => {
  test('outcomeUnknown is true without a response and after errors decided before the key lookup', async () => {
    expect(await unknown(['lost', 'lost', 'lost'])).toBe(true)
    expect(await unknown([refusal(504, 'processor_timeout'), 'lost', refusal(504, 'processor_timeout')])).toBe(true)
    expect(await unknown(['lost', { status: 401 }])).toBe(true)
    expect(await unknown(['lost', { status: 429 }, { status: 429 }])).toBe(true)
  })

  test('outcomeUnknown is false after errors decided with the key, without lost responses, and for reads', async () => {
    expect(await unknown(['lost', refusal(400, 'token_expired')])).toBe(false)
    expect(await unknown([{ status: 429 }, { status: 429 }, { status: 429 }])).toBe(false)
    expect(await unknown(['lost', 'lost', 'lost'], read)).toBe(false)
  })
})

const page = (entries: readonly number[], more: object = {}, headers: Record<string, string> = {}): Reply => ({
  body: { requestId, apiKeys: entries, errors: null, ...more },
  headers,
})
const allOf = async (entries: AsyncIterable<unknown>): Promise<unknown[]> => {
  const all: unknown[] = []
  for await (const entry of entries) all.push(entry)
  return all
}
const queries = (sent: readonly Sent[]) => sent.map(({ url }) => new URL(url).search)

describe('lists', () => {
  test('a list call returns one page', async () => {
    const { client, sent } = clientOf([page([1, 2])])
    expect((await client.listApiKeys({ pageSize: 2 })).apiKeys).toEqual([1, 2])
    expect(queries(sent)).toEqual(['?pageSize=2'])
  })

  test('iterating a list follows nextCursor', async () => {
    const { client, sent } = clientOf([page([1, 2], { nextCursor: 'c' }), page([3, 4], { nextCursor: null })])
    expect(await allOf(client.listApiKeys({ pageSize: 2, pageNumber: 1 }))).toEqual([1, 2, 3, 4])
    expect(queries(sent)).toEqual(['?pageSize=2&pageNumber=1', '?pageSize=2&cursor=c'])
  })

  test('iterating a list follows the Link header, to the gateway only', async () => {
    const link =
      '<https://evil.test/v1/apikeys?pageNumber=1>; rel="first", <https://evil.test/x?pageNumber=2&cursor=c>; rel="next"'
    const { client, sent } = clientOf([
      page([1], {}, { link }),
      page([2], {}, { link: '</v1/apikeys?pageNumber=1>; rel="prev"' }),
    ])
    expect(await allOf(client.listApiKeys())).toEqual([1, 2])
    expect(sent.map(({ url }) => url)).toEqual([
      'https://pay.test/v1/apikeys',
      'https://pay.test/v1/apikeys?pageNumber=2&cursor=c',
    ])
  })

  test('iterating a list counts page numbers until a page is not full', async () => {
    const { client, sent } = clientOf([page([1, 2]), page([3, 4]), page([])])
    expect(await allOf(client.listApiKeys({ limit: 2, page: 3 }))).toEqual([1, 2, 3, 4])
    expect(queries(sent)).toEqual(['?limit=2&page=3', '?limit=2&page=4', '?limit=2&page=5'])
  })

  test('iterating a list loads pages lazily, and a list may be null', async () => {
    const { client, left } = clientOf([page([1, 2]), page([3, 4])])
    for await (const entry of client.listApiKeys({ pageSize: 2 })) if (Object.is(entry, 1)) break
    expect(left).toHaveLength(1)
    expect(await allOf(clientOf([{ body: { apiKeys: null } }]).client.listApiKeys())).toEqual([])
  })

  test('a failing page ends the iteration with its error', async () => {
    const { client } = clientOf([page([1, 2]), refusal(400, 'query_invalid')])
    await expect(allOf(client.listApiKeys({ pageSize: 2 }))).rejects.toThrow('query_invalid')
    await expect(allOf(clientOf([{ status: 401 }]).client.listApiKeys())).rejects.toThrow('status 401')
  })
})

describe('settings', () => {
  test('the API key is not visible in client, JSON or errors', async () => {
    const { client } = clientOf(['lost'], { retries: 0 })
    const error = await failureOf(client.getTransaction('1'))
    for (const shown of [client, error]) {
      expect(inspect(shown, { showHidden: true, depth: 9, getters: true })).not.toContain('Secret')
      expect(String(JSON.stringify(shown))).not.toContain('Secret')
      expect(String(shown)).not.toContain('Secret')
    }
    expect(error.stack).not.toContain('Secret')
  })

  test.each([
    ['a key with a line break', { apiKey: `${apiKey}\n` }, 'apiKey is missing or malformed.'],
    ['an empty key', { apiKey: '' }, 'apiKey is missing or malformed.'],
    ['a missing key', { apiKey: undefined as never }, 'apiKey is missing or malformed.'],
    [
      'a live key without TLS',
      { apiKey: 'sluice_sk_live_00Secret', baseUrl: 'http://pay.test' },
      'A live key requires https.',
    ],
    ['an ftp URL', { baseUrl: 'ftp://pay.test' }, 'baseUrl must be the http or https URL of the gateway.'],
    ['a URL without a scheme', { baseUrl: 'pay.test' }, 'Invalid URL'],
  ])('%s throws without quoting it', (_, settings, message) => {
    const construct = () => new SluiceClient({ baseUrl: 'https://pay.test', apiKey, ...settings })
    expect(construct).toThrow(TypeError)
    expect(construct).toThrow(message)
    expect(construct).not.toThrow('Secret')
  })

  test('http is allowed for localhost with a live key and for any host with a test key', () => {
    expect(() => clientOf([], { baseUrl: 'http://gateway.internal' })).not.toThrow()
    expect(
      () => new SluiceClient({ baseUrl: 'http://localhost:8787', apiKey: 'sluice_sk_live_00Secret' }),
    ).not.toThrow()
  })

  test('a page may use publishable keys only', () => {
    vi.stubGlobal('document', {})
    for (const kind of ['sk', 'rk'])
      expect(() => clientOf([], { apiKey: `sluice_${kind}_test_00Secret` })).toThrow(
        'Use a publishable key in the browser',
      )
    expect(() => clientOf([], { apiKey: 'sluice_pk_test_00Public' })).not.toThrow()
  })

  test.each(['', 'a b', 'line\nbreak', 'x'.repeat(256)])(
    'an invalid idempotency key throws: %j',
    async (idempotencyKey) => {
      const { client, sent } = clientOf([])
      await expect(client.voidTransaction({ transactionId: '1' }, { idempotencyKey })).rejects.toThrow(
        'idempotencyKey must have 1 to 255',
      )
      expect(sent).toEqual([])
    },
  )

  test('the platform’s fetch is called with globalThis', async () => {
    vi.stubGlobal('fetch', function (this: unknown) {
      expect(this).toBe(globalThis)
      return Promise.resolve(new Response('{"requestId":"r"}'))
    })
    const client = new SluiceClient({ baseUrl: 'https://pay.test', apiKey })
    expect(await client.getAccount()).toEqual({ requestId: 'r' })
  })
})

import { inspect } from 'node:util'
import { assert, integer, jsonValue, property } from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { usualPatienceMs, type Call, type CallOptions } from './call.ts'
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

describe('what is sent', () => {
  test('method, path, key and body, and the answer comes back', async () => {
    const { client, sent } = clientOf([{ body: approved }], { baseUrl: 'https://pay.test/' })
    const body = { payment: { token: 'a-token' }, amount: { value: 26.25, currency: 840 } } as const
    expect(await client.authorizeTransaction(body, { idempotencyKey: 'order-7' })).toEqual(approved)
    expect(sent).toEqual([
      {
        url: 'https://pay.test/v1/transactions/authorize',
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': 'order-7' },
        body: '{"payment":{"token":"a-token"},"amount":{"value":26.25,"currency":840}}',
        // Wherever a redirect leads, the key does not go.
        redirect: 'manual',
      },
    ])
  })

  test('ids in their places, a query, and neither body nor key where there is none', async () => {
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
    'an id that could lead elsewhere is refused: %j',
    async (id) => {
      const { client, sent } = clientOf([])
      await expect(client.getTransaction(id)).rejects.toThrow(
        'An id has letters, digits and hyphens, and at least one.',
      )
      expect(sent).toEqual([])
    },
  )

  test('an int64 keeps its digits, and an amount is printed with the digits that it has', () => {
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

  test('every amount with two decimals up to 999999999.99 is printed as it is read', () => {
    assert(
      property(integer({ min: 1, max: 99_999_999_999 }), (cents) => {
        const digits = String(cents).padStart(3, '0')
        const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`
        expect(printJson(cents / 100)).toBe(text.replace(/\.?0+$/, ''))
        expect(printJson(Number(text))).toBe(printJson(cents / 100))
      }),
    )
  })

  test('JSON is printed as JSON.stringify prints it, dates too', () => {
    assert(
      property(jsonValue(), (value) => {
        expect(printJson(value)).toBe(JSON.stringify(value))
      }),
    )
    expect(printJson({ date: new Date(0) })).toBe('{"date":"1970-01-01T00:00:00.000Z"}')
  })

  test.each([Number.NaN, Infinity, -Infinity])(
    '%d is not sent: as null it would capture all that is left',
    async (amount) => {
      const { client, sent } = clientOf([])
      await expect(client.captureTransaction({ transactionId: '1', amount })).rejects.toThrow(TypeError)
      expect(sent).toEqual([])
    },
  )
})

describe('answers', () => {
  test('a declined payment is an answer', async () => {
    const declined = { ...approved, responseCode: '51', errors: [{ type: 'card_declined', message: {} }] }
    const { client } = clientOf([{ body: declined }])
    expect(await client.voidTransaction({ transactionId: '1' })).toEqual(declined)
  })

  test('an envelope: every item, with its member, and the key to ask again with', async () => {
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

  test.each([401, 403])('no body at all: %i of authorize', async (status) => {
    const error = await failed([{ status, headers: { 'x-request-id': requestId } }])
    expect(error).toMatchObject({ status, types: [], items: [], requestId, body: null, outcomeUnknown: false })
    expect(error.message).toBe(`authorizeTransaction: status ${status} (request ${requestId})`)
  })

  test.each([
    ['https://pay.test/problems/id-invalid', 400, ['id_invalid']],
    ['https://iana.org/assignments/http-problem-types#quota-exceeded', 429, ['rate_limited']],
    ['about:blank', 404, []],
  ])('problem details: %s', async (type, status, types) => {
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

describe('trying again', () => {
  const passing: [string, Reply | 'lost'][] = [
    ['a lost connection', 'lost'],
    ['a request under way', refusal(409, 'idempotency_in_progress')],
    ['too many requests', { status: 429 }],
    ['an error of the gateway', refusal(500, 'internal_error')],
    ['an error before the gateway', { status: 502, text: '<html>' }],
    ['an absent gateway', refusal(503, 'unavailable')],
    ['an unknown outcome', refusal(504, 'processor_timeout')],
    ['an answer that breaks off', { status: 200, text: '{"requestId":' }],
  ]
  test.each(passing)('%s: the same request under the same key', async (_, reply) => {
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
  ])('not after what stays as it is: %j', async (reply) => {
    const { exchange, sent } = callsOf([reply])
    await expect(exchange(authorize)).rejects.toThrow(SluiceError)
    expect(sent).toHaveLength(1)
  })

  test('each call has a key of its own, and operations that take none have none', async () => {
    const { exchange, sent } = callsOf([{ body: {} }, { body: {} }, { body: {} }])
    await exchange(authorize)
    await exchange(authorize)
    await exchange({ operation: 'createToken', method: 'POST', path: '/v1/tokens', body: {} })
    const keys = sent.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).not.toBe(keys[1])
    expect(keys[2]).toBeUndefined()
  })

  test('two more times by default, as often as is said, never when 0 is said', async () => {
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

  test('after longer and longer pauses, or as long as the gateway says', async () => {
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

  test('not at all when told to wait for more than a minute: whoever called decides', async () => {
    const { exchange, pauses } = callsOf([{ status: 429, headers: { 'retry-after': '3600' } }])
    expect(await failureOf(exchange(authorize))).toMatchObject({ status: 429, retryAfter: 3600 })
    expect(pauses).toEqual([])
  })

  test('not once the caller has given up, and what was sent may have happened', async () => {
    const { exchange, sent } = callsOf(['lost', { body: approved }])
    const giveUp = new AbortController()
    const calling = failureOf(exchange(authorize, { signal: giveUp.signal }))
    giveUp.abort('enough')
    expect(await calling).toMatchObject({ status: null, cause: 'enough', outcomeUnknown: true })
    expect(sent).toHaveLength(1)
    expect(await failed([], authorize, { signal: giveUp.signal })).toMatchObject({ outcomeUnknown: false })
  })

  test('when the gateway takes longer than the caller waits', async () => {
    const { exchange, pauses } = callsOf([], { fetch: silent, timeoutMs: 1, retries: 1 })
    const error = await failureOf(exchange(authorize))
    expect(error).toMatchObject({ status: null, outcomeUnknown: true, cause: { name: 'TimeoutError' } })
    expect(pauses).toHaveLength(1)
  })

  test('a payment at a card reader has the time that a shopper may take', () => {
    expect(usualPatienceMs(authorize)).toBe(65_000)
    expect(usualPatienceMs({ ...authorize, body: { payment: { terminal: { id: '12345678' } } } })).toBe(130_000)
    expect(usualPatienceMs(read)).toBe(65_000)
  })

  test('a call ends when the caller says so, though the gateway is silent, and when time is up, though the caller is patient', async () => {
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

  test('a pause ends with its time, or by a signal that leaves no timer behind', async () => {
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

describe('an outcome is unknown', () => {
  test('after silence, and after a refusal that was decided before the key was looked up', async () => {
    expect(await unknown(['lost', 'lost', 'lost'])).toBe(true)
    expect(await unknown([refusal(504, 'processor_timeout'), 'lost', refusal(504, 'processor_timeout')])).toBe(true)
    expect(await unknown(['lost', { status: 401 }])).toBe(true)
    expect(await unknown(['lost', { status: 429 }, { status: 429 }])).toBe(true)
  })

  test('not after a refusal that was decided under the key, nor without any silence, nor of a reading', async () => {
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
  test('a page is an answer like any other', async () => {
    const { client, sent } = clientOf([page([1, 2])])
    expect((await client.listApiKeys({ pageSize: 2 })).apiKeys).toEqual([1, 2])
    expect(queries(sent)).toEqual(['?pageSize=2'])
  })

  test('entries of all pages: on by nextCursor', async () => {
    const { client, sent } = clientOf([page([1, 2], { nextCursor: 'c' }), page([3, 4], { nextCursor: null })])
    expect(await allOf(client.listApiKeys({ pageSize: 2, pageNumber: 1 }))).toEqual([1, 2, 3, 4])
    expect(queries(sent)).toEqual(['?pageSize=2&pageNumber=1', '?pageSize=2&cursor=c'])
  })

  test('on by the Link header, and never to another place than the gateway', async () => {
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

  test('on by numbers where nothing else is said, until a page is not full', async () => {
    const { client, sent } = clientOf([page([1, 2]), page([3, 4]), page([])])
    expect(await allOf(client.listApiKeys({ limit: 2, page: 3 }))).toEqual([1, 2, 3, 4])
    expect(queries(sent)).toEqual(['?limit=2&page=3', '?limit=2&page=4', '?limit=2&page=5'])
  })

  test('no more pages are asked for than are looked at, and a list may be null', async () => {
    const { client, left } = clientOf([page([1, 2]), page([3, 4])])
    for await (const entry of client.listApiKeys({ pageSize: 2 })) if (Object.is(entry, 1)) break
    expect(left).toHaveLength(1)
    expect(await allOf(clientOf([{ body: { apiKeys: null } }]).client.listApiKeys())).toEqual([])
  })

  test('a page that fails ends the loop with its error', async () => {
    const { client } = clientOf([page([1, 2]), refusal(400, 'query_invalid')])
    await expect(allOf(client.listApiKeys({ pageSize: 2 }))).rejects.toThrow('query_invalid')
    await expect(allOf(clientOf([{ status: 401 }]).client.listApiKeys())).rejects.toThrow('status 401')
  })
})

describe('the key', () => {
  test('shows nowhere: not in the client, nor in its JSON, nor in an error', async () => {
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
    ['a key that no header can hold', { apiKey: `${apiKey}\n` }, 'apiKey is no API key.'],
    ['no key', { apiKey: '' }, 'apiKey is no API key.'],
    ['a key that is missing', { apiKey: undefined as never }, 'apiKey is no API key.'],
    [
      'a live key without TLS',
      { apiKey: 'sluice_sk_live_00Secret', baseUrl: 'http://pay.test' },
      'A live key travels by https alone.',
    ],
    [
      'an address of another kind',
      { baseUrl: 'ftp://pay.test' },
      'baseUrl is the http or https address of the gateway.',
    ],
    ['no address', { baseUrl: 'pay.test' }, 'Invalid URL'],
  ])('%s is refused without a word of it', (_, settings, message) => {
    const construct = () => new SluiceClient({ baseUrl: 'https://pay.test', apiKey, ...settings })
    expect(construct).toThrow(TypeError)
    expect(construct).toThrow(message)
    expect(construct).not.toThrow('Secret')
  })

  test('a live key may stay on its own machine without TLS, a test key may travel', () => {
    expect(() => clientOf([], { baseUrl: 'http://gateway.internal' })).not.toThrow()
    expect(
      () => new SluiceClient({ baseUrl: 'http://localhost:8787', apiKey: 'sluice_sk_live_00Secret' }),
    ).not.toThrow()
  })

  test('a secret or restricted key is refused in a page, a publishable one is not', () => {
    vi.stubGlobal('document', {})
    for (const kind of ['sk', 'rk'])
      expect(() => clientOf([], { apiKey: `sluice_${kind}_test_00Secret` })).toThrow(
        'A page takes a publishable key alone',
      )
    expect(() => clientOf([], { apiKey: 'sluice_pk_test_00Public' })).not.toThrow()
  })

  test.each(['', 'a b', 'line\nbreak', 'x'.repeat(256)])(
    'an Idempotency-Key that cannot be sent is refused: %j',
    async (idempotencyKey) => {
      const { client, sent } = clientOf([])
      await expect(client.voidTransaction({ transactionId: '1' }, { idempotencyKey })).rejects.toThrow(
        'idempotencyKey has 1 to 255',
      )
      expect(sent).toEqual([])
    },
  )

  test('uses the fetch of the platform as the platform wants it', async () => {
    vi.stubGlobal('fetch', function (this: unknown) {
      expect(this).toBe(globalThis)
      return Promise.resolve(new Response('{"requestId":"r"}'))
    })
    const client = new SluiceClient({ baseUrl: 'https://pay.test', apiKey })
    expect(await client.getAccount()).toEqual({ requestId: 'r' })
  })
})

import { afterEach, describe, expect, test, vi } from 'vitest'
import { defaultTimeoutMs, type CallOptions } from './call.ts'
import { realClock } from './clock.ts'
import {
  createTransport,
  authorize,
  read,
  approved,
  errorReply,
  catchError,
  failed,
  type Reply,
  type Replies,
} from './fakeGateway.fixtures.ts'
import { SluiceError, type Fetch, type SluiceSettings } from './index.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const silent: Fetch = (_, { signal }) =>
  new Promise((_, reject) =>
    (signal as AbortSignal).addEventListener('abort', () => reject((signal as AbortSignal).reason)),
  )

describe('retries', () => {
  const passing: [string, Reply | 'lost'][] = [
    ['a lost connection', 'lost'],
    ['idempotency_in_progress', errorReply(409, 'idempotency_in_progress')],
    ['too many requests', { status: 429 }],
    ['an error of the gateway', errorReply(500, 'internal_error')],
    ['an error before the gateway', { status: 502, text: '<html>' }],
    ['an absent gateway', errorReply(503, 'unavailable')],
    ['an unknown outcome', errorReply(504, 'processor_timeout')],
    ['a truncated response', { status: 200, text: '{"requestId":' }],
  ]
  test.each(passing)('%s is retried with the same request and key', async (_, reply) => {
    const { transport, sent } = createTransport([reply, reply, { body: approved }])
    expect((await transport(authorize)).body).toEqual(approved)
    expect(sent).toHaveLength(3)
    expect(sent[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    expect(sent[1]).toEqual(sent[0])
    expect(sent[2]).toEqual(sent[0])
  })

  test.each([
    errorReply(400, 'token_used'),
    errorReply(404, 'not_found'),
    errorReply(409, 'already_voided'),
    errorReply(409, 'operation_in_progress'),
    errorReply(422, 'idempotency_mismatch'),
    { status: 401 },
    { status: 307, headers: { location: 'https://elsewhere.test/' } },
  ])('permanent failure %j is not retried', async (reply) => {
    const { transport, sent } = createTransport([reply])
    await expect(transport(authorize)).rejects.toThrow(SluiceError)
    expect(sent).toHaveLength(1)
  })

  test('each call has its own idempotency key, and operations without one send none', async () => {
    const { transport, sent } = createTransport([{ body: {} }, { body: {} }, { body: {} }])
    await transport(authorize)
    await transport(authorize)
    await transport({ operation: 'createToken', method: 'POST', path: '/v1/tokens', body: {} })
    const keys = sent.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).not.toBe(keys[1])
    expect(keys[2]).toBeUndefined()
  })

  test('a call is retried twice by default, or as often as configured', async () => {
    const lost: Replies = Array.from({ length: 9 }, () => 'lost')
    const tries = async (settings: Partial<SluiceSettings>, options: CallOptions = {}) => {
      const { transport, sent } = createTransport(lost, settings)
      await transport(authorize, options).catch(() => undefined)
      return sent.length
    }
    expect([await tries({}), await tries({ retries: 0 }), await tries({ retries: 0 }, { retries: 5 })]).toEqual([
      3, 1, 6,
    ])
  })

  test('retries wait with exponential backoff or Retry-After', async () => {
    const lost = createTransport(
      Array.from({ length: 7 }, () => 'lost'),
      { retries: 6 },
    )
    await lost.transport(authorize).catch(() => undefined)
    expect(lost.pauses).toEqual([500, 1000, 2000, 4000, 8000, 8000])
    const told = createTransport([{ status: 429, headers: { 'retry-after': '10' } }, { body: approved }])
    await told.transport(authorize)
    expect(told.pauses).toEqual([10_500])
  })

  test('a Retry-After above a minute is not waited for', async () => {
    const { transport, pauses } = createTransport([{ status: 429, headers: { 'retry-after': '3600' } }])
    expect(await catchError(transport(authorize))).toMatchObject({ status: 429, retryAfter: 3600 })
    expect(pauses).toEqual([])
  })

  test('an aborted call is not retried, and its outcome is unknown', async () => {
    const { transport, sent } = createTransport(['lost', { body: approved }])
    const giveUp = new AbortController()
    const calling = catchError(transport(authorize, { signal: giveUp.signal }))
    giveUp.abort('enough')
    expect(await calling).toMatchObject({ status: null, cause: 'enough', outcomeUnknown: true })
    expect(sent).toHaveLength(1)
    expect(await failed([], authorize, { signal: giveUp.signal })).toMatchObject({ outcomeUnknown: false })
  })

  test('a timed-out attempt is retried', async () => {
    const { transport, pauses } = createTransport([], { fetch: silent, timeoutMs: 1, retries: 1 })
    const error = await catchError(transport(authorize))
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
    const { transport } = createTransport([], { fetch: silent, retries: 0 })
    const ended = catchError(transport(authorize, { signal: giveUp.signal }))
    giveUp.abort('enough')
    expect((await ended).cause).toBe('enough')
    const { signal } = new AbortController()
    expect(await catchError(transport(authorize, { signal, timeoutMs: 1 }))).toMatchObject({
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
    expect(await unknown([errorReply(504, 'processor_timeout'), 'lost', errorReply(504, 'processor_timeout')])).toBe(
      true,
    )
    expect(await unknown(['lost', { status: 401 }])).toBe(true)
    expect(await unknown(['lost', { status: 429 }, { status: 429 }])).toBe(true)
  })

  test('outcomeUnknown is false after errors decided with the key, without lost responses, and for reads', async () => {
    expect(await unknown(['lost', errorReply(400, 'token_expired')])).toBe(false)
    expect(await unknown([{ status: 429 }, { status: 429 }, { status: 429 }])).toBe(false)
    expect(await unknown(['lost', 'lost', 'lost'], read)).toBe(false)
  })
})

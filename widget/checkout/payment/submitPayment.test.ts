import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PayBody, AttemptState } from '#contract/checkouts/page'
import { submitPayment } from './submitPayment.ts'

/** Response to a request: a state, an HTTP error status, or a lost connection. */
type MockResponse = AttemptState | number | 'lost'

const NEVER_STARTED: AttemptState = { status: 'open', declined: null, nonce: 'first' }
const DECLINED: AttemptState = { status: 'open', declined: 'expired', nonce: 'second' }
const PROCESSING: AttemptState = { status: 'processing', mine: true }
const OTHER_WINDOW: AttemptState = { status: 'processing', mine: false }
const PAID: AttemptState = { status: 'completed', transactionId: '1', url: null }
const EXPIRED: AttemptState = { status: 'expired' }

const BODY: PayBody = { nonce: 'first', locale: 'en', payment: { wallet: 'w1', verificationValue: '123' }, answers: {} }

let responses: MockResponse[]
let requests: { action: string; body: string; afterMs: number }[]
let startedAt: number
const listeners = new Set<() => void>()

const toResponse = (response: MockResponse | undefined): Response => {
  if (response === undefined) throw new Error('unexpected request')
  if (response === 'lost') throw new TypeError('Failed to fetch')
  if (typeof response !== 'number') return Response.json({ ...response, errors: null })
  return Response.json({ errors: [{ type: 'required', message: { field: 'answers.email' } }] }, { status: response })
}

beforeEach(() => {
  vi.useFakeTimers()
  startedAt = Date.now()
  requests = []
  listeners.clear()
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    requests.push({ action: path.split('/').at(-1)!, body, afterMs: Date.now() - startedAt })
    return Promise.resolve().then(() => toResponse(responses.shift()))
  })
  vi.stubGlobal('addEventListener', (_type: string, listener: () => void) => listeners.add(listener))
  vi.stubGlobal('removeEventListener', (_type: string, listener: () => void) => listeners.delete(listener))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Runs an attempt to its end. Returns the result, the pending reasons and the requests. */
const runAttempt = async (...given: MockResponse[]) => {
  responses = given
  const reasons: string[] = []
  const result = submitPayment('c1', BODY, (reason) => reasons.push(reason))
  await vi.runAllTimersAsync()
  expect(responses).toEqual([])
  return { result: await result, reasons, requests: requests.map(({ action }) => action) }
}

const state = (state: AttemptState) => ({ kind: 'state', state: { ...state, errors: null } })
const rejected = { kind: 'rejected', errors: [{ type: 'required', message: { field: 'answers.email' } }] }

describe('payment attempt', () => {
  it.each<[string, MockResponse[], object, string[], string[]]>([
    ['a completed attempt', [PAID], state(PAID), [], ['pay']],
    ['a declined attempt', [DECLINED], state(DECLINED), [], ['pay']],
    ['an attempt on an expired checkout', [EXPIRED], state(EXPIRED), [], ['pay']],
    ['an invalid attempt', [400], rejected, [], ['pay']],
    ['a rate-limited attempt', [429], { kind: 'rateLimited' }, [], ['pay']],
    ['a completed attempt with a lost response', ['lost', PAID], state(PAID), ['checking'], ['pay', 'state']],
    ['a declined attempt with a lost response', ['lost', DECLINED], state(DECLINED), ['checking'], ['pay', 'state']],
    [
      'an attempt that never arrived, sent again',
      ['lost', NEVER_STARTED, PAID],
      state(PAID),
      ['checking'],
      ['pay', 'state', 'pay'],
    ],
    [
      'an attempt that never arrives, abandoned after three sends',
      ['lost', NEVER_STARTED, 'lost', NEVER_STARTED, 'lost', NEVER_STARTED],
      { kind: 'unavailable' },
      ['checking', 'checking', 'checking'],
      ['pay', 'state', 'pay', 'state', 'pay', 'state'],
    ],
    ['a completed attempt with a response of 503', [503, PAID], state(PAID), ['checking'], ['pay', 'state']],
    [
      'an attempt that failed with 500 before it began',
      [500, NEVER_STARTED],
      { kind: 'unavailable' },
      ['checking'],
      ['pay', 'state'],
    ],
    [
      'an attempt with a slow processor',
      [PROCESSING, PROCESSING, PAID],
      state(PAID),
      ['checking', 'checking'],
      ['pay', 'state', 'state'],
    ],
    [
      'an attempt while another window pays',
      [OTHER_WINDOW, OTHER_WINDOW, PAID],
      state(PAID),
      ['elsewhere', 'elsewhere'],
      ['pay', 'state', 'state'],
    ],
    [
      'an attempt after a decline in another window, not sent again',
      [OTHER_WINDOW, NEVER_STARTED],
      state(NEVER_STARTED),
      ['elsewhere'],
      ['pay', 'state'],
    ],
    [
      'an attempt with failing state requests',
      ['lost', 'lost', 500, 429, PAID],
      state(PAID),
      ['checking'],
      ['pay', 'state', 'state', 'state', 'state'],
    ],
    ['an attempt on a deleted checkout', ['lost', 404], { kind: 'gone' }, ['checking'], ['pay', 'state']],
  ])('%s has the expected result, pending reasons and requests', async (_name, given, result, reasons, requests) => {
    expect(await runAttempt(...given)).toEqual({ result, reasons, requests })
  })

  it('each send of an attempt has the same nonce and body', async () => {
    await runAttempt('lost', NEVER_STARTED, 'lost', NEVER_STARTED, PAID)
    const bodies = requests.filter(({ action }) => action === 'pay').map(({ body }) => body)
    expect(bodies).toEqual(Array(3).fill(JSON.stringify(BODY)))
    expect(requests.filter(({ action }) => action === 'state').map(({ body }) => body)).toEqual(
      Array(2).fill('{"nonce":"first"}'),
    )
  })

  it('the state of an attempt is polled after 1, 2, 4, 8 and then every 15 seconds, without end', async () => {
    await runAttempt('lost', ...Array<MockResponse>(30).fill('lost'), PAID)
    const waits = requests.map(({ afterMs }, index) => afterMs - (requests[index - 1]?.afterMs ?? 0))
    expect(waits).toEqual([0, 1000, 2000, 4000, 8000, ...Array(27).fill(15_000)])
  })

  it('an attempt that never began is not sent again after two minutes', async () => {
    const { result } = await runAttempt('lost', ...Array<MockResponse>(12).fill('lost'), NEVER_STARTED)
    expect(result).toEqual({ kind: 'unavailable' })
  })

  it('the state of an attempt is polled at once when the browser is online again', async () => {
    responses = ['lost', 'lost', 'lost', PAID]
    const result = submitPayment('c1', BODY, () => {})
    await vi.advanceTimersByTimeAsync(3000)
    expect(requests.map(({ action }) => action)).toEqual(['pay', 'state', 'state'])
    for (const online of listeners) online()
    expect(await result).toEqual(state(PAID))
    expect(requests.at(-1)!.afterMs).toBe(3000)
    expect(listeners.size).toBe(0)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PayBody, TryState } from '#contract/checkouts/page'
import { submitPayment } from './submitPayment.ts'

/** What the gateway does with a request, in the order in which they come; whoever asks for more has asked too often. */
type Reply = TryState | number | 'lost'

const NEVER_BEGUN: TryState = { status: 'open', declined: null, nonce: 'first' }
const DECLINED: TryState = { status: 'open', declined: 'expired', nonce: 'second' }
const MINE: TryState = { status: 'processing', mine: true }
const ANOTHERS: TryState = { status: 'processing', mine: false }
const PAID: TryState = { status: 'completed', transactionId: '1', url: null }
const EXPIRED: TryState = { status: 'expired' }

const BODY: PayBody = { nonce: 'first', locale: 'en', payment: { wallet: 'w1', verificationValue: '123' }, answers: {} }

let replies: Reply[]
let asked: { what: string; body: string; afterMs: number }[]
let began: number
const listeners = new Set<() => void>()

const answer = (reply: Reply | undefined): Response => {
  if (reply === undefined) throw new Error('asked too often')
  if (reply === 'lost') throw new TypeError('Failed to fetch')
  if (typeof reply !== 'number') return Response.json({ ...reply, errors: null })
  return Response.json({ errors: [{ type: 'required', message: { field: 'answers.email' } }] }, { status: reply })
}

beforeEach(() => {
  vi.useFakeTimers()
  began = Date.now()
  asked = []
  listeners.clear()
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    asked.push({ what: path.split('/').at(-1)!, body, afterMs: Date.now() - began })
    return Promise.resolve().then(() => answer(replies.shift()))
  })
  vi.stubGlobal('addEventListener', (_type: string, listener: () => void) => listeners.add(listener))
  vi.stubGlobal('removeEventListener', (_type: string, listener: () => void) => listeners.delete(listener))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Makes a try to its end, however long it takes; answers what came of it and what was said meanwhile. */
const made = async (...given: Reply[]) => {
  replies = given
  const told: string[] = []
  const outcome = submitPayment('c1', BODY, (waiting) => told.push(waiting))
  await vi.runAllTimersAsync()
  expect(replies).toEqual([])
  return { outcome: await outcome, told, asked: asked.map(({ what }) => what) }
}

const state = (state: TryState) => ({ kind: 'state', state: { ...state, errors: null } })
const refused = { kind: 'refused', errors: [{ type: 'required', message: { field: 'answers.email' } }] }

describe('a try', () => {
  it.each<[string, Reply[], object, string[], string[]]>([
    ['that is paid', [PAID], state(PAID), [], ['pay']],
    ['that is declined', [DECLINED], state(DECLINED), [], ['pay']],
    ['of a checkout that is over', [EXPIRED], state(EXPIRED), [], ['pay']],
    ['with something wrong in it', [400], refused, [], ['pay']],
    ['too many', [429], { kind: 'rateLimited' }, [], ['pay']],
    ['whose answer was lost after it was paid', ['lost', PAID], state(PAID), ['checking'], ['pay', 'state']],
    [
      'whose answer was lost after it was declined',
      ['lost', DECLINED],
      state(DECLINED),
      ['checking'],
      ['pay', 'state'],
    ],
    [
      'that never arrived is sent again',
      ['lost', NEVER_BEGUN, PAID],
      state(PAID),
      ['checking'],
      ['pay', 'state', 'pay'],
    ],
    [
      'that cannot arrive is given up',
      ['lost', NEVER_BEGUN, 'lost', NEVER_BEGUN, 'lost', NEVER_BEGUN],
      { kind: 'unavailable' },
      ['checking', 'checking', 'checking'],
      ['pay', 'state', 'pay', 'state', 'pay', 'state'],
    ],
    ['at which the gateway failed after it was paid', [503, PAID], state(PAID), ['checking'], ['pay', 'state']],
    [
      'at which the gateway failed before it began',
      [500, NEVER_BEGUN],
      { kind: 'unavailable' },
      ['checking'],
      ['pay', 'state'],
    ],
    [
      'of which the bank is not heard',
      [MINE, MINE, PAID],
      state(PAID),
      ['checking', 'checking'],
      ['pay', 'state', 'state'],
    ],
    [
      'while another window pays',
      [ANOTHERS, ANOTHERS, PAID],
      state(PAID),
      ['elsewhere', 'elsewhere'],
      ['pay', 'state', 'state'],
    ],
    [
      'while another window was declined is not made in its place',
      [ANOTHERS, NEVER_BEGUN],
      state(NEVER_BEGUN),
      ['elsewhere'],
      ['pay', 'state'],
    ],
    [
      'that nobody can be asked about for a while',
      ['lost', 'lost', 500, 429, PAID],
      state(PAID),
      ['checking'],
      ['pay', 'state', 'state', 'state', 'state'],
    ],
    ['of a checkout that is gone', ['lost', 404], { kind: 'gone' }, ['checking'], ['pay', 'state']],
  ])('%s', async (_name, given, outcome, told, requests) => {
    expect(await made(...given)).toEqual({ outcome, told, asked: requests })
  })

  it('has one name and one body, however often it is sent', async () => {
    await made('lost', NEVER_BEGUN, 'lost', NEVER_BEGUN, PAID)
    const bodies = asked.filter(({ what }) => what === 'pay').map(({ body }) => body)
    expect(bodies).toEqual(Array(3).fill(JSON.stringify(BODY)))
    expect(asked.filter(({ what }) => what === 'state').map(({ body }) => body)).toEqual(
      Array(2).fill('{"nonce":"first"}'),
    )
  })

  it('is asked about after 1, 2, 4, 8 and then every 15 seconds, for as long as it takes', async () => {
    await made('lost', ...Array<Reply>(30).fill('lost'), PAID)
    const waits = asked.map(({ afterMs }, index) => afterMs - (asked[index - 1]?.afterMs ?? 0))
    expect(waits).toEqual([0, 1000, 2000, 4000, 8000, ...Array(27).fill(15_000)])
  })

  it('that turns out after a long time never to have begun is not sent by itself', async () => {
    const { outcome } = await made('lost', ...Array<Reply>(12).fill('lost'), NEVER_BEGUN)
    expect(outcome).toEqual({ kind: 'unavailable' })
  })

  it('is asked about at once when the browser is back online', async () => {
    replies = ['lost', 'lost', 'lost', PAID]
    const outcome = submitPayment('c1', BODY, () => {})
    await vi.advanceTimersByTimeAsync(3000)
    expect(asked.map(({ what }) => what)).toEqual(['pay', 'state', 'state'])
    for (const online of listeners) online()
    expect(await outcome).toEqual(state(PAID))
    expect(asked.at(-1)!.afterMs).toBe(3000)
    expect(listeners.size).toBe(0)
  })
})

import { describe, expect, test } from 'vitest'
import { sessionStates } from '#contract/terminals/device'
import type { SessionState } from '#contract/terminals/device'
import { noPrompts } from '#contract/terminals/device.fixtures'
import { money } from '../../domain/money.ts'
import type { PendingTransaction } from '../../domain/transactions/initiate/createPending.ts'
import { unknownOutcome } from '../../domain/transactions/verdict.ts'
import { decidedLocally } from '../../domain/transactions/initiate/decide.ts'
import { deadlineOf, devicePayment, endingFor, isOpen, newSession } from './session.ts'
import type { Session } from './session.ts'

const startedAt = 1_000_000
const opened = { id: 92_000_000_000_001, type: 'payment', amount: money('14.50', 840), tip: 200n } as PendingTransaction
const session = (state: SessionState, more: Partial<Session> = {}): Session => ({
  ...newSession(opened, noPrompts, startedAt),
  state,
  ...more,
})

/** Milliseconds after the start, and the event. */
const relativeDeadline = (current: Session) => {
  const deadline = deadlineOf(current)
  return deadline && [deadline.at - startedAt, deadline.event]
}

describe('session deadlines', () => {
  test.each(['queued', 'sent'] as const)('a %s session ends as undelivered after 5 s', (state) => {
    expect(relativeDeadline(session(state))).toEqual([5_000, 'undelivered'])
  })

  test('a session without a card ends as notPresented 60 s after the device received it', () => {
    expect(relativeDeadline(session('awaiting_card', { receivedAt: startedAt + 4_000 }))).toEqual([
      64_000,
      'notPresented',
    ])
  })

  test('a session with a presented card ends as tooLong 120 s after its start', () => {
    const presented = session('awaiting_card', { receivedAt: startedAt + 4_000, presentedAt: startedAt + 63_000 })
    expect(relativeDeadline(presented)).toEqual([120_000, 'tooLong'])
  })

  test('a session that the device received late ends as tooLong 120 s after its start', () => {
    expect(relativeDeadline(session('awaiting_card', { receivedAt: startedAt + 70_000 }))).toEqual([120_000, 'tooLong'])
  })

  test('a session in processing or a final state has no deadline', () => {
    for (const state of sessionStates.filter((state) => !['queued', 'sent', 'awaiting_card'].includes(state)))
      expect(deadlineOf(session(state))).toBeNull()
  })
})

describe('ending events', () => {
  test('an event that ends a waiting session gives its final state and response code', () => {
    expect(endingFor(session('awaiting_card'), 'cancel')).toEqual({ state: 'canceled', responseCode: 'G13' })
    expect(endingFor(session('queued'), 'remove')).toEqual({ state: 'canceled', responseCode: 'G14' })
    expect(endingFor(session('sent'), 'undelivered')).toEqual({ state: 'failed', responseCode: 'G10' })
  })

  test('cancellations and time-outs have no effect on a session in processing', () => {
    for (const event of ['cancel', 'abort', 'remove', 'failure', 'tooLong'] as const)
      expect(endingFor(session('processing'), event)).toBeNull()
  })

  test('a session with a decision is no longer open', () => {
    expect(isOpen(session('processing'))).toBe(true)
    expect(isOpen(session('failed', { decision: decidedLocally(unknownOutcome) }))).toBe(false)
  })
})

describe('devicePayment', () => {
  test('devicePayment contains the amount without the tip, as decimal text', () => {
    expect(devicePayment(session('processing'), startedAt).amount).toEqual({
      value: '12.5',
      currency: 'USD',
      exponent: 2,
    })
  })

  test.each([
    ['queued', 'sent'],
    ['sent', 'sent'],
    ['awaiting_card', 'awaiting_card'],
    ['processing', 'processing'],
  ] as const)('devicePayment of a %s session has state %s', (state, sent) => {
    expect(devicePayment(session(state), startedAt)).toMatchObject({ session: '92000000000001', state: sent })
  })

  test('devicePayment contains the remaining milliseconds, at least zero', () => {
    const received = session('awaiting_card', { receivedAt: startedAt + 2_000 })
    expect(devicePayment(received, startedAt + 12_000)).toMatchObject({
      presentWithinMs: 50_000,
      endsWithinMs: 108_000,
    })
    expect(devicePayment(received, startedAt + 500_000)).toMatchObject({ presentWithinMs: 0, endsWithinMs: 0 })
  })

  test('devicePayment contains no other member of the payment', () => {
    expect(Object.keys(devicePayment(session('sent'), startedAt)).toSorted()).toEqual(
      ['amount', 'endsWithinMs', 'presentWithinMs', 'prompts', 'session', 'state', 'transactionType'].toSorted(),
    )
  })
})

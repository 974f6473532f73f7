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

const began = 1_000_000
const opened = { id: 92_000_000_000_001, type: 'payment', amount: money('14.50', 840), tip: 200n } as PendingTransaction
const session = (state: SessionState, more: Partial<Session> = {}): Session => ({
  ...newSession(opened, noPrompts, began),
  state,
  ...more,
})

/** Milliseconds after its begin. */
const deadline = (at: Session) => {
  const found = deadlineOf(at)
  return found && [found.at - began, found.event]
}

describe('what happens by itself', () => {
  test.each(['queued', 'sent'] as const)('a payment that is %s fails after 5 s', (state) => {
    expect(deadline(session(state))).toEqual([5_000, 'undelivered'])
  })

  test('60 s after the reader has it there must be a card', () => {
    expect(deadline(session('awaiting_card', { receivedAt: began + 4_000 }))).toEqual([64_000, 'notPresented'])
  })

  test('a card that was presented in time leaves the whole 120 s, from the begin', () => {
    const presented = session('awaiting_card', { receivedAt: began + 4_000, presentedAt: began + 63_000 })
    expect(deadline(presented)).toEqual([120_000, 'tooLong'])
  })

  test('the whole is never longer than 120 s, however late the reader had it', () => {
    expect(deadline(session('awaiting_card', { receivedAt: began + 70_000 }))).toEqual([120_000, 'tooLong'])
  })

  test('nothing, while the processor is asked and once it is over', () => {
    for (const state of sessionStates.filter((one) => !['queued', 'sent', 'awaiting_card'].includes(one)))
      expect(deadlineOf(session(state))).toBeNull()
  })
})

describe('an ending', () => {
  test('of what waits leads to its state and code', () => {
    expect(endingFor(session('awaiting_card'), 'cancel')).toEqual({ state: 'canceled', responseCode: 'G13' })
    expect(endingFor(session('queued'), 'remove')).toEqual({ state: 'canceled', responseCode: 'G14' })
    expect(endingFor(session('sent'), 'undelivered')).toEqual({ state: 'failed', responseCode: 'G10' })
  })

  test('comes too late once the processor is asked', () => {
    for (const event of ['cancel', 'abort', 'remove', 'failure', 'tooLong'] as const)
      expect(endingFor(session('processing'), event)).toBeNull()
  })

  test('that is known closes the session to its reader', () => {
    expect(isOpen(session('processing'))).toBe(true)
    expect(isOpen(session('failed', { decision: decidedLocally(unknownOutcome) }))).toBe(false)
  })
})

describe('the reader is told', () => {
  test('the price without the tip that the shopper chose, in decimal text', () => {
    expect(devicePayment(session('processing'), began).amount).toEqual({ value: '12.5', currency: 'USD', exponent: 2 })
  })

  test.each([
    ['queued', 'sent'],
    ['sent', 'sent'],
    ['awaiting_card', 'awaiting_card'],
    ['processing', 'processing'],
  ] as const)('of what is %s that it is %s', (state, told) => {
    expect(devicePayment(session(state), began)).toMatchObject({ session: '92000000000001', state: told })
  })

  test('how much time is left, which is never less than none', () => {
    const received = session('awaiting_card', { receivedAt: began + 2_000 })
    expect(devicePayment(received, began + 12_000)).toMatchObject({ presentWithinMs: 50_000, endsWithinMs: 108_000 })
    expect(devicePayment(received, began + 500_000)).toMatchObject({ presentWithinMs: 0, endsWithinMs: 0 })
  })

  test('nothing of the payment but that', () => {
    expect(Object.keys(devicePayment(session('sent'), began)).toSorted()).toEqual(
      ['amount', 'endsWithinMs', 'presentWithinMs', 'prompts', 'session', 'state', 'transactionType'].toSorted(),
    )
  })
})

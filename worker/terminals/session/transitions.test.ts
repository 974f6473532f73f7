import { describe, expect, test } from 'vitest'
import { declineCodes } from '#contract/transactions/responseCodes'
import { sessionStates } from '#contract/terminals/device'
import type { SessionState } from '#contract/terminals/device'
import { endingCodes, sessionEvents, sessionTransitions } from './transitions.ts'
import type { SessionEvent } from './transitions.ts'

const cancellations = {
  cancel: 'canceled',
  abort: 'canceled',
  remove: 'canceled',
  failure: 'failed',
  tooLong: 'timed_out',
}

/** The specified transitions, written independently of the code. */
const expected: Readonly<Record<SessionState, Partial<Record<SessionEvent, string>>>> = {
  queued: { ...cancellations, sent: 'sent', undelivered: 'failed' },
  sent: { ...cancellations, received: 'awaiting_card', undelivered: 'failed' },
  awaiting_card: { ...cancellations, card: 'processing', notPresented: 'timed_out' },
  processing: { approved: 'completed', declined: 'declined', unknown: 'failed' },
  completed: {},
  declined: {},
  canceled: {},
  timed_out: {},
  failed: {},
}

const cells = sessionStates.flatMap((state) =>
  sessionEvents.map((event) => [state, event, expected[state][event] ?? 'no state'] as const),
)

describe('session transitions', () => {
  test.each(cells)('session in state %s: event %s leads to %s', (state, event, next) => {
    expect(sessionTransitions[state][event] ?? 'no state').toBe(next)
  })

  test('the transition table has exactly the session states of the contract', () => {
    expect(Object.keys(sessionTransitions).toSorted()).toEqual(sessionStates.toSorted())
  })

  test('every session state is reachable from queued, and completed only from processing', () => {
    const reached = new Set<SessionState>(['queued'])
    for (const state of reached) for (const next of Object.values(sessionTransitions[state])) reached.add(next)
    expect([...reached].toSorted()).toEqual(sessionStates.toSorted())
    const before = sessionStates.filter((state) => Object.values(sessionTransitions[state]).includes('completed'))
    expect(before).toEqual(['processing'])
  })

  test('every event that ends a session without the processor has a decline code', () => {
    const ending = sessionEvents.filter((event) =>
      sessionStates.some((state) => state !== 'processing' && expected[state][event] && ends(expected[state][event])),
    )
    expect(ending.toSorted()).toEqual(Object.keys(endingCodes).toSorted())
    for (const code of Object.values(endingCodes)) expect(declineCodes).toHaveProperty(code)
    expect(endingCodes).toEqual({
      undelivered: 'G10',
      notPresented: 'G12',
      tooLong: 'G12',
      cancel: 'G13',
      remove: 'G14',
      abort: 'G15',
      failure: '96',
    })
  })
})

const ends = (state: string): boolean => Object.keys(expected[state as SessionState]).length === 0

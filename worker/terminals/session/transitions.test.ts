import { describe, expect, test } from 'vitest'
import { declineCodes } from '#contract/transactions/responseCodes'
import { sessionStates } from '#contract/terminals/device'
import type { SessionState } from '#contract/terminals/device'
import { endingCodes, sessionEvents, sessionTransitions } from './transitions.ts'
import type { SessionEvent } from './transitions.ts'

const stops = { cancel: 'canceled', abort: 'canceled', remove: 'canceled', failure: 'failed', tooLong: 'timed_out' }

/** The whole table once more, from the decisions and not from the code: what stands here and nothing else. */
const wanted: Readonly<Record<SessionState, Partial<Record<SessionEvent, string>>>> = {
  queued: { ...stops, sent: 'sent', undelivered: 'failed' },
  sent: { ...stops, received: 'awaiting_card', undelivered: 'failed' },
  awaiting_card: { ...stops, card: 'processing', notPresented: 'timed_out' },
  processing: { approved: 'completed', declined: 'declined', unknown: 'failed' },
  completed: {},
  declined: {},
  canceled: {},
  timed_out: {},
  failed: {},
}

const cells = sessionStates.flatMap((state) =>
  sessionEvents.map((event) => [state, event, wanted[state][event] ?? 'nothing'] as const),
)

describe('a session', () => {
  test.each(cells)('that is %s: %s leads to %s', (state, event, next) => {
    expect(sessionTransitions[state][event] ?? 'nothing').toBe(next)
  })

  test('has no state but these', () => {
    expect(Object.keys(sessionTransitions).toSorted()).toEqual(sessionStates.toSorted())
  })

  test('comes to each state from its beginning, and to completed out of processing alone', () => {
    const reached = new Set<SessionState>(['queued'])
    for (const state of reached) for (const next of Object.values(sessionTransitions[state])) reached.add(next)
    expect([...reached].toSorted()).toEqual(sessionStates.toSorted())
    const before = sessionStates.filter((state) => Object.values(sessionTransitions[state]).includes('completed'))
    expect(before).toEqual(['processing'])
  })

  test('that an event ends without the processor has a response code, which is one of ours', () => {
    const ending = sessionEvents.filter((event) =>
      sessionStates.some((state) => state !== 'processing' && wanted[state][event] && ends(wanted[state][event])),
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

const ends = (state: string): boolean => Object.keys(wanted[state as SessionState]).length === 0

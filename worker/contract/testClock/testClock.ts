import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { fault } from '../errors/fault.ts'
import { formatted } from '../schema/fields.ts'
import { readInstant } from '../schema/instant.ts'
import { int32 } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'

const tag = 'Test clock'

/** Where a clock may be put, in milliseconds since 1970: transaction ids are made of the time, and have room for no other. */
export const earliestNow = Date.UTC(2024, 0, 2)
export const latestNow = Date.UTC(2309, 0, 1)

/** For `details` of out_of_range. */
export const clockRange = { min: new Date(earliestNow).toISOString(), max: new Date(latestNow).toISOString() }

const instant = () =>
  v.pipe(
    formatted('date-time', (text) => readInstant(text) !== undefined),
    v.transform((text) => readInstant(text)?.ms ?? 0),
    v.check((ms) => ms >= earliestNow && ms <= latestNow, fault('out_of_range', clockRange)),
    v.metadata({ jsonSchema: { type: 'string', format: 'date-time' } }),
  )

/** `now` is what time it is for the account; `offsetMs` how far that is ahead of the real time, below zero where it is behind. */
const testClock = () => v.object({ now: v.string(), offsetMs: v.number() })

const changed = () => envelope({ testClock: testClock(), complete: v.boolean() })

const whatRuns =
  'The answer comes when everything that is due then has run: expiries, reversals, batches, returns. `complete` is false where that was too much for one request, or something failed: the rest follows within minutes, or at once by another advance, of 0 seconds if need be. An Idempotency-Key is not heeded, since keys live by this clock.'

/** An Idempotency-Key lives by the account's clock: one that stood for putting it forward would be over by that. */
const onItsOwn = { idempotent: false } as const

export const getTestClock = endpoint({
  name: 'getTestClock',
  method: 'GET',
  path: '/v1/testclock',
  tag,
  scope: 'transactions:read',
  regime: 'envelope',
  answer: envelope({ testClock: testClock() }),
  testOnly: true,
  extension: true,
})

export const setTestClock = endpoint({
  name: 'setTestClock',
  method: 'POST',
  path: '/v1/testclock',
  tag,
  // Time decides which keys still work, so that whoever sets it may manage keys.
  scope: 'keys:admin',
  regime: 'envelope',
  body: object({ now: instant() }),
  answer: changed(),
  ...onItsOwn,
  testOnly: true,
  reachesProcessor: true,
  extension: true,
})
export type SetTestClock = v.InferOutput<NonNullable<typeof setTestClock.body>>

export const advanceTestClock = endpoint({
  name: 'advanceTestClock',
  method: 'POST',
  path: '/v1/testclock/advance',
  tag,
  scope: 'keys:admin',
  regime: 'envelope',
  body: object({ seconds: int32(0) }),
  answer: changed(),
  ...onItsOwn,
  testOnly: true,
  reachesProcessor: true,
  extension: true,
})
export type AdvanceTestClock = v.InferOutput<NonNullable<typeof advanceTestClock.body>>

export const resetTestClock = endpoint({
  name: 'resetTestClock',
  method: 'DELETE',
  path: '/v1/testclock',
  tag,
  scope: 'keys:admin',
  regime: 'envelope',
  answer: changed(),
  ...onItsOwn,
  testOnly: true,
  reachesProcessor: true,
  extension: true,
})

export const testClockEndpoints = [getTestClock, setTestClock, advanceTestClock, resetTestClock] as const

export const testClockDocumentation = (): Documentation => ({
  getTestClock: { summary: 'Read the test clock' },
  setTestClock: {
    summary: 'Set the test clock',
    description: `What time it is for the account's test mode, from 2024 to 2308. The clock goes on running from there, for everybody who uses the account in test mode; live mode keeps the real time. It may go back, too: what has happened stays, and what is made from then on is older than that. ${whatRuns}`,
  },
  advanceTestClock: {
    summary: 'Advance the test clock',
    description: `Puts the clock of the account's test mode forward. Advances that are asked for at once add up. ${whatRuns}`,
  },
  resetTestClock: { summary: 'Return to the real time', description: whatRuns },
})

import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { fault } from '../errors/fault.ts'
import { instant, patterned } from '../schema/fields.ts'
import { int32, responseInteger } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'

const tag = 'Test clock'

/** Range of the clock in milliseconds since 1970. Transaction ids contain the time and cannot represent other values. */
export const earliestNow = Date.UTC(2024, 0, 2)
export const latestNow = Date.UTC(2309, 0, 1)

/** For `details` of out_of_range. */
export const clockRange = { min: new Date(earliestNow).toISOString(), max: new Date(latestNow).toISOString() }

const clockTime = () =>
  v.pipe(
    instant(),
    v.transform(({ ms }) => ms),
    v.check((ms) => ms >= earliestNow && ms <= latestNow, fault('out_of_range', clockRange)),
  )

/** `now` is the account's time; `offsetMs` its offset from real time, negative if it is behind. */
const testClock = () => v.object({ now: v.string(), offsetMs: responseInteger('int64') })

/** Names the destination of a passage. */
const passageCursor = () => patterned(/^to-?[0-9]{1,17}$/, 3, 20)

const changed = () => envelope({ testClock: testClock(), complete: v.boolean(), cursor: v.nullable(v.string()) })

const dueWork =
  'The clock passes through the time in between. Bills and their retries, expiries, reversals, batches, returns, terminal sessions and webhook deliveries happen in order, each at its own time, as if you had waited.\n\n`complete` is false if one request cannot do all of that work; `testClock.now` is the time that was reached. To continue, send `cursor` to `POST /v1/testclock/advance` until `complete` is true. The client library does so. Without further requests the gateway continues within minutes. `cursor` is null if some of the work failed; the gateway repeats it within minutes. Nothing is lost or done twice if a request is interrupted.\n\nThe Idempotency-Key is ignored, since keys expire by this clock.'

/** `seconds` to advance, or the cursor of an earlier change. */
const advance = () =>
  v.pipe(
    object({ seconds: v.optional(int32(0)), cursor: v.optional(passageCursor()) }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.value.seconds != null || dataset.value.cursor != null) return
      addIssue({
        message: fault('required'),
        path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'seconds', value: undefined }],
      })
    }),
  )

/** The client continues a passage by itself. */
const followed = { continuedBy: '/v1/testclock/advance' } as const

/** Idempotency keys expire by the account's clock, so a key of this operation could expire by the operation itself. */
const withoutIdempotency = { idempotent: false } as const

export const getTestClock = endpoint({
  name: 'getTestClock',
  method: 'GET',
  path: '/v1/testclock',
  tag,
  scope: 'transactions:read',
  errorFormat: 'envelope',
  response: envelope({ testClock: testClock() }),
  testOnly: true,
  extension: true,
})

export const setTestClock = endpoint({
  name: 'setTestClock',
  method: 'POST',
  path: '/v1/testclock',
  tag,
  // The time decides which keys are expired, so setting it requires the right to manage keys.
  scope: 'keys:admin',
  errorFormat: 'envelope',
  body: object({ now: clockTime() }),
  response: changed(),
  ...followed,
  ...withoutIdempotency,
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
  errorFormat: 'envelope',
  body: advance(),
  response: changed(),
  ...followed,
  ...withoutIdempotency,
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
  errorFormat: 'envelope',
  response: changed(),
  ...followed,
  ...withoutIdempotency,
  testOnly: true,
  reachesProcessor: true,
  extension: true,
})

export const testClockEndpoints = [getTestClock, setTestClock, advanceTestClock, resetTestClock] as const

export const testClockDocumentation = (): Documentation => ({
  getTestClock: {
    summary: 'Retrieve the test clock',
    description: 'Returns the time of the account’s test mode, and by how much it differs from real time.',
  },
  setTestClock: {
    summary: 'Set the test clock',
    description: `Sets the time of the account's test mode to a value from 2024 to 2308. The clock continues from there, and is shared by everyone who uses the account in test mode. Live mode keeps real time. The clock can be set back; existing resources keep their times and are then newer than new ones, and nothing is undone.

${dueWork}`,
  },
  advanceTestClock: {
    summary: 'Advance the test clock',
    description: `Advances the clock of the account's test mode. Concurrent advances add up. With a cursor alone an earlier change is continued.

${dueWork}`,
  },
  resetTestClock: { summary: 'Reset the test clock to real time', description: dueWork },
})

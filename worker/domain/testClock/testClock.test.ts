import { expect, test } from 'vitest'
import { latestNow } from '#contract/testClock/testClock'
import { paymentFixture } from '../../testing/fixtures/paymentFixture.ts'
import { createRequestServices } from '../../testing/fixtures/requestServicesOf.ts'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { findKey } from '../../store/apiKeys/apiKeys.ts'
import { hashApiKey } from '../apiKeys/format.ts'
import { advanceTestClock, resetTestClock, setTestClock } from './change.ts'
import { getTestClock } from './get.ts'
import { replaceFunctions } from '../../testing/doubles/replaceFunctions.ts'

const day = 86_400_000

const setUp = async () => {
  const fixture = await paymentFixture()
  const { merchant, gateway, database, clock } = fixture
  /** The sum turns -0 into 0. */
  const minutesAhead = (now: string) => Math.round((Date.parse(now) - clock.now()) / 60_000) + 0
  return {
    ...fixture,
    /** The services of one more request, at the stored offset. */
    services: async () => {
      const key = await findKey({ database }, await hashApiKey(merchant.secretKey))
      return createRequestServices(gateway, { key: key!, database })
    },
    minutesAhead,
    offset: async () =>
      (await merchant.rows('SELECT testClockOffset FROM accounts WHERE id = ?', merchant.id))[0]!.testClockOffset,
  }
}

test('the test clock is advanced by seconds repeatedly and reset to real time', async () => {
  const { services, minutesAhead, offset } = await setUp()
  const first = await advanceTestClock({ seconds: 86_400 }, await services())
  expect(first).toMatchObject({ testClock: { offsetMs: day }, complete: true, errors: null })
  expect(minutesAhead(first.testClock.now)).toBe(24 * 60)
  expect(await advanceTestClock({ seconds: 1 }, await services())).toMatchObject({
    testClock: { offsetMs: day + 1000 },
  })
  expect(await offset()).toBe(day + 1000)
  expect((await getTestClock(await services())).testClock.offsetMs).toBe(day + 1000)
  const reset = await resetTestClock(await services())
  expect(reset.testClock.offsetMs).toBe(0)
  expect(minutesAhead(reset.testClock.now)).toBe(0)
  expect(await offset()).toBe(0)
})

test('the test clock is set to a time, later and earlier than the current one', async () => {
  const { services, clock, minutesAhead } = await setUp()
  for (const days of [3, 1]) {
    const { testClock } = await setTestClock({ now: clock.now() + days * day }, await services())
    expect(Math.abs(testClock.offsetMs - days * day)).toBeLessThan(10_000)
    expect(minutesAhead(testClock.now)).toBe(days * 24 * 60)
  }
})

test('setting or advancing the test clock beyond its latest time returns out_of_range and changes nothing', async () => {
  const { services, offset } = await setUp()
  expect(await thrownErrors(setTestClock({ now: latestNow + day }, await services()))).toMatchObject([
    { type: 'out_of_range', field: 'now' },
  ])
  expect(await thrownErrors(advanceTestClock({ seconds: latestNow / 1000 }, await services()))).toMatchObject([
    { type: 'out_of_range', field: 'seconds' },
  ])
  expect(await offset()).toBe(0)
})

test('a change of the test clock expires authorizations that are due by then', async () => {
  const { newAuthorization: authorized, services, merchant } = await setUp()
  await authorized(10)
  await advanceTestClock({ seconds: 400 * 86_400 }, await services())
  expect(await merchant.rows('SELECT status FROM transactions WHERE account = ?', merchant.id)).toEqual([
    { status: 'expired' },
  ])
})

test('a change of the test clock with a failing job returns complete: false and no cursor, and the next one continues it', async () => {
  const { newCapture: captured, services } = await setUp()
  await captured(10)
  const needs = await services()
  const failing = (moment: number) => {
    const sweepNeeds = needs.sweepAt(moment)
    return {
      ...sweepNeeds,
      batches: replaceFunctions(sweepNeeds.batches, { readDue: () => Promise.reject(new Error('gone')) }),
    }
  }
  expect(await advanceTestClock({ seconds: 1 }, { ...needs, sweepAt: failing })).toMatchObject({
    complete: false,
    cursor: null,
  })
  expect(await advanceTestClock({ seconds: 0 }, await services())).toMatchObject({ complete: true })
})

test('a change of the test clock stops after ten rounds of a moment and returns complete: false with a cursor', async () => {
  const { services } = await setUp()
  const needs = await services()
  let rounds = 0
  const work = () => Promise.resolve(++rounds < 50 ? 1 : 0)
  const endless = (moment: number) => {
    const sweepNeeds = needs.sweepAt(moment)
    return {
      ...sweepNeeds,
      checkouts: replaceFunctions(sweepNeeds.checkouts, { redactUnpaid: work }),
      findDueJobs: () => Promise.resolve(new Set(['unpaidCheckouts'] as const)),
    }
  }
  expect(await advanceTestClock({ seconds: 1 }, { ...needs, sweepAt: endless })).toMatchObject({
    complete: false,
    cursor: 'to1000',
  })
  expect(rounds).toBe(10)
})

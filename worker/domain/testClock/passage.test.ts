import { expect, test, vi } from 'vitest'
import { findKey } from '../../store/apiKeys/apiKeys.ts'
import { recordingEndpoints, recordingTerminals } from '../../testing/doubles/recordingPorts.ts'
import { replaceFunctions } from '../../testing/doubles/replaceFunctions.ts'
import { billingFixture } from '../../testing/fixtures/billingFixture.ts'
import { createRequestServices } from '../../testing/fixtures/requestServicesOf.ts'
import { startWorker } from '../../testing/merchant.ts'
import { hashApiKey } from '../apiKeys/format.ts'
import { advanceTestClock, resetTestClock, setTestClock } from './change.ts'

vi.spyOn(console, 'log').mockReturnValue()

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const setUp = async () => {
  const fixture = await billingFixture()
  const { merchant, gateway, database, clock } = fixture
  /** The services of one more request, at the stored offset. */
  const services = async () => {
    const key = await findKey({ database }, await hashApiKey(merchant.secretKey))
    return createRequestServices(gateway, { key: key!, database })
  }
  const stored = async () =>
    (
      await merchant.rows(
        'SELECT testClockOffset AS offset, testClockTarget AS target, testClockMoment AS moment, testClockHeld AS held FROM accounts WHERE id = ?',
        merchant.id,
      )
    )[0]!
  /** The start of a UTC day after today. */
  const dayFromNow = (days: number) => new Date(fixture.midnight(days)).toISOString()
  return {
    ...fixture,
    services,
    stored,
    advance: async (days: number) => advanceTestClock({ seconds: (days * day) / 1000 }, await services()),
    continueWith: async (cursor: string) => advanceTestClock({ cursor }, await services()),
    subscribed: (startsIn: number, more: object = {}) =>
      fixture.newSubscription({ startDate: dayFromNow(startsIn).slice(0, 10), ...more }),
    /** Services of a request that ends at its nth step. */
    crashingAt: async (step: number) => {
      const needs = await services()
      let steps = 0
      const accounts = replaceFunctions(needs.accounts, {
        movePassage: (...args) => {
          if (++steps === step) throw new Error('crashed')
          return needs.accounts.movePassage(...args)
        },
      })
      return { ...needs, accounts }
    },
    now: clock.now,
    dayFromNow,
  }
}

/** Days from the first to each of these times. */
const daysApart = (times: readonly number[]) => times.map((time) => Math.round((time - times[0]!) / day))

test('one advance by 30 days makes each attempt of a declined bill at its own time', async () => {
  const { subscribed, advance, merchant, midnight, newPlan, faultPlan } = await setUp()
  const { row, read } = await subscribed(2, { plan: await newPlan({ unit: 'month' }) })
  for (let attempt = 0; attempt < 5; attempt++)
    faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
  expect((await row()).status).toBe('active')
  await advance(30)
  const attempts = await merchant.rows(
    'SELECT created FROM transactions WHERE account = ? ORDER BY created',
    merchant.id,
  )
  expect(daysApart(attempts.map(({ created }) => created))).toEqual([0, 1, 3, 5, 7])
  expect(attempts[0]!['created']).toBe(midnight(2))
  expect((await read()).status).toBe('unpaid')
})

test('one advance by 30 days charges a daily subscription at each midnight', async () => {
  const { subscribed, advance, merchant, midnight } = await setUp()
  await subscribed(1)
  let answer = await advance(30)
  while (!answer.complete) answer = await advance(0)
  const charges = await merchant.rows(
    'SELECT created FROM transactions WHERE account = ? ORDER BY created',
    merchant.id,
  )
  expect(charges.map(({ created }) => created)).toEqual(Array.from({ length: 30 }, (_, days) => midnight(days + 1)))
})

test('an advance of the test clock does at most 40 moments, and its cursor continues where it stopped', async () => {
  const { subscribed, advance, continueWith, merchant, stored, now } = await setUp()
  const started = now()
  await subscribed(1)
  const first = await advance(95)
  expect(first).toMatchObject({ complete: false, cursor: `to${95 * day}` })
  const { moment, target, offset } = await stored()
  expect([target, offset < 95 * day, moment < started + 95 * day]).toEqual([95 * day, true, true])
  expect(Math.abs(Date.parse(first.testClock.now) - moment)).toBeLessThan(10_000)
  let requests = 1
  for (let answer = first; !answer.complete; requests++) answer = await continueWith(answer.cursor!)
  expect(requests).toBeGreaterThan(3)
  expect(await stored()).toEqual({ offset: 95 * day, target: null, moment: null, held: 0 })
  expect(await merchant.rows('SELECT count(*) AS n FROM transactions WHERE account = ?', merchant.id)).toEqual([
    { n: 95 },
  ])
})

test.each([1, 2, 5])(
  'an advance of the test clock that ends at step %i is continued by the next request and loses nothing',
  async (step) => {
    const { subscribed, crashingAt, continueWith, bills } = await setUpWithBills()
    await subscribed(1)
    await expect(advanceTestClock({ seconds: (6 * day) / 1000 }, await crashingAt(step))).rejects.toThrow('crashed')
    expect(await continueWith(`to${6 * day}`)).toMatchObject({ complete: true, cursor: null })
    expect(await bills()).toBe(6)
  },
)

test('an advance of the test clock whose machine was killed is continued by the cron when its hold ends', async () => {
  const { subscribed, crashingAt, bills, gateway, clock, stored } = await setUpWithBills()
  await subscribed(1)
  const needs = await crashingAt(2)
  const accounts = replaceFunctions(needs.accounts, { releasePassage: async () => undefined })
  await expect(advanceTestClock({ seconds: (6 * day) / 1000 }, { ...needs, accounts })).rejects.toThrow('crashed')
  const worker = startWorker({ clock, processor: gateway.processor })
  await worker.sweep()
  expect(await bills()).toBeLessThan(6)
  clock.advance(minute)
  await worker.sweep()
  expect(await bills()).toBe(6)
  expect(await stored()).toMatchObject({ offset: 6 * day, target: null })
})

test('concurrent advances of the test clock add up, and one at a time does the work', async () => {
  const { subscribed, bills, services, stored } = await setUpWithBills()
  await subscribed(1)
  const answers = await Promise.all(
    [1, 2, 3].map(async (days) => advanceTestClock({ seconds: (days * day) / 1000 }, await services())),
  )
  expect(answers.map(({ complete }) => complete)).toEqual([true, true, true])
  expect(await stored()).toMatchObject({ offset: 6 * day, target: null })
  expect(await bills()).toBe(6)
})

test('a test clock that is set back ends its passage, and the request that does it returns complete: false', async () => {
  const { subscribed, bills, services, stored, now } = await setUpWithBills()
  await subscribed(1)
  const needs = await services()
  let steps = 0
  const accounts = replaceFunctions(needs.accounts, {
    movePassage: async (...args) => {
      if (++steps === 2) await resetTestClock(await services())
      return needs.accounts.movePassage(...args)
    },
  })
  expect(await advanceTestClock({ seconds: (6 * day) / 1000 }, { ...needs, accounts })).toMatchObject({
    complete: false,
  })
  expect(await stored()).toMatchObject({ offset: 0, target: null })
  expect(await bills()).toBeLessThan(3)
  await setTestClock({ now: now() + 6 * day }, await services())
  expect(await bills()).toBe(6)
})

test('a passage wakes terminals and webhook endpoints at their own moments', async () => {
  const { services, now } = await setUp()
  const started = now()
  const [deadline, retry] = [started + 90 * minute, started + 150 * minute]
  const endpoints = recordingEndpoints({ catchUp: async (moment) => (moment < retry ? retry : null) })
  const terminalsClient = recordingTerminals({ wake: async () => deadline })
  const needs = await services()
  const terminals = replaceFunctions(needs.terminals, { findWaiting: async () => ['terminal'] })
  await advanceTestClock({ seconds: 4 * 3600 }, { ...needs, endpoints, terminalsClient, terminals })
  const moments = endpoints.calls.filter(([name]) => name === 'catchUp').map(([, moment]) => Number(moment))
  expect(moments.slice(1, 3)).toEqual([deadline, retry])
  expect(Math.abs(moments[0]! - started)).toBeLessThan(minute)
  expect(Math.abs(moments.at(-1)! - started - 4 * hour)).toBeLessThan(minute)
  const offsets = terminalsClient.calls.filter(([name]) => name === 'wake').map(([, , offset]) => Number(offset))
  expect(offsets.some((offset) => Math.abs(offset - 90 * minute) < minute)).toBe(true)
})

const setUpWithBills = async () => {
  const fixture = await setUp()
  const { merchant } = fixture
  return {
    ...fixture,
    bills: async (): Promise<number> =>
      (await merchant.rows("SELECT count(*) AS n FROM bills WHERE account = ? AND status = 'paid'", merchant.id))[0]![
        'n'
      ],
  }
}

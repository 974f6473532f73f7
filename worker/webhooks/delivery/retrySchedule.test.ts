import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { disabledReasons } from '#contract/webhooks/webhooks'
import { attemptDelaysMs, healthAfter, toDeliveryOutcome, nextDeliveryAttempt } from './retrySchedule.ts'
import type { DeliveryResponse, FailureStreak, DeliveryOutcome } from './retrySchedule.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const now = Date.UTC(2026, 10, 20, 10, 30)
const noJitter = () => 0.5
const response = (status: number | null, retryAfter: string | null = null): DeliveryResponse => ({ status, retryAfter })

/** Delay between the last attempt and the next one. */
const delayAfter = (
  attempts: number,
  last: DeliveryResponse | null = response(500),
  random = noJitter,
): number | null => {
  const at = nextDeliveryAttempt(attempts, last, now, random)
  return at === null ? null : at - now
}

describe('retry schedule', () => {
  test('a delivery has ten attempts with the delays of the schedule', () => {
    const pauses = [
      0,
      5 * second,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
    ]
    expect(pauses.map((_, attempts) => delayAfter(attempts))).toEqual(pauses)
    expect(delayAfter(10)).toBeNull()
    expect(Math.floor(attemptDelaysMs.reduce((sum, delay) => sum + delay) / hour)).toBe(75)
  })

  test('a retry is up to 10 % earlier or later than scheduled', () => {
    expect(delayAfter(2, response(500), () => 0)).toBe(4.5 * minute)
    expect(delayAfter(2, response(500), () => 0.75)).toBe(5.25 * minute)
    expect(delayAfter(2, response(500), () => 1)).toBe(5.5 * minute)
    expect(delayAfter(0, null, () => 1)).toBe(0)
  })
})

describe('Retry-After', () => {
  test.each([429, 502, 503, 504])('Retry-After of a %i response delays the next attempt', (status) => {
    expect(delayAfter(1, response(status, '120'))).toBe(2 * minute)
  })

  test.each([200, 301, 400, 404, 500, 501])('Retry-After of a %i response is ignored', (status) => {
    expect(delayAfter(1, response(status, '120'))).toBe(5 * second)
  })

  test('Retry-After of 400 digits is limited to one day', () => {
    expect(delayAfter(1, response(503, '9'.repeat(400)))).toBe(day)
  })

  test('Retry-After with an HTTP date delays the next attempt until then', () => {
    expect(delayAfter(1, response(503, 'Fri, 20 Nov 2026 10:32:00 GMT'))).toBe(2 * minute)
  })

  test.each(['86401', '999999999', 'Sat, 20 Nov 2027 10:30:00 GMT'])(
    'Retry-After %j is limited to one day',
    (header) => {
      expect(delayAfter(1, response(503, header))).toBe(day)
    },
  )

  test.each([
    '',
    ' ',
    '-5',
    '1e3',
    '12.5',
    '0x78',
    'soon',
    '2026-11-20T10:32:00Z',
    'Fri, 20 Nov 2026 10:32:00',
    'Mon, 20 Nov 2026 10:32:00 GMT',
    'Sat, 31 Nov 2026 10:32:00 GMT',
    'Friday, 20-Nov-26 10:32:00 GMT',
  ])('invalid Retry-After %j is ignored', (header) => {
    expect(delayAfter(1, response(503, header))).toBe(5 * second)
  })

  test('no Retry-After makes an attempt earlier than scheduled or later than 1.1 days', () => {
    const header = fc.oneof(
      fc.nat({ max: 200_000 }).map(String),
      fc
        .date({ min: new Date(now - 2 * day), max: new Date(now + 2 * day), noInvalidDate: true })
        .map((date) => date.toUTCString()),
      fc.string(),
    )
    const chance = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        fc.nat(9),
        fc.constantFrom(200, 410, 429, 500, 503),
        header,
        chance,
        (attempts, status, retryAfter, random) => {
          const delay = delayAfter(attempts, response(status, retryAfter), () => random)!
          expect(delay).toBeGreaterThanOrEqual(delayAfter(attempts, response(status), () => random)!)
          expect(delay).toBeLessThanOrEqual(1.1 * day)
        },
      ),
    )
  })

  test('Retry-After adds no attempt after the last one', () => {
    expect(delayAfter(10, response(503, '120'))).toBeNull()
  })
})

describe('toDeliveryOutcome', () => {
  const statuses = Array.from({ length: 500 }, (_, index) => 100 + index)
  test('statuses 200 to 299 are delivered, 410 is gone, and all others including redirects are failed', () => {
    const byOutcome = Object.groupBy(statuses, (status) => toDeliveryOutcome({ status }))
    expect(byOutcome.delivered).toEqual(statuses.filter((status) => status >= 200 && status < 300))
    expect(byOutcome.gone).toEqual([410])
    expect(byOutcome.failed).toHaveLength(399)
  })

  test('a missing response is failed', () => {
    expect(toDeliveryOutcome({ status: null })).toBe('failed')
  })
})

/** The health after attempts, each at an hour after the first. */
const healthOf = (...attempts: (readonly [hours: number, outcome: DeliveryOutcome])[]) =>
  attempts.reduce<ReturnType<typeof healthAfter>>(
    ({ failing }, [hours, outcome]) => healthAfter(failing, outcome, now + hours * hour),
    { failing: null as FailureStreak | null, disabled: null },
  )
const failures = (from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / 20) + 1 }, (_, index) => [from + 20 * index, 'failed'] as const)

describe('endpoint health', () => {
  test('an endpoint that responds 410 is disabled with reason gone', () => {
    expect(healthOf([0, 'gone']).disabled).toBe('gone')
    expect(disabledReasons.gone).toContain('410')
  })

  test('an endpoint that fails for five days is disabled with reason failing', () => {
    expect(healthOf(...failures(0, 100)).disabled).toBeNull()
    expect(healthOf(...failures(0, 120)).disabled).toBe('failing')
    expect(disabledReasons.failing).toContain('five days')
  })

  test('a successful delivery ends the failure streak', () => {
    expect(healthOf(...failures(0, 100), [110, 'delivered']).failing).toBeNull()
    expect(healthOf(...failures(0, 100), [110, 'delivered'], ...failures(111, 230)).disabled).toBeNull()
  })

  test('days without attempts do not count as failing', () => {
    expect(healthOf(...failures(0, 60), [24 * 30, 'failed'])).toEqual({
      failing: { since: now + 30 * day, until: now + 30 * day },
      disabled: null,
    })
  })

  test('the longest delays between attempts of one delivery count as failing', () => {
    const last = [51.6, 78, 104.4, 130.8] as const
    expect(
      healthOf([0, 'failed'], [25, 'failed'], ...last.map((hours) => [hours - 0.5, 'failed'] as const)).disabled,
    ).toBe('failing')
  })
})

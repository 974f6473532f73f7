import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { disabledReasons } from '#contract/webhooks/webhooks'
import { attemptDelaysMs, healthAfter, meaningOf, nextDeliveryAttempt } from './schedule.ts'
import type { Answer, Failing, Meaning } from './schedule.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const now = Date.UTC(2026, 10, 20, 10, 30)
const middle = () => 0.5
const refusal = (status: number | null, retryAfter: string | null = null): Answer => ({ status, retryAfter })

/** How long after the last attempt the next one is. */
const waits = (attempts: number, last: Answer | null = refusal(500), random = middle): number | null => {
  const at = nextDeliveryAttempt(attempts, last, now, random)
  return at === null ? null : at - now
}

describe('a delivery is tried', () => {
  test('ten times, each so long after the one before, and never again', () => {
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
    expect(pauses.map((_, attempts) => waits(attempts))).toEqual(pauses)
    expect(waits(10)).toBeNull()
    expect(Math.floor(attemptDelaysMs.reduce((sum, delay) => sum + delay) / hour)).toBe(75)
  })

  test('up to a tenth earlier or later, as chance has it', () => {
    expect(waits(2, refusal(500), () => 0)).toBe(4.5 * minute)
    expect(waits(2, refusal(500), () => 0.75)).toBe(5.25 * minute)
    expect(waits(2, refusal(500), () => 1)).toBe(5.5 * minute)
    expect(waits(0, null, () => 1)).toBe(0)
  })
})

describe('Retry-After', () => {
  test.each([429, 502, 503, 504])('moves the next attempt away where it comes with %i', (status) => {
    expect(waits(1, refusal(status, '120'))).toBe(2 * minute)
  })

  test.each([200, 301, 400, 404, 500, 501])('is not believed of %i', (status) => {
    expect(waits(1, refusal(status, '120'))).toBe(5 * second)
  })

  test('may have more digits than a number holds', () => {
    expect(waits(1, refusal(503, '9'.repeat(400)))).toBe(day)
  })

  test('may be a date', () => {
    expect(waits(1, refusal(503, 'Fri, 20 Nov 2026 10:32:00 GMT'))).toBe(2 * minute)
  })

  test.each(['86401', '999999999', 'Sat, 20 Nov 2027 10:30:00 GMT'])(
    'counts for a day at most where it is %j',
    (header) => {
      expect(waits(1, refusal(503, header))).toBe(day)
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
  ])('is ignored where it is %j', (header) => {
    expect(waits(1, refusal(503, header))).toBe(5 * second)
  })

  test('never makes it earlier than the schedule, and no header makes it later than a day and a tenth', () => {
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
          const asked = waits(attempts, refusal(status, retryAfter), () => random)!
          expect(asked).toBeGreaterThanOrEqual(waits(attempts, refusal(status), () => random)!)
          expect(asked).toBeLessThanOrEqual(1.1 * day)
        },
      ),
    )
  })

  test('gives no attempt beyond the last', () => {
    expect(waits(10, refusal(503, '120'))).toBeNull()
  })
})

describe('an answer', () => {
  const statuses = Array.from({ length: 500 }, (_, index) => 100 + index)
  test('from 200 to 299 is a delivery, 410 ends them all, and everything else has failed, redirects too', () => {
    const meant = Object.groupBy(statuses, (status) => meaningOf({ status }))
    expect(meant.delivered).toEqual(statuses.filter((status) => status >= 200 && status < 300))
    expect(meant.gone).toEqual([410])
    expect(meant.failed).toHaveLength(399)
  })

  test('that does not come has failed', () => {
    expect(meaningOf({ status: null })).toBe('failed')
  })
})

/** How it stands after attempts, each so many hours after the first. */
const after = (...attempts: (readonly [hours: number, meaning: Meaning])[]) =>
  attempts.reduce<ReturnType<typeof healthAfter>>(
    ({ failing }, [hours, meaning]) => healthAfter(failing, meaning, now + hours * hour),
    { failing: null as Failing | null, disabled: null },
  )
const failures = (from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / 20) + 1 }, (_, index) => [from + 20 * index, 'failed'] as const)

describe('an endpoint', () => {
  test('is disabled by 410 at once, and says why', () => {
    expect(after([0, 'gone']).disabled).toBe('gone')
    expect(disabledReasons.gone).toContain('410')
  })

  test('is disabled when everything has failed for five days, and says why', () => {
    expect(after(...failures(0, 100)).disabled).toBeNull()
    expect(after(...failures(0, 120)).disabled).toBe('failing')
    expect(disabledReasons.failing).toContain('five days')
  })

  test('begins anew with each success', () => {
    expect(after(...failures(0, 100), [110, 'delivered']).failing).toBeNull()
    expect(after(...failures(0, 100), [110, 'delivered'], ...failures(111, 230)).disabled).toBeNull()
  })

  test('is not blamed for days on which nobody tried', () => {
    expect(after(...failures(0, 60), [24 * 30, 'failed'])).toEqual({
      failing: { since: now + 30 * day, until: now + 30 * day },
      disabled: null,
    })
  })

  test('is blamed all through the pauses of one delivery, at their longest', () => {
    const last = [51.6, 78, 104.4, 130.8] as const
    expect(
      after([0, 'failed'], [25, 'failed'], ...last.map((hours) => [hours - 0.5, 'failed'] as const)).disabled,
    ).toBe('failing')
  })
})

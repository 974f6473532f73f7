import { maxDayOfCycle } from '#contract/plans/cycles'
import type { CycleUnit } from '#contract/plans/cycles'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listDays, expectedBillDays } from '../../../testing/calendar/referenceCalendar.ts'
import type { Day } from '../../../testing/calendar/referenceCalendar.ts'
import { billDate, billTime, firstBillDate, localDate, periodFrom } from './calendar.ts'
import type { BillingSchedule } from './calendar.ts'

const hour = 3_600_000

const scheduleFor = (unit: CycleUnit, interval: number, dayOfCycle: number, startDate: string): BillingSchedule => ({
  unit,
  interval,
  ...firstBillDate({ unit, interval, dayOfCycle }, startDate),
})

const dates = (schedule: BillingSchedule, count: number): string =>
  Array.from({ length: count }, (_, period) => billDate(schedule, period)).join(' ')

describe('billing dates', () => {
  test.each<
    readonly [what: string, unit: CycleUnit, interval: number, dayOfCycle: number, start: string, dates: string]
  >([
    ['every day', 'day', 1, 1, '2028-02-27', '2028-02-27 2028-02-28 2028-02-29 2028-03-01'],
    ['every 999 days', 'day', 999, 1, '2027-01-01', '2027-01-01 2029-09-26 2032-06-21'],
    ['Mondays, from a Wednesday on', 'week', 1, 1, '2026-12-23', '2026-12-28 2027-01-04 2027-01-11'],
    ['Mondays, from a Monday on', 'week', 1, 1, '2026-12-28', '2026-12-28 2027-01-04'],
    ['Sundays, from a Monday on', 'week', 1, 7, '2026-12-28', '2027-01-03 2027-01-10'],
    ['Sundays, from a Sunday on', 'week', 1, 7, '2027-01-03', '2027-01-03 2027-01-10'],
    ['every other week, from a Wednesday on', 'week', 2, 0, '2026-12-23', '2026-12-23 2027-01-06 2027-01-20'],
    ['every 999 weeks', 'week', 999, 3, '2027-01-06', '2027-01-06 2046-02-28 2065-04-22'],
    ['the 31st, without drift', 'month', 1, 31, '2027-01-31', '2027-01-31 2027-02-28 2027-03-31 2027-04-30 2027-05-31'],
    [
      'the 31st, in a leap year',
      'month',
      1,
      31,
      '2028-01-31',
      '2028-01-31 2028-02-29 2028-03-31 2028-04-30 2028-05-31',
    ],
    ['the 31st, from a short month on', 'month', 1, 31, '2027-02-01', '2027-02-28 2027-03-31 2027-04-30 2027-05-31'],
    ['the 31st, from the last of a short month on', 'month', 1, 31, '2027-04-30', '2027-04-30 2027-05-31 2027-06-30'],
    ['the 30th', 'month', 1, 30, '2027-01-31', '2027-02-28 2027-03-30 2027-04-30'],
    ['monthly, from the 31st on', 'month', 1, 0, '2027-08-31', '2027-08-31 2027-09-30 2027-10-31 2027-11-30'],
    ['the 5th, from the 6th on', 'month', 1, 5, '2026-12-06', '2027-01-05 2027-02-05'],
    ['the 5th, from the 5th on', 'month', 1, 5, '2026-12-05', '2026-12-05 2027-01-05'],
    ['quarterly on the 31st', 'month', 3, 31, '2026-11-15', '2026-11-30 2027-02-28 2027-05-31 2027-08-31'],
    ['every 999 months', 'month', 999, 31, '2027-01-31', '2027-01-31 2110-04-30 2193-07-31'],
    [
      'yearly, from 29 February on',
      'year',
      1,
      0,
      '2028-02-29',
      '2028-02-29 2029-02-28 2030-02-28 2031-02-28 2032-02-29',
    ],
    [
      'every fourth year, from 29 February on, across 2100',
      'year',
      4,
      0,
      '2092-02-29',
      '2092-02-29 2096-02-29 2100-02-28 2104-02-29',
    ],
    [
      'every fourth year, from 29 February on, across 2000',
      'year',
      4,
      0,
      '1996-02-29',
      '1996-02-29 2000-02-29 2004-02-29',
    ],
    ['day 60, which is 1 March in leap years, too', 'year', 1, 60, '2027-01-01', '2027-03-01 2028-03-01 2029-03-01'],
    ['day 60, from 29 February on', 'year', 1, 60, '2028-02-29', '2028-03-01 2029-03-01'],
    ['day 59, which is 28 February', 'year', 1, 59, '2028-02-29', '2029-02-28 2030-02-28'],
    ['day 365, which is 31 December', 'year', 1, 365, '2028-12-31', '2028-12-31 2029-12-31'],
    ['day 1, which is 1 January', 'year', 2, 1, '2027-01-02', '2028-01-01 2030-01-01'],
    ['every 999 years', 'year', 999, 0, '2028-02-29', '2028-02-29 3027-02-28 4026-02-28'],
    ['after the year 9999', 'year', 999, 0, '9999-12-31', '9999-12-31 +010998-12-31'],
  ])('billing dates of a plan: %s', (_what, unit, interval, dayOfCycle, start, expected) => {
    expect(dates(scheduleFor(unit, interval, dayOfCycle, start), expected.split(' ').length)).toBe(expected)
  })

  test('a first bill in a month shorter than the day of the cycle keeps that day as anchor', () => {
    expect(firstBillDate({ unit: 'month', interval: 1, dayOfCycle: 31 }, '2027-02-03')).toEqual({
      firstDate: '2027-02-28',
      anchorDay: 31,
    })
  })
})

/** The number of daily bills by local date, if a sweep each hour charges all due periods. */
const billedByHourlySweeps = (timeZone: string, firstDate: string, days: number): Map<string, number> => {
  const schedule: BillingSchedule = { unit: 'day', interval: 1, firstDate, anchorDay: null }
  const runs = new Map<string, number>()
  let next = 0
  const from = Date.parse(firstDate) - 24 * hour
  for (let now = from; now < from + (days + 3) * 24 * hour; now += hour)
    for (; next < days && billTime(schedule, next, timeZone) <= now; next += 1) {
      const date = localDate(now, timeZone)
      runs.set(date, (runs.get(date) ?? 0) + 1)
    }
  return runs
}

describe('daily bills', () => {
  test.each([
    ['if midnight is skipped', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    ['if midnight is skipped', 'Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
    ['if midnight is skipped', 'America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['if midnight occurs twice', 'America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['if midnight occurs twice', 'Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z'],
    ['if the clocks go back at midnight', 'Africa/Cairo', '2026-10-30', '2026-10-29T22:00:00.000Z'],
    ['if the clocks go back at midnight', 'Asia/Beirut', '2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['if the clocks go back at midnight', 'America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z'],
    ['if the hour before midnight is skipped', 'America/Nuuk', '2026-03-29', '2026-03-29T01:00:00.000Z'],
    ['if half an hour occurs twice', 'Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z'],
  ])('a daily plan is billed once a day %s: %s on %s', (_what, timeZone, date, begins) => {
    const firstDate = new Date(Date.parse(date) - 24 * hour).toISOString().slice(0, 10)
    const schedule: BillingSchedule = { unit: 'day', interval: 1, firstDate, anchorDay: null }
    expect(new Date(billTime(schedule, 1, timeZone)).toISOString()).toBe(begins)
    const runs = billedByHourlySweeps(timeZone, firstDate, 3)
    expect(runs.size).toBe(3)
    expect([...runs.values()]).toEqual([1, 1, 1])
    expect(runs.get(date)).toBe(1)
  })

  test('a daily plan bills a date that the time zone skips at the same moment as the next date', () => {
    const schedule: BillingSchedule = { unit: 'day', interval: 1, firstDate: '2011-12-29', anchorDay: null }
    const times = [0, 1, 2, 3].map((period) => new Date(billTime(schedule, period, 'Pacific/Apia')).toISOString())
    expect(times).toEqual([
      '2011-12-29T10:00:00.000Z',
      '2011-12-30T10:00:00.000Z',
      '2011-12-30T10:00:00.000Z',
      '2011-12-31T10:00:00.000Z',
    ])
    expect(periodFrom(schedule, Date.parse('2011-12-30T10:00Z'), 'Pacific/Apia')).toBe(1)
  })
})

const zones = [
  'UTC',
  'Africa/Cairo',
  'America/Havana',
  'America/New_York',
  'America/Nuuk',
  'America/Santiago',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Pacific/Apia',
  'Pacific/Kiritimati',
]

const cycles = fc
  .record({
    unit: fc.constantFrom<CycleUnit>('day', 'week', 'month', 'year'),
    pick: fc.nat(),
    interval: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 999 })),
  })
  .map(({ unit, pick, interval }) => ({
    unit,
    interval,
    dayOfCycle: pick % (maxDayOfCycle[unit] + 1),
  }))

const inThousandYears: Readonly<Record<CycleUnit, number>> = { day: 365_000, week: 52_000, month: 12_000, year: 1_000 }

/** Two years, so that a subscription that starts in the first is checked for a whole year. */
const calendars = new Map(
  zones.map((timeZone) => [timeZone, listDays(timeZone, Date.UTC(2027, 6, 1), Date.UTC(2029, 6, 1))]),
)
const twoYears = (timeZone: string): readonly Day[] => calendars.get(timeZone) ?? []

describe('billing dates of random plans', () => {
  const anywhere = fc.record({ cycle: cycles, timeZone: fc.constantFrom(...zones), start: fc.nat(364) })

  test('1,000 subscriptions in 12 time zones are billed for a year on the days of the reference calendar, and on no other', () => {
    fc.assert(
      fc.property(anywhere, ({ cycle, timeZone, start }) => {
        const days = twoYears(timeZone).slice(start, start + 366)
        const schedule = { ...cycle, ...firstBillDate(cycle, days[0]!.date) }
        const expected = expectedBillDays(cycle, days)
        const bills = Array.from({ length: expected.length + 1 }, (_, period) => ({
          date: billDate(schedule, period),
          begins: billTime(schedule, period, timeZone),
        }))
        // The next bill is due later.
        expect(bills.pop()!.date > days.at(-1)!.date).toBe(true)
        expect(bills).toEqual(expected.map(({ date, begins }) => ({ date, begins })))
      }),
      { numRuns: 1000 },
    )
  })

  // Counting up to these periods one by one would take minutes.
  test('billing times increase for a thousand years, and periodFrom returns the first period due at or after a moment', () => {
    fc.assert(
      fc.property(anywhere, fc.nat(), fc.nat(), ({ cycle, timeZone, start }, somePeriod, someTime) => {
        const schedule = { ...cycle, ...firstBillDate(cycle, twoYears(timeZone)[start]!.date) }
        const period = somePeriod % Math.ceil(inThousandYears[cycle.unit] / cycle.interval)
        const due = billTime(schedule, period, timeZone)
        const next = billTime(schedule, period + 1, timeZone)
        expect(next).toBeGreaterThan(due)
        expect(periodFrom(schedule, due, timeZone)).toBe(period)
        expect(periodFrom(schedule, due + 1, timeZone)).toBe(period + 1)
        expect(periodFrom(schedule, due + 1 + (someTime % (next - due)), timeZone)).toBe(period + 1)
      }),
      { numRuns: 300 },
    )
  })

  test('periodFrom returns the first period for a moment before the first bill', () => {
    expect(periodFrom(scheduleFor('month', 1, 0, '2028-01-31'), 0, 'UTC')).toBe(0)
  })
})

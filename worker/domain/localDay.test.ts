import { describe, expect, test } from 'vitest'
import { clockChanges, daysThatBegin } from '../testing/calendar/referenceCalendar.ts'
import { daysLater, endOfDay, localDate, startOfDay } from './localDay.ts'

const hour = 3_600_000
const day = 24 * hour

/** The date in a time zone, by another road than the code's. */
const dateIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  return (ms: number): string => format.format(ms)
}

const ends = (iso: string, timeZone: string): string => new Date(endOfDay(Date.parse(iso), timeZone)).toISOString()

describe('the end of the day', () => {
  test.each([
    ['UTC', '2026-11-20T10:00:00Z', '2026-11-20T23:59:59.000Z'],
    ['east of Greenwich', '2026-11-20T23:30:00Z', '2026-11-21T22:59:59.000Z', 'Europe/Vienna'],
    ['west of it', '2026-11-20T03:00:00Z', '2026-11-20T04:59:59.000Z', 'America/New_York'],
    ['before midnight is left out', '2026-04-23T10:00:00Z', '2026-04-23T21:59:59.000Z', 'Africa/Cairo'],
    ['where 23:59:59 is left out', '2026-03-28T10:00:00Z', '2026-03-29T00:59:59.000Z', 'America/Nuuk'],
    ['after that', '2026-03-29T01:00:00Z', '2026-03-30T00:59:59.000Z', 'America/Nuuk'],
    ['where 23:59:59 comes twice: the second', '2026-10-24T10:00:00Z', '2026-10-25T01:59:59.000Z', 'America/Nuuk'],
    ['between the two', '2026-10-25T01:30:00Z', '2026-10-25T01:59:59.000Z', 'America/Nuuk'],
    [
      'where midnight comes twice: before the first',
      '2026-10-31T10:00:00Z',
      '2026-11-01T03:59:59.000Z',
      'America/Havana',
    ],
    ['before a day that was left out', '2011-12-29T20:00:00Z', '2011-12-30T09:59:59.000Z', 'Pacific/Apia'],
    ['in the last second itself', '2026-11-20T23:59:59.000Z', '2026-11-20T23:59:59.000Z'],
    ['within the last second: of the next day', '2026-11-20T23:59:59.001Z', '2026-11-21T23:59:59.000Z'],
  ])('%s', (_what, moment, end, timeZone = 'UTC') => {
    expect(ends(moment, timeZone)).toBe(end)
  })

  test.each([
    'America/Nuuk',
    'America/Havana',
    'America/Santiago',
    'Africa/Cairo',
    'Asia/Beirut',
    'Atlantic/Azores',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
  ])('is one for each date of a year in %s, on that date, a second before the next', (timeZone) => {
    const dateOf = dateIn(timeZone)
    const from = Date.UTC(2026, 0, 1, 12)
    const all = new Set(Array.from({ length: 365 * 4 }, (_, quarter) => endOfDay(from + quarter * 6 * hour, timeZone)))
    const dates = [...all].map(dateOf)
    expect(new Set(dates).size).toBe(dates.length)
    expect(dates.length).toBeGreaterThanOrEqual(365)
    for (const end of all)
      expect(dateOf(end + 1_000)).toBe(new Date(Date.parse(dateOf(end)) + day).toISOString().slice(0, 10))
  })
})

describe('the start of a day', () => {
  test.each([
    ['UTC', '2026-11-20', '2026-11-20T00:00:00.000Z', 'UTC'],
    ['east of Greenwich', '2026-11-20', '2026-11-19T23:00:00.000Z', 'Europe/Vienna'],
    ['farthest east', '2026-11-20', '2026-11-19T10:00:00.000Z', 'Pacific/Kiritimati'],
    ['farthest west', '2026-11-20', '2026-11-20T11:00:00.000Z', 'Pacific/Pago_Pago'],
    ['where midnight is left out: the first moment after', '2026-04-24', '2026-04-23T22:00:00.000Z', 'Africa/Cairo'],
    ['where midnight comes twice: the first', '2026-11-01', '2026-11-01T04:00:00.000Z', 'America/Havana'],
    ['where the clocks are put back at midnight: the only', '2026-10-30', '2026-10-29T22:00:00.000Z', 'Africa/Cairo'],
    ['where they are put back just after: the first', '2010-11-07', '2010-11-07T02:30:00.000Z', 'America/St_Johns'],
    ['that was left out: that of the next', '2011-12-30', '2011-12-30T10:00:00.000Z', 'Pacific/Apia'],
    ['after one that was left out', '2011-12-31', '2011-12-30T10:00:00.000Z', 'Pacific/Apia'],
  ])('%s', (_what, date, begins, timeZone) => {
    expect(new Date(startOfDay(date, timeZone)).toISOString()).toBe(begins)
  })

  test('is what the calendars on the walls show, wherever clocks are changed from 2026 to 2028', () => {
    const changes = clockChanges()
    expect(changes.length).toBeGreaterThan(100)
    for (const { timeZone, from, to } of changes)
      for (const { date, begins } of daysThatBegin(timeZone, from, to)) {
        expect([timeZone, date, startOfDay(date, timeZone)]).toEqual([timeZone, date, begins])
        expect(localDate(begins, timeZone)).toBe(date)
      }
  })

  test('is refused for what is no time zone', () => {
    expect(() => startOfDay('2026-11-20', 'Mars/Olympus')).toThrow(RangeError)
    expect(() => localDate(0, 'Mars/Olympus')).toThrow(RangeError)
    expect(() => localDate(NaN, 'UTC')).toThrow(RangeError)
  })
})

describe('the same time of day on a later date', () => {
  test.each([
    ['a day later', '2026-11-20T10:20:30.456Z', 1, '2026-11-21T10:20:30.456Z', 'UTC'],
    ['over the end of a year', '2026-12-30T10:00:00.000Z', 7, '2027-01-06T10:00:00.000Z', 'UTC'],
    [
      'over the start of summer time: 23 hours',
      '2026-03-28T11:00:00.000Z',
      1,
      '2026-03-29T10:00:00.000Z',
      'Europe/Vienna',
    ],
    ['over its end: 25 hours', '2026-10-24T10:00:00.000Z', 1, '2026-10-25T11:00:00.000Z', 'Europe/Vienna'],
    [
      'left out: later by what was left out',
      '2026-03-28T01:30:00.000Z',
      1,
      '2026-03-29T01:30:00.000Z',
      'Europe/Vienna',
    ],
    ['midnight, left out', '2026-04-22T22:00:00.000Z', 1, '2026-04-23T22:00:00.000Z', 'Africa/Cairo'],
    ['twice: the first', '2026-10-24T00:30:00.000Z', 1, '2026-10-25T00:30:00.000Z', 'Europe/Vienna'],
    ['from the second of two', '2026-10-25T01:30:00.000Z', 1, '2026-10-26T01:30:00.000Z', 'Europe/Vienna'],
    [
      'on a date that was left out: the next',
      '2011-12-28T20:00:00.000Z',
      2,
      '2011-12-30T20:00:00.000Z',
      'Pacific/Apia',
    ],
  ])('%s', (_what, from, days, to, timeZone) => {
    expect(new Date(daysLater(Date.parse(from), days, timeZone)).toISOString()).toBe(to)
  })
})

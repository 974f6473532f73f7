import { describe, expect, test } from 'vitest'
import { clockChanges, listDays } from '../testing/calendar/referenceCalendar.ts'
import { daysLater, endOfDay, localDate, startOfDay } from './localDay.ts'

const hour = 3_600_000
const day = 24 * hour

/** The date in a time zone, computed independently of the code. */
const dateIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  return (ms: number): string => format.format(ms)
}

const ends = (iso: string, timeZone: string): string => new Date(endOfDay(Date.parse(iso), timeZone)).toISOString()

describe('endOfDay', () => {
  test.each([
    ['in UTC', '2026-11-20T10:00:00Z', '2026-11-20T23:59:59.000Z'],
    ['east of Greenwich', '2026-11-20T23:30:00Z', '2026-11-21T22:59:59.000Z', 'Europe/Vienna'],
    ['west of Greenwich', '2026-11-20T03:00:00Z', '2026-11-20T04:59:59.000Z', 'America/New_York'],
    ['before a skipped midnight', '2026-04-23T10:00:00Z', '2026-04-23T21:59:59.000Z', 'Africa/Cairo'],
    ['on a day with a skipped 23:59:59', '2026-03-28T10:00:00Z', '2026-03-29T00:59:59.000Z', 'America/Nuuk'],
    ['after a skipped 23:59:59', '2026-03-29T01:00:00Z', '2026-03-30T00:59:59.000Z', 'America/Nuuk'],
    ['on a day with 23:59:59 twice', '2026-10-24T10:00:00Z', '2026-10-25T01:59:59.000Z', 'America/Nuuk'],
    ['between the two 23:59:59', '2026-10-25T01:30:00Z', '2026-10-25T01:59:59.000Z', 'America/Nuuk'],
    ['before a midnight that occurs twice', '2026-10-31T10:00:00Z', '2026-11-01T03:59:59.000Z', 'America/Havana'],
    ['before a skipped day', '2011-12-29T20:00:00Z', '2011-12-30T09:59:59.000Z', 'Pacific/Apia'],
    ['at the last second', '2026-11-20T23:59:59.000Z', '2026-11-20T23:59:59.000Z'],
    ['within the last second', '2026-11-20T23:59:59.001Z', '2026-11-21T23:59:59.000Z'],
  ])('endOfDay %s: %s ends at %s', (_what, moment, end, timeZone = 'UTC') => {
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
  ])('each date of a year in %s has one end of day, a second before the next date', (timeZone) => {
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

describe('startOfDay', () => {
  test.each([
    ['in UTC', '2026-11-20', '2026-11-20T00:00:00.000Z', 'UTC'],
    ['east of Greenwich', '2026-11-20', '2026-11-19T23:00:00.000Z', 'Europe/Vienna'],
    ['at the easternmost offset', '2026-11-20', '2026-11-19T10:00:00.000Z', 'Pacific/Kiritimati'],
    ['at the westernmost offset', '2026-11-20', '2026-11-20T11:00:00.000Z', 'Pacific/Pago_Pago'],
    ['on a day with a skipped midnight', '2026-04-24', '2026-04-23T22:00:00.000Z', 'Africa/Cairo'],
    ['on a day with midnight twice', '2026-11-01', '2026-11-01T04:00:00.000Z', 'America/Havana'],
    ['on a day with clocks going back at midnight', '2026-10-30', '2026-10-29T22:00:00.000Z', 'Africa/Cairo'],
    [
      'on a day with clocks going back just after midnight',
      '2010-11-07',
      '2010-11-07T02:30:00.000Z',
      'America/St_Johns',
    ],
    ['on a skipped day', '2011-12-30', '2011-12-30T10:00:00.000Z', 'Pacific/Apia'],
    ['on the day after a skipped one', '2011-12-31', '2011-12-30T10:00:00.000Z', 'Pacific/Apia'],
  ])('startOfDay %s: %s begins at %s', (_what, date, begins, timeZone) => {
    expect(new Date(startOfDay(date, timeZone)).toISOString()).toBe(begins)
  })

  test('startOfDay matches the reference calendar at every clock change from 2026 to 2028', () => {
    const changes = clockChanges()
    expect(changes.length).toBeGreaterThan(100)
    for (const { timeZone, from, to } of changes)
      for (const { date, begins } of listDays(timeZone, from, to)) {
        expect([timeZone, date, startOfDay(date, timeZone)]).toEqual([timeZone, date, begins])
        expect(localDate(begins, timeZone)).toBe(date)
      }
  })

  test('startOfDay and localDate throw a RangeError for an invalid time zone or time', () => {
    expect(() => startOfDay('2026-11-20', 'Mars/Olympus')).toThrow(RangeError)
    expect(() => localDate(0, 'Mars/Olympus')).toThrow(RangeError)
    expect(() => localDate(NaN, 'UTC')).toThrow(RangeError)
  })
})

describe('daysLater', () => {
  test.each([
    ['over one day', '2026-11-20T10:20:30.456Z', 1, '2026-11-21T10:20:30.456Z', 'UTC'],
    ['over the end of a year', '2026-12-30T10:00:00.000Z', 7, '2027-01-06T10:00:00.000Z', 'UTC'],
    [
      'over the start of daylight-saving time',
      '2026-03-28T11:00:00.000Z',
      1,
      '2026-03-29T10:00:00.000Z',
      'Europe/Vienna',
    ],
    [
      'over the end of daylight-saving time',
      '2026-10-24T10:00:00.000Z',
      1,
      '2026-10-25T11:00:00.000Z',
      'Europe/Vienna',
    ],
    ['to a skipped time', '2026-03-28T01:30:00.000Z', 1, '2026-03-29T01:30:00.000Z', 'Europe/Vienna'],
    ['to a skipped midnight', '2026-04-22T22:00:00.000Z', 1, '2026-04-23T22:00:00.000Z', 'Africa/Cairo'],
    ['to a time that occurs twice', '2026-10-24T00:30:00.000Z', 1, '2026-10-25T00:30:00.000Z', 'Europe/Vienna'],
    ['from the second of two equal times', '2026-10-25T01:30:00.000Z', 1, '2026-10-26T01:30:00.000Z', 'Europe/Vienna'],
    ['to a skipped date', '2011-12-28T20:00:00.000Z', 2, '2011-12-30T20:00:00.000Z', 'Pacific/Apia'],
  ])('daysLater %s: %s plus %d days is %s', (_what, from, days, to, timeZone) => {
    expect(new Date(daysLater(Date.parse(from), days, timeZone)).toISOString()).toBe(to)
  })
})

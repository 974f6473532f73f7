import { describe, expect, test } from 'vitest'
import { endOfDay } from './localDay.ts'

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

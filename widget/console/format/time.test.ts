import { expect, it } from 'vitest'
import { exactTime, isoDate, localMidnight, relativeTime } from './time.ts'
import { addDays, formatDay } from './utcDay.ts'

const now = new Date(2026, 10, 27, 15, 0, 0)
const at = (...[hour, minute, second = 0]: [number, number, number?]) => new Date(2026, 10, 27, hour, minute, second)

it.each([
  [at(14, 59, 30), 'now'],
  [at(14, 58, 30), '1 minute ago'],
  [at(14, 15), '45 minutes ago'],
  [at(12, 10), '2 hours ago'],
  [new Date(2026, 10, 26, 23, 0), 'yesterday'],
  [new Date(2026, 10, 24, 16, 0), '3 days ago'],
  [new Date(2026, 10, 1), 'Nov 1'],
  [new Date(2025, 10, 1), 'Nov 1, 2025'],
  [at(15, 5), 'in 5 minutes'],
  [new Date(2026, 10, 28, 15, 0), 'tomorrow'],
])('%s is shown as %s', (time, text) => {
  expect(relativeTime(time, now, 'en-US')).toBe(text)
})

it('the exact time has seconds and a time zone', () => {
  expect(exactTime(at(14, 59, 30), 'en-US')).toMatch(/^Friday, November 27, 2026 at 2:59:30\sPM \S+/)
})

it('a local date begins at its midnight, and a date that does not exist has none', () => {
  expect(localMidnight('2026-11-27')).toEqual(new Date(2026, 10, 27))
  expect(localMidnight('2026-11-30', 1)).toEqual(new Date(2026, 11, 1))
  expect(localMidnight('2026-02-30')).toBeUndefined()
  expect(localMidnight('2026-2-3')).toBeUndefined()
  expect(isoDate(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
})

it('UTC days are counted and shown without the local time zone', () => {
  expect([addDays('2026-03-01', -1), addDays('2026-12-31', 1)]).toEqual(['2026-02-28', '2027-01-01'])
  expect(formatDay('2026-11-27', {}, 'en-US')).toBe('Nov 27')
})

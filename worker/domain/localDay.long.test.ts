import { expect, test } from 'vitest'
import { listDays } from '../testing/calendar/referenceCalendar.ts'
import { endOfDay, localDate, startOfDay } from './localDay.ts'

test('startOfDay, endOfDay and localDate match the reference calendar in every time zone from 2026 to 2028', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  expect(zones.length).toBeGreaterThan(400)
  const wrong: string[] = []
  for (const timeZone of zones) {
    const days = listDays(timeZone, Date.UTC(2026, 0, 1), Date.UTC(2029, 0, 1))
    expect(days.length).toBeGreaterThanOrEqual(1095)
    for (const [number, { date, begins }] of days.entries()) {
      const next = days[number + 1]?.begins
      const right =
        startOfDay(date, timeZone) === begins &&
        localDate(begins, timeZone) === date &&
        (next === undefined || endOfDay(begins, timeZone) === next - 1_000)
      if (!right) wrong.push(`${timeZone} ${date}`)
    }
  }
  expect(wrong).toEqual([])
}, 120_000)

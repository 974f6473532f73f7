import { expect, onTestFinished, test, vi } from 'vitest'
import { startOfDay } from '../../domain/localDay.ts'

import { clockChanges, listDays } from './referenceCalendar.ts'

const days = clockChanges().flatMap(({ timeZone, from, to }) =>
  listDays(timeZone, from, to).map(({ date, begins }) => ({ timeZone, date, begins })),
)

test.each([
  ['Europe/Berlin', -120],
  ['America/New_York', 240],
  ['Australia/Lord_Howe', -630],
])('startOfDay returns the same instants on a host in time zone %s', (hostZone, minutesInJuly) => {
  vi.stubEnv('TZ', hostZone)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(new Date(Date.UTC(2026, 6, 1)).getTimezoneOffset()).toBe(minutesInJuly)
  expect(days.map(({ timeZone, date }) => ({ timeZone, date, begins: startOfDay(date, timeZone) }))).toEqual(days)
})

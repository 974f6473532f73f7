import type { Cycle } from '#contract/plans/cycles'
import { listDays, expectedBillDays } from '../../../testing/calendar/referenceCalendar.ts'
import type { Day } from '../../../testing/calendar/referenceCalendar.ts'

/** Zones with different dates of daylight-saving changes, or none; Santiago and Havana change at midnight, Lord Howe by half an hour. */
export const zones = [
  'America/Santiago',
  'Europe/Berlin',
  'Asia/Tokyo',
  'America/Havana',
  'Australia/Lord_Howe',
] as const

const from = Date.UTC(2027, 2, 1)
const to = Date.UTC(2029, 8, 1)

const cachedDays = new Map<string, readonly Day[]>()

const daysOf = (zone: string): readonly Day[] => {
  const days = cachedDays.get(zone) ?? listDays(zone, from, to)
  cachedDays.set(zone, days)
  return days
}

/** The index of the local day of an instant. */
const dayIndexAt = (zone: string, ms: number): number => {
  const days = daysOf(zone)
  let [low, high] = [0, days.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (days[middle]!.begins <= ms) low = middle
    else high = middle - 1
  }
  return low
}

/** The local date of an instant: YYYY-MM-DD. */
export const dateAt = (zone: string, ms: number): string => daysOf(zone)[dayIndexAt(zone, ms)]!.date

/** The local date that many days after an instant. */
export const dateAfter = (zone: string, ms: number, days: number): string =>
  daysOf(zone)[dayIndexAt(zone, ms) + days]!.date

/** The start of a local date, in milliseconds since 1970. */
export const startOfDate = (zone: string, date: string): number =>
  daysOf(zone).find((day) => day.date === date)?.begins ?? Infinity

const cachedDates = new Map<string, readonly string[]>()

/** The billing dates of a subscription that starts on a date; the same in every time zone. */
export const billingDates = (cycle: Cycle, startDate: string): readonly string[] => {
  const cacheKey = `${JSON.stringify(cycle)} ${startDate}`
  const cached = cachedDates.get(cacheKey)
  if (cached !== undefined) return cached
  const days = daysOf('UTC')
  const dates = expectedBillDays(cycle, days.slice(days.findIndex(({ date }) => date === startDate))).map(
    ({ date }) => date,
  )
  cachedDates.set(cacheKey, dates)
  return dates
}

import type { Cycle } from '#contract/plans/cycles'
import { daysThatBegin, expectedBills } from '../../../testing/calendar/referenceCalendar.ts'
import type { Day } from '../../../testing/calendar/referenceCalendar.ts'

/** Summer time begins and ends at different dates in these, or never; in Santiago and Havana at midnight, on Lord Howe by half an hour. */
export const zones = [
  'America/Santiago',
  'Europe/Berlin',
  'Asia/Tokyo',
  'America/Havana',
  'Australia/Lord_Howe',
] as const

const from = Date.UTC(2027, 2, 1)
const to = Date.UTC(2029, 8, 1)

const kept = new Map<string, readonly Day[]>()

const daysOf = (zone: string): readonly Day[] => {
  const days = kept.get(zone) ?? daysThatBegin(zone, from, to)
  kept.set(zone, days)
  return days
}

/** The number of the day that a moment lies in, by what the calendars on the walls of a zone show. */
const numberAt = (zone: string, ms: number): number => {
  const days = daysOf(zone)
  let [low, high] = [0, days.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (days[middle]!.begins <= ms) low = middle
    else high = middle - 1
  }
  return low
}

/** The local date of a moment: YYYY-MM-DD. */
export const dateAt = (zone: string, ms: number): string => daysOf(zone)[numberAt(zone, ms)]!.date

/** The date so many days after that of a moment. */
export const dateAfter = (zone: string, ms: number, days: number): string =>
  daysOf(zone)[numberAt(zone, ms) + days]!.date

/** When a date begins, in milliseconds since 1970. */
export const beginningOf = (zone: string, date: string): number =>
  daysOf(zone).find((day) => day.date === date)?.begins ?? Infinity

const dated = new Map<string, readonly string[]>()

/** The dates on which who starts on a date is billed, wherever that is. */
export const datesOf = (cycle: Cycle, startDate: string): readonly string[] => {
  const name = `${JSON.stringify(cycle)} ${startDate}`
  const known = dated.get(name)
  if (known !== undefined) return known
  const days = daysOf('UTC')
  const dates = expectedBills(cycle, days.slice(days.findIndex(({ date }) => date === startDate))).map(
    ({ date }) => date,
  )
  dated.set(name, dates)
  return dates
}

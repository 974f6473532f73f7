import type { Cycle, CycleUnit } from '#contract/plans/cycles'
import { dateText, localDate, midnightUtc, startOfDay } from '../../localDay.ts'

export { daysLater, localDate, startOfDay } from '../../localDay.ts'

/**
 * By which rule a subscription's bills are dated.
 *
 * - `interval`: units from one bill to the next
 * - `firstDate`: local date of the first bill, YYYY-MM-DD
 * - `anchorDay`: of months and years the day of the month that bills come back to, null of days and weeks
 */
export interface BillingSchedule {
  readonly unit: CycleUnit
  readonly interval: number
  readonly firstDate: string
  readonly anchorDay: number | null
}

const day = 86_400_000

/** How long a unit is: so many days, or so many months. */
const lengths: Readonly<Record<CycleUnit, { readonly days: number } | { readonly months: number }>> = {
  day: { days: 1 },
  week: { days: 7 },
  month: { months: 1 },
  year: { months: 12 },
}

/** Months since January 1970. */
const monthOf = (midnight: number): number => {
  const date = new Date(midnight)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}

const dayOfMonth = (midnight: number): number => new Date(midnight).getUTCDate()

/** A day of a month, or the month's last where it is shorter. */
const dayIn = (month: number, dayOfIt: number): number =>
  Date.UTC(1970, month, Math.min(dayOfIt, dayOfMonth(Date.UTC(1970, month + 1, 0))))

/** The first day of a week, 1 for Monday, that is not before the start. */
const firstWeekday = (start: number, dayOfCycle: number): number =>
  start + ((dayOfCycle - new Date(start).getUTCDay() + 7) % 7) * day

/** The first day of an anchored cycle that is not before the start: it falls into `month`, or where that day is over `months` later. */
const firstInMonths = (start: number, month: number, months: number, anchorDay: number): number => {
  const first = dayIn(month, anchorDay)
  return first >= start ? first : dayIn(month + months, anchorDay)
}

/**
 * Where a cycle begins for who starts on a date: on its first day that is not before the start date.
 *
 * Of weeks `dayOfCycle` is 1 (Monday) to 7, of months 1 to 31 and in shorter months the last day, of years 1 to 365: a day of a common year,
 * so that 60 is 1 March in leap years, too. 0 is the day of the start date itself.
 *
 * @param startDate local date, YYYY-MM-DD
 */
export const firstBillDate = (
  { unit, dayOfCycle }: Cycle,
  startDate: string,
): { readonly firstDate: string; readonly anchorDay: number | null } => {
  const start = midnightUtc(startDate)
  if (unit === 'day') return { firstDate: startDate, anchorDay: null }
  if (unit === 'week') {
    const first = dayOfCycle === 0 ? start : firstWeekday(start, dayOfCycle)
    return { firstDate: dateText(first), anchorDay: null }
  }
  if (dayOfCycle === 0) return { firstDate: startDate, anchorDay: dayOfMonth(start) }
  if (unit === 'month') {
    const first = firstInMonths(start, monthOf(start), 1, dayOfCycle)
    return { firstDate: dateText(first), anchorDay: dayOfCycle }
  }
  // 1970 was a common year.
  const inCommonYear = Date.UTC(1970, 0, dayOfCycle)
  const january = (new Date(start).getUTCFullYear() - 1970) * 12
  const anchorDay = dayOfMonth(inCommonYear)
  const first = firstInMonths(start, january + monthOf(inCommonYear), 12, anchorDay)
  return { firstDate: dateText(first), anchorDay }
}

/** Each date is counted from the first, so that 31 January is followed by 28 February and that by 31 March. */
const billMidnight = ({ unit, interval, firstDate, anchorDay }: BillingSchedule, period: number): number => {
  const first = midnightUtc(firstDate)
  const length = lengths[unit]
  const units = interval * period
  if ('days' in length) return first + units * length.days * day
  return dayIn(monthOf(first) + units * length.months, anchorDay ?? dayOfMonth(first))
}

/**
 * The date on which a period is billed, YYYY-MM-DD; years after 9999 as ISO 8601 expands them.
 *
 * @param period its number, from 0
 */
export const billDate = (schedule: BillingSchedule, period: number): string => dateText(billMidnight(schedule, period))

/**
 * When a period is billed: as its date begins in the time zone.
 *
 * @param period its number, from 0
 * @param timeZone IANA name
 * @returns milliseconds since 1970
 */
export const billTime = (schedule: BillingSchedule, period: number, timeZone: string): number =>
  startOfDay(billDate(schedule, period), timeZone)

/** How many whole periods lie between the first bill and a date, by its month alone where months are counted. May be negative. */
const periodsUntil = ({ unit, interval, firstDate }: BillingSchedule, midnight: number): number => {
  const first = midnightUtc(firstDate)
  const length = lengths[unit]
  return 'days' in length
    ? Math.floor((midnight - first) / day / length.days / interval)
    : Math.floor((monthOf(midnight) - monthOf(first)) / length.months / interval)
}

/**
 * The first period that is billed at a moment or after it.
 *
 * @param ms milliseconds since 1970
 * @param timeZone IANA name
 * @returns its number, from 0
 */
export const periodFrom = (schedule: BillingSchedule, ms: number, timeZone: string): number => {
  // One less than the guess is safe: where a zone leaves out a date, two bills of a daily plan fall on one moment.
  let period = Math.max(0, periodsUntil(schedule, midnightUtc(localDate(ms, timeZone))) - 1)
  while (billTime(schedule, period, timeZone) < ms) period += 1
  return period
}

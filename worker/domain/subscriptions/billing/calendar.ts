import type { Cycle, CycleUnit } from '#contract/plans/cycles'
import { dateText, localDate, midnightUtc, startOfDay } from '../../localDay.ts'

export { daysLater, localDate, startOfDay } from '../../localDay.ts'

/**
 * The rule for the dates of a subscription's bills.
 *
 * - `interval`: units from one bill to the next
 * - `firstDate`: local date of the first bill, YYYY-MM-DD
 * - `anchorDay`: for months and years the day of the month on which bills fall, in short months the last day; null for days and weeks
 */
export interface BillingSchedule {
  readonly unit: CycleUnit
  readonly interval: number
  readonly firstDate: string
  readonly anchorDay: number | null
}

const dayMs = 86_400_000

/** The length of a unit in days or months. */
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

/** A day of a month, or the last day of a shorter month. */
const dayIn = (month: number, wantedDay: number): number =>
  Date.UTC(1970, month, Math.min(wantedDay, dayOfMonth(Date.UTC(1970, month + 1, 0))))

/** The first date on a day of the week, 1 for Monday, at or after the start. */
const firstWeekday = (start: number, dayOfCycle: number): number =>
  start + ((dayOfCycle - new Date(start).getUTCDay() + 7) % 7) * dayMs

/** The first day of an anchored cycle at or after the start: in `month`, or `months` later if that day has passed. */
const firstInMonths = (start: number, month: number, months: number, anchorDay: number): number => {
  const first = dayIn(month, anchorDay)
  return first >= start ? first : dayIn(month + months, anchorDay)
}

/**
 * The date of the first bill: the first day of the cycle at or after the start date.
 *
 * `dayOfCycle` is 1 (Monday) to 7 for weeks; 1 to 31 for months, in shorter months the last day; 1 to 365 for years: a day of a common year,
 * so that 60 is 1 March in leap years, too. 0 is the day of the start date.
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

/** Each date is counted from the first, so that 28 February follows 31 January, and 31 March follows 28 February. */
const billMidnight = ({ unit, interval, firstDate, anchorDay }: BillingSchedule, period: number): number => {
  const first = midnightUtc(firstDate)
  const length = lengths[unit]
  const units = interval * period
  if ('days' in length) return first + units * length.days * dayMs
  return dayIn(monthOf(first) + units * length.months, anchorDay ?? dayOfMonth(first))
}

/**
 * The date on which a period is billed, YYYY-MM-DD. Years after 9999 have the expanded form of ISO 8601.
 *
 * @param period its number, from 0
 */
export const billDate = (schedule: BillingSchedule, period: number): string => dateText(billMidnight(schedule, period))

/**
 * The time at which a period is billed: the start of its date in the time zone.
 *
 * @param period its number, from 0
 * @param timeZone IANA name
 * @returns milliseconds since 1970
 */
export const billTime = (schedule: BillingSchedule, period: number, timeZone: string): number =>
  startOfDay(billDate(schedule, period), timeZone)

/** The number of whole periods from the first bill to a date; for months and years by the month alone. May be negative. */
const periodsUntil = ({ unit, interval, firstDate }: BillingSchedule, midnight: number): number => {
  const first = midnightUtc(firstDate)
  const length = lengths[unit]
  return 'days' in length
    ? Math.floor((midnight - first) / dayMs / length.days / interval)
    : Math.floor((monthOf(midnight) - monthOf(first)) / length.months / interval)
}

/**
 * The first period that is billed at or after a moment.
 *
 * @param ms milliseconds since 1970
 * @param timeZone IANA name
 * @returns its number, from 0
 */
export const periodFrom = (schedule: BillingSchedule, ms: number, timeZone: string): number => {
  // One less than the estimate is safe: if a zone skips a date, two bills of a daily plan fall on one moment.
  let period = Math.max(0, periodsUntil(schedule, midnightUtc(localDate(ms, timeZone))) - 1)
  while (billTime(schedule, period, timeZone) < ms) period += 1
  return period
}

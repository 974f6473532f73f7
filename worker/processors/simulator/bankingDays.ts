const dayMs = 86_400_000

const sunday = 0
const monday = 1
const thursday = 4
const saturday = 6

/** A holiday on a fixed date, or on the first given weekday on or after that date. Months count from 1. */
interface Holiday {
  readonly month: number
  readonly date: number
  readonly weekday?: number
}

/**
 * Holidays of the Federal Reserve Banks and so of the ACH (schedule at frbservices.org). A fixed date that falls on a Sunday is
 * observed on Monday. A fixed date that falls on a Saturday is not observed.
 */
const holidays: readonly Holiday[] = [
  { month: 1, date: 1 },
  { month: 1, date: 15, weekday: monday },
  { month: 2, date: 15, weekday: monday },
  { month: 5, date: 25, weekday: monday },
  { month: 6, date: 19 },
  { month: 7, date: 4 },
  { month: 9, date: 1, weekday: monday },
  { month: 10, date: 8, weekday: monday },
  { month: 11, date: 11 },
  { month: 11, date: 22, weekday: thursday },
  { month: 12, date: 25 },
]

const weekdayOf = (ms: number): number => new Date(ms).getUTCDay()

const observedOn = ({ month, date, weekday }: Holiday, year: number): number => {
  const named = Date.UTC(year, month - 1, date)
  if (weekday !== undefined) return named + ((weekday - weekdayOf(named) + 7) % 7) * dayMs
  return weekdayOf(named) === sunday ? named + dayMs : named
}

const isBankingDay = (midnight: number): boolean => {
  const weekday = weekdayOf(midnight)
  const year = new Date(midnight).getUTCFullYear()
  return (
    weekday !== sunday && weekday !== saturday && holidays.every((holiday) => observedOn(holiday, year) !== midnight)
  )
}

const bankingDayFrom = (midnight: number): number =>
  isBankingDay(midnight) ? midnight : bankingDayFrom(midnight + dayMs)

/**
 * The start, in UTC, of the US banking day that settles operations of the time `ms` (the same day or the next banking day), or of
 * a later banking day.
 *
 * @param ms milliseconds since 1970
 * @param later number of banking days after that day
 */
export const bankingDay = (ms: number, later: number): number => {
  const settled = bankingDayFrom(ms - (ms % dayMs))
  return later === 0 ? settled : bankingDay(settled + dayMs, later - 1)
}

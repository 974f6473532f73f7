const dayMs = 86_400_000

const sunday = 0
const monday = 1
const thursday = 4
const saturday = 6

/** A holiday of a fixed date, or the first such weekday on or after that date; months count from 1. */
interface Holiday {
  readonly month: number
  readonly date: number
  readonly weekday?: number
}

/**
 * When the Federal Reserve Banks, and so the ACH, rest: their holiday schedule at frbservices.org. One of a fixed date
 * that falls on a Sunday is kept on Monday; one that falls on a Saturday is not kept.
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
 * The beginning, in UTC, of a US banking day: the first is the one on which what is handed in at `ms` is settled, which
 * is that day itself or, where banks rest then, the next one that they work.
 *
 * @param ms milliseconds since 1970
 * @param later how many banking days after that
 */
export const bankingDay = (ms: number, later: number): number => {
  const settled = bankingDayFrom(ms - (ms % dayMs))
  return later === 0 ? settled : bankingDay(settled + dayMs, later - 1)
}

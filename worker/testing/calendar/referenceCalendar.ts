import type { Cycle, CycleUnit } from '#contract/plans/cycles'

/**
 * Billing dates, computed independently of the gateway: without arithmetic on offsets or months. It formats every hour in a time zone with
 * Intl, collects the days, and decides for each day whether it belongs to the cycle.
 */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A day in a time zone. */
export interface Day {
  /** YYYY-MM-DD. */
  readonly date: string
  /** Mon to Sun. */
  readonly weekday: string
  /** Its start, in milliseconds since 1970. */
  readonly begins: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const cached = formats.get(timeZone)
  if (cached !== undefined) return cached
  const parts = { weekday: 'short', year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone, ...parts })
  formats.set(timeZone, format)
  return format
}

/** The first full minute after `from` with another date than `from`; `to` is an hour later and has another date. */
const firstMinuteOfDay = (format: Intl.DateTimeFormat, from: number, to: number): number => {
  const old = format.format(from)
  // Most days start on a full hour.
  if (format.format(to - minute) === old) return to
  let start = from + minute
  while (format.format(start) === old) start += minute
  return start
}

/**
 * The days that start in a time zone from `from` to before `to`, both full hours. A date that occurs twice, when clocks are set back across
 * midnight, is one day that starts at the first occurrence.
 */
export const listDays = (timeZone: string, from: number, to: number): Day[] => {
  const format = formatOf(timeZone)
  const dates = new Set([format.format(from - hour)])
  const days: Day[] = []
  for (let ms = from; ms < to + hour; ms += hour) {
    // For example 'Thu, 07/01/2027'.
    const name = format.format(ms)
    if (dates.has(name)) continue
    dates.add(name)
    days.push({
      date: `${name.slice(11)}-${name.slice(5, 7)}-${name.slice(8, 10)}`,
      weekday: name.slice(0, 3),
      begins: firstMinuteOfDay(format, ms - hour, ms),
    })
  }
  return days.filter(({ begins }) => begins >= from && begins < to)
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** 01-01 to 12-31, without 02-29. */
const daysOfCommonYear = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].flatMap((length, month) =>
  Array.from({ length }, (_, date) => `${twoDigits(month + 1)}-${twoDigits(date + 1)}`),
)

const isLastOfMonth = ({ date }: Day): boolean => new Date(Date.parse(date) + day).toISOString().slice(8, 10) === '01'

/** Whether a day belongs to the cycle, regardless of the interval. */
const isCycleDay: Readonly<Record<CycleUnit, (candidate: Day, dayOfCycle: number, start: Day) => boolean>> = {
  day: () => true,
  week: ({ weekday }, dayOfCycle, start) => weekday === (dayOfCycle === 0 ? start.weekday : weekdays[dayOfCycle - 1]),
  month: (candidate, dayOfCycle, start) => {
    const wanted = dayOfCycle === 0 ? start.date.slice(8) : twoDigits(dayOfCycle)
    return candidate.date.slice(8) === wanted || (candidate.date.slice(8) < wanted && isLastOfMonth(candidate))
  },
  year: (candidate, dayOfCycle, start) => {
    const wanted = dayOfCycle === 0 ? start.date.slice(5) : daysOfCommonYear[dayOfCycle - 1]
    return (
      candidate.date.slice(5) === wanted ||
      (wanted === '02-29' && candidate.date.endsWith('02-28') && isLastOfMonth(candidate))
    )
  },
}

/**
 * The billing days of a subscription that starts on the first of `days`.
 *
 * @param days all days of a time zone from the start date
 */
export const expectedBillDays = ({ unit, interval, dayOfCycle }: Cycle, days: readonly Day[]): Day[] => {
  const [start] = days
  if (start === undefined) return []
  return days
    .filter((candidate) => isCycleDay[unit](candidate, dayOfCycle, start))
    .filter((_, count) => count % interval === 0)
}
/** The days around a clock change. */
export interface ClockChange {
  readonly timeZone: string
  /** Milliseconds since 1970, full hours. */
  readonly from: number
  readonly to: number
}

const begin = Date.UTC(2026, 0, 1)
const end = Date.UTC(2029, 0, 1)
const step = 7 * day

/** The UTC offset of a zone, such as 'GMT+02:00', once a week. */
const offsets = (timeZone: string): string[] => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return Array.from(
    { length: (end - begin) / step + 1 },
    (_, week) => format.format(begin + week * step).split(' ')[1] ?? '',
  )
}

/**
 * Every clock change in any time zone from 2026 to 2028, with the days around it. Zones with identical offsets are listed once.
 */
export const clockChanges = (): ClockChange[] => {
  const zones = new Map(
    Intl.supportedValuesOf('timeZone').map((timeZone) => {
      const weeks = offsets(timeZone)
      return [weeks.join(' '), { timeZone, weeks }]
    }),
  )
  return [...zones.values()].flatMap(({ timeZone, weeks }) =>
    weeks.flatMap((offset, week) =>
      week === 0 || offset === weeks[week - 1]
        ? []
        : [{ timeZone, from: begin + (week - 1) * step - 2 * day, to: begin + week * step + 2 * day }],
    ),
  )
}

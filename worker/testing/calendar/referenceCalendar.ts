import type { Cycle, CycleUnit } from '#contract/plans/cycles'

/**
 * When bills are due, found on another road than the business takes: no arithmetic with offsets, none with months. Hour after hour it asks
 * what the calendars on the walls of a time zone show, and of each day that came it decides whether it is a day of the cycle.
 */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A day that came in a time zone. */
export interface Day {
  /** YYYY-MM-DD. */
  readonly date: string
  /** Mon to Sun. */
  readonly weekday: string
  /** Its first moment, in milliseconds since 1970. */
  readonly begins: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const parts = { weekday: 'short', year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone, ...parts })
  formats.set(timeZone, format)
  return format
}

/** The first full minute after `from` that `format` calls otherwise than `from`; `to`, an hour later, it does. */
const turnBetween = (format: Intl.DateTimeFormat, from: number, to: number): number => {
  const old = format.format(from)
  // Most days begin on a full hour.
  if (format.format(to - minute) === old) return to
  let turn = from + minute
  while (format.format(turn) === old) turn += minute
  return turn
}

/**
 * The days that begin in a time zone at `from` or later and before `to`, both full hours. A date that comes twice, since the clocks are put
 * back across midnight, is one day and begins the first time.
 */
export const daysThatBegin = (timeZone: string, from: number, to: number): Day[] => {
  const format = formatOf(timeZone)
  const seen = new Set([format.format(from - hour)])
  const days: Day[] = []
  for (let ms = from; ms < to + hour; ms += hour) {
    // Such as 'Thu, 07/01/2027'.
    const name = format.format(ms)
    if (seen.has(name)) continue
    seen.add(name)
    days.push({
      date: `${name.slice(11)}-${name.slice(5, 7)}-${name.slice(8, 10)}`,
      weekday: name.slice(0, 3),
      begins: turnBetween(format, ms - hour, ms),
    })
  }
  return days.filter(({ begins }) => begins >= from && begins < to)
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** 01-01 to 12-31, as a common year has them. */
const daysOfCommonYear = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].flatMap((length, month) =>
  Array.from({ length }, (_, date) => `${twoDigits(month + 1)}-${twoDigits(date + 1)}`),
)

const isLastOfMonth = ({ date }: Day): boolean => new Date(Date.parse(date) + day).toISOString().slice(8, 10) === '01'

/** Whether a day is one of the cycle's, whatever the interval. */
const ofCycle: Readonly<Record<CycleUnit, (one: Day, dayOfCycle: number, start: Day) => boolean>> = {
  day: () => true,
  week: ({ weekday }, dayOfCycle, start) => weekday === (dayOfCycle === 0 ? start.weekday : weekdays[dayOfCycle - 1]),
  month: (one, dayOfCycle, start) => {
    const wanted = dayOfCycle === 0 ? start.date.slice(8) : twoDigits(dayOfCycle)
    return one.date.slice(8) === wanted || (one.date.slice(8) < wanted && isLastOfMonth(one))
  },
  year: (one, dayOfCycle, start) => {
    const wanted = dayOfCycle === 0 ? start.date.slice(5) : daysOfCommonYear[dayOfCycle - 1]
    return one.date.slice(5) === wanted || (wanted === '02-29' && one.date.endsWith('02-28') && isLastOfMonth(one))
  },
}

/**
 * The days among `days` on which who starts on the first of them is billed.
 *
 * @param days each day of a time zone from the start date on
 */
export const expectedBills = ({ unit, interval, dayOfCycle }: Cycle, days: readonly Day[]): Day[] => {
  const [start] = days
  if (start === undefined) return []
  return days.filter((one) => ofCycle[unit](one, dayOfCycle, start)).filter((_, count) => count % interval === 0)
}
/** Some days around a change of the clocks. */
export interface ClockChange {
  readonly timeZone: string
  /** Milliseconds since 1970, full hours. */
  readonly from: number
  readonly to: number
}

const begin = Date.UTC(2026, 0, 1)
const end = Date.UTC(2029, 0, 1)
const step = 7 * day

/** What the clocks of a zone show less UTC, such as 'GMT+02:00', once a week. */
const offsets = (timeZone: string): string[] => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return Array.from(
    { length: (end - begin) / step + 1 },
    (_, week) => format.format(begin + week * step).split(' ')[1] ?? '',
  )
}

/**
 * Every change of the clocks on earth in 2026, 2027 and 2028, with some days before and after it. Of zones whose clocks always show the same
 * it has one.
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

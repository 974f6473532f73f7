import { tzOffset } from '@date-fns/tz/tzOffset'

const second = 1_000
const minute = 60_000
const day = 86_400_000

/**
 * Offset of a time zone from UTC. Wall times of all zones are counted in milliseconds here, as if each were UTC.
 *
 * This is the only use of the library. Its TZDateMini converts wall times through the machine's own time zone, and is an hour off
 * at some midnights: with TZ=Europe/Berlin on 29 March 2026 in America/Nuuk, with TZ=UTC on 28 October 2011 in Asia/Amman.
 * Temporal can replace this file once the Workers runtime has it.
 */
const offsetAt = (ms: number, timeZone: string): number => {
  const minutes = tzOffset(timeZone, new Date(ms))
  if (Number.isNaN(minutes)) throw new RangeError(`Invalid time zone ${timeZone} or time ${ms}.`)
  return minutes * minute
}

const wallTimeAt = (ms: number, timeZone: string): number => ms + offsetAt(ms, timeZone)

/**
 * The instant of a wall time. Of two such instants the first. A wall time that the clocks skip is moved forward by the length of
 * the gap.
 */
const instantOfWallTime = (clock: number, timeZone: string): number => {
  // No zone changes its clocks twice within these two days.
  const before = clock - offsetAt(clock - day, timeZone)
  const after = clock - offsetAt(clock + day, timeZone)
  // If the clocks go back, both may match, and `before` is the earlier.
  return [before, after].find((ms) => wallTimeAt(ms, timeZone) === clock) ?? before
}

/** Formats a date from its midnight in UTC. */
export const dateText = (midnight: number): string =>
  new Date(midnight).toISOString().slice(0, -'T00:00:00.000Z'.length)

/** A date's midnight in UTC. */
export const midnightUtc = (date: string): number => Date.parse(date)

/**
 * The date of an instant in a time zone: YYYY-MM-DD.
 *
 * @param ms milliseconds since 1970
 * @param timeZone IANA name
 */
export const localDate = (ms: number, timeZone: string): string => dateText(wallTimeAt(ms, timeZone))

/**
 * The first instant of a date in a time zone: midnight, the first one if it occurs twice, or, if the clocks skip midnight, the
 * instant at which they go forward. A date that a zone skips (30 December 2011 in Pacific/Apia) begins with the next one.
 *
 * @param date YYYY-MM-DD
 * @param timeZone IANA name
 * @returns milliseconds since 1970
 */
export const startOfDay = (date: string, timeZone: string): number =>
  // A gap at midnight starts at midnight: the last clocks that went forward from before midnight to after it were Toronto's, in
  // 1919.
  instantOfWallTime(midnightUtc(date), timeZone)

/**
 * The same time of day, `days` dates later. A time that the clocks skip is moved forward by the length of the gap; of two the
 * first.
 *
 * @param ms milliseconds since 1970
 * @param days 1 or more
 * @param timeZone IANA name
 * @returns milliseconds since 1970
 */
export const daysLater = (ms: number, days: number, timeZone: string): number =>
  instantOfWallTime(wallTimeAt(ms, timeZone) + days * day, timeZone)

/**
 * The last second of an instant's day: 23:59:59, or the wall time a second before the next day if daylight-saving time skips or
 * repeats it.
 */
const lastSecond = (ms: number, timeZone: string): number =>
  startOfDay(dateText(midnightUtc(localDate(ms, timeZone)) + day), timeZone) - second

/**
 * The end of an instant's day in a time zone: the first last second of a day that is not before the instant. Each local date has
 * exactly one.
 *
 * @param ms milliseconds since 1970
 * @param timeZone IANA name
 */
export const endOfDay = (ms: number, timeZone: string): number => {
  const end = lastSecond(ms, timeZone)
  return end >= ms ? end : lastSecond(end + second, timeZone)
}

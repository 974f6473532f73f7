import { tzOffset } from '@date-fns/tz/tzOffset'

const second = 1_000
const minute = 60_000
const day = 86_400_000

/**
 * What the clocks of a time zone show, less UTC. The clocks of all zones are counted in milliseconds here, as if each were UTC.
 *
 * This is all we take from the library. Its TZDateMini turns clock times into moments by way of the machine's own time zone, and is an hour
 * off next to some midnights: with TZ=Europe/Berlin on 29 March 2026 in America/Nuuk, with TZ=UTC on 28 October 2011 in Asia/Amman.
 * Temporal replaces this file, once the worker's runtime has it.
 */
const offsetAt = (ms: number, timeZone: string): number => {
  const minutes = tzOffset(timeZone, new Date(ms))
  if (Number.isNaN(minutes)) throw new RangeError(`${timeZone} is no time zone, or ${ms} no time.`)
  return minutes * minute
}

const wallTimeAt = (ms: number, timeZone: string): number => ms + offsetAt(ms, timeZone)

/**
 * The moment at which clocks show a certain time. Of two such moments the first; where there is none, since the clocks are put forward, it is
 * as much later as they are.
 */
const instantOfWallTime = (clock: number, timeZone: string): number => {
  // No zone changes its clocks twice within these two days.
  const before = clock - offsetAt(clock - day, timeZone)
  const after = clock - offsetAt(clock + day, timeZone)
  // Where the clocks are put back both may show it, and `before` is the earlier.
  return [before, after].find((ms) => wallTimeAt(ms, timeZone) === clock) ?? before
}

/** A date as text, from its midnight in UTC. */
export const dateText = (midnight: number): string =>
  new Date(midnight).toISOString().slice(0, -'T00:00:00.000Z'.length)

/** A date's midnight in UTC. */
export const midnightUtc = (date: string): number => Date.parse(date)

/**
 * The date of a moment in a time zone: YYYY-MM-DD.
 *
 * @param ms milliseconds since 1970
 * @param timeZone IANA name
 */
export const localDate = (ms: number, timeZone: string): string => dateText(wallTimeAt(ms, timeZone))

/**
 * When a date begins in a time zone: the first moment of it. That is midnight, the first one where it comes twice, and where the clocks leave
 * it out the moment at which they are put forward. A date that a zone leaves out as a whole (30 December 2011 in Pacific/Apia) begins with the
 * next one.
 *
 * @param date YYYY-MM-DD
 * @param timeZone IANA name
 * @returns milliseconds since 1970
 */
export const startOfDay = (date: string, timeZone: string): number =>
  // Where midnight is left out it is the first time that is: the last clocks put forward from before midnight to after it were Toronto's, in 1919.
  instantOfWallTime(midnightUtc(date), timeZone)

/**
 * The same time of day, `days` dates later. Where the clocks leave it out, as much later as they are put forward; where it comes twice, the
 * first.
 *
 * @param ms milliseconds since 1970
 * @param days 1 or more
 * @param timeZone IANA name
 * @returns milliseconds since 1970
 */
export const daysLater = (ms: number, days: number, timeZone: string): number =>
  instantOfWallTime(wallTimeAt(ms, timeZone) + days * day, timeZone)

/** The last second of a moment's day: 23:59:59, or what the clocks show then where summer time takes that away or repeats it. */
const lastSecond = (ms: number, timeZone: string): number =>
  startOfDay(dateText(midnightUtc(localDate(ms, timeZone)) + day), timeZone) - second

/**
 * When the day of a moment ends in a time zone: the first last second of a day that is not before the moment. Each local date has one.
 *
 * @param ms milliseconds since 1970
 * @param timeZone IANA name
 */
export const endOfDay = (ms: number, timeZone: string): number => {
  const end = lastSecond(ms, timeZone)
  return end >= ms ? end : lastSecond(end + second, timeZone)
}

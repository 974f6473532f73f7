import { TZDateMini } from '@date-fns/tz/date/mini'

const second = 1_000

/** The last second of the day in a time zone: 23:59:59, or what the clocks show there where summer time takes that away or repeats it. */
const lastSecond = (ms: number, timeZone: string): number => {
  const local = new TZDateMini(ms, timeZone)
  const nextDay = new TZDateMini(local.getFullYear(), local.getMonth(), local.getDate() + 1, timeZone)
  return nextDay.getTime() - second
}

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

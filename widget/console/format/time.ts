import { dateFormat, relativeTimeFormat } from './formats.ts'
import { formatLocale } from './locale.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Whole days between the local calendar days of two times. */
const calendarDays = (from: Date, to: Date): number =>
  Math.round((new Date(to).setHours(0, 0, 0, 0) - new Date(from).setHours(0, 0, 0, 0)) / day)

/**
 * A time as one says it: `now`, `5 minutes ago`, `3 hours ago`, `yesterday`, a weekday's distance up to six days, then the date.
 */
export const relativeTime = (at: Date, now: Date, locale = formatLocale()): string => {
  const elapsed = now.getTime() - at.getTime()
  const words = relativeTimeFormat(locale, { numeric: 'auto' })
  const size = Math.abs(elapsed)
  if (size < minute) return words.format(0, 'second')
  if (size < hour) return words.format(-Math.trunc(elapsed / minute), 'minute')
  const days = calendarDays(at, now)
  if (days === 0) return words.format(-Math.trunc(elapsed / hour), 'hour')
  if (Math.abs(days) < 7) return words.format(-days, 'day')
  const isThisYear = at.getFullYear() === now.getFullYear()
  return dateFormat(locale, {
    month: 'short',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(at)
}

/** Date and time to the second, with the time zone. */
export const exactTime = (at: Date, locale = formatLocale()): string =>
  dateFormat(locale, { dateStyle: 'full', timeStyle: 'long' }).format(at)

/** Date and time to the minute. */
export const shortTime = (at: Date, locale = formatLocale()): string =>
  dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)

/** A date, such as `Nov 27, 2026`. */
export const formatDate = (at: Date, locale = formatLocale()): string =>
  dateFormat(locale, { dateStyle: 'medium' }).format(at)

/** YYYY-MM-DD of the local calendar. */
export const isoDate = (at: Date): string =>
  [
    String(at.getFullYear()).padStart(4, '0'),
    String(at.getMonth() + 1).padStart(2, '0'),
    String(at.getDate()).padStart(2, '0'),
  ].join('-')

/** Midnight of a local date, YYYY-MM-DD, some days later; undefined for a date that does not exist. */
export const localMidnight = (date: string, daysLater = 0): Date | undefined => {
  const [, year, month, dayOfMonth] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []
  if (dayOfMonth === undefined) return undefined
  const midnight = new Date(Number(year), Number(month) - 1, Number(dayOfMonth))
  if (isoDate(midnight) !== date) return undefined
  midnight.setDate(midnight.getDate() + daysLater)
  return midnight
}

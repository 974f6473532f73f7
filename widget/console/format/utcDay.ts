import { dateFormat } from './formats.ts'
import { formatLocale } from './locale.ts'

const dayMs = 86_400_000

const millis = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The UTC day of a time, YYYY-MM-DD. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10)

/** A UTC day some days later, or earlier if negative. */
export const addDays = (day: string, days: number): string => utcDay(new Date(millis(day) + days * dayMs))

/** The first moment of a UTC day, RFC 3339. */
export const startOfDay = (day: string): string => `${day}T00:00:00Z`

/** A UTC day, such as `Nov 27`. */
export const formatDay = (day: string, options: Intl.DateTimeFormatOptions = {}, locale = formatLocale()): string =>
  dateFormat(locale, { month: 'short', day: 'numeric', ...options, timeZone: 'UTC' }).format(millis(day))

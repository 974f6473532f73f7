/** A date or date-time of a request. */
export interface Instant {
  /** Milliseconds since 1970; midnight in UTC for a date. */
  readonly ms: number
  /** Whether the text was a date without a time, which can mean the whole day. */
  readonly isDate: boolean
}

const datePattern = /^\d{4}-\d{2}-\d{2}$/

/** Groups: date, time, offset. Seconds and offset are required. */
const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2})[Tt]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,20})?)([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Midnight in UTC of a date, YYYY-MM-DD; undefined for other text and for dates that do not exist. */
export const parseDate = (text: string): number | undefined => {
  if (!datePattern.test(text)) return undefined
  const midnight = Date.parse(`${text}T00:00:00Z`)
  // Date.parse accepts February 30 as March 2.
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text) ? midnight : undefined
}

/**
 * Parses a date-time of RFC 3339 to milliseconds since 1970; undefined for other text and for times that do not exist. Leap seconds (:60)
 * do not exist either: the gateway counts time like POSIX, where they have no number.
 */
export const parseDateTime = (text: string): number | undefined => {
  const [, date = '', time, offset] = dateTimePattern.exec(text) ?? []
  return parseDate(date) === undefined ? undefined : Date.parse(`${date}T${time}${offset}`)
}

/** Parses a date or a date-time of RFC 3339, from 1970 on; undefined for other text and for times that do not exist. */
export const parseInstant = (text: string): Instant | undefined => {
  const date = parseDate(text)
  const ms = date ?? parseDateTime(text)
  return ms === undefined || ms < 0 ? undefined : { ms, isDate: date !== undefined }
}

/** Parses a date or date-time in a query, where an unescaped plus before the offset is decoded to a space. */
export const parseQueryInstant = (text: string): Instant | undefined => parseInstant(text.replace(' ', '+'))

const dayMs = 86_400_000

/** Parses the exclusive end of a range in a query to milliseconds since 1970. A date includes its whole day. */
export const parseQueryEnd = (text: string): number | undefined => {
  const instant = parseQueryInstant(text)
  return instant && instant.ms + (instant.isDate ? dayMs : 0)
}

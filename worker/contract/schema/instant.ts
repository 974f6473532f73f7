/** A date or date-time of a request. */
export interface Instant {
  /** Milliseconds since 1970; midnight for a date. */
  readonly ms: number
  /** Whether the text was a date without a time, which can mean the whole day. */
  readonly isDate: boolean
}

/** Groups: date, hours and minutes, seconds with fraction, sign and value of the offset. */
const dateTimePattern =
  /^((?:19[7-9]\d|[2-9]\d{3})-\d{2}-\d{2})(?:[Tt ]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d(?:\.\d{1,9})?)?(?:[Zz]|([+ -])((?:[01]\d|2[0-3]):[0-5]\d))?)?$/

/**
 * Parses a date or date-time of RFC 3339 from 1970 on. Seconds are optional, and the time is UTC without an offset. A space before the
 * offset counts as a plus, since an unescaped plus in a URL decodes to a space.
 *
 * @returns undefined for other text and for dates that do not exist
 */
export const parseInstant = (text: string): Instant | undefined => {
  const [, date, minutes, seconds = ':00', sign, offset] = dateTimePattern.exec(text) ?? []
  if (date === undefined) return undefined
  const midnight = Date.parse(`${date}T00:00:00Z`)
  // Date.parse accepts February 30 as March 2.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return undefined
  if (minutes === undefined) return { ms: midnight, isDate: true }
  const zone = sign === undefined ? 'Z' : `${sign === '-' ? '-' : '+'}${offset}`
  return { ms: Date.parse(`${date}T${minutes}${seconds}${zone}`), isDate: false }
}

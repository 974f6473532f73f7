/** A date, or a date and time, as clients write them. */
export interface Instant {
  /** Milliseconds since 1970; of a date, its midnight. */
  readonly ms: number
  /** Whether it was a date alone, so that a whole day may be meant. */
  readonly isDate: boolean
}

/** date, hours and minutes, seconds with their fraction, sign and size of the offset. */
const form =
  /^((?:19[7-9]\d|[2-9]\d{3})-\d{2}-\d{2})(?:[Tt ]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d(?:\.\d{1,9})?)?(?:[Zz]|([+ -])((?:[01]\d|2[0-3]):[0-5]\d))?)?$/

/**
 * Reads a date or date-time of RFC 3339, from 1970 on; seconds may be left out, and without an offset it is UTC. Before an offset a space
 * is a plus: that is what a plus in a URL means if nobody wrote it as %2B.
 *
 * @returns undefined where the text is none, and for days that no calendar has
 */
export const readInstant = (text: string): Instant | undefined => {
  const [, date, minutes, seconds = ':00', sign, offset] = form.exec(text) ?? []
  if (date === undefined) return undefined
  const midnight = Date.parse(`${date}T00:00:00Z`)
  // The platform takes the 30th of February for the 2nd of March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return undefined
  if (minutes === undefined) return { ms: midnight, isDate: true }
  const zone = sign === undefined ? 'Z' : `${sign === '-' ? '-' : '+'}${offset}`
  return { ms: Date.parse(`${date}T${minutes}${seconds}${zone}`), isDate: false }
}

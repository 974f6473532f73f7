/** The last month of a card's validity: month 1..12, year 2000..2099. */
export type Expiry = { month: number; year: number }

const HOUR_MS = 3_600_000

/**
 * Parses an expiry date as shoppers and autofill write it. Spaces and slashes are removed; then four digits are MMYY and six are MMYYYY.
 * A month of one digit requires a slash (`1/30`).
 *
 * Four digits are never a year: "2030" has the month 20, so the result is null.
 *
 * @returns null if the text is not a valid expiry date
 */
export const parseExpiry = (text: string): Expiry | null => {
  const spaceless = text.replaceAll(' ', '')
  const padded = /^[0-9]\/[0-9]{2}$/.test(spaceless) ? `0${spaceless}` : spaceless
  const parts = /^([0-9]{2})([0-9]{2}|20[0-9]{2})$/.exec(padded.replaceAll('/', ''))
  if (!parts) return null
  const month = Number(parts[1])
  const year = 2000 + (Number(parts[2]) % 100)
  return month >= 1 && month <= 12 ? { month, year } : null
}

/**
 * Whether the card has expired: it is valid until its month has ended in every time zone, which is 12:00 UTC on the first of the following
 * month (UTC-12 is the last zone).
 *
 * @param nowMs milliseconds since the epoch
 */
export const isExpired = ({ month, year }: Expiry, nowMs: number): boolean =>
  nowMs >= Date.UTC(year, month, 1) + 12 * HOUR_MS

const MAX_YEARS_AHEAD = 20

/**
 * Whether the year is more than 20 years ahead: no issuer dates cards so far, so it is a mistake (`12/90`), not a card.
 *
 * @param nowMs milliseconds since the epoch
 */
export const isTooFarAhead = ({ year }: Expiry, nowMs: number): boolean =>
  year > new Date(nowMs).getUTCFullYear() + MAX_YEARS_AHEAD

/** Formats the expiry date as MMYY, the wire format. */
export const formatExpiry = ({ month, year }: Expiry): string =>
  `${String(month).padStart(2, '0')}${String(year % 100).padStart(2, '0')}`

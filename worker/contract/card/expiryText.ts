import { asciiDigits } from './digits.ts'
import { type Expiry, formatExpiry } from './expiry.ts'

/** Words before the date, as printed on cards. */
const LABEL = /^\W*(exp[a-z]*|(valid|good) (thru|until))/i

/** The longest text that a field keeps while it is no date. */
const MAX_LENGTH = 32

/**
 * The numbers of a text with one slash for each run of separators; a slash at the end stays. Letters are no separators,
 * so `1 Oct 2027` is never January, except for the East Asian signs of year and month.
 */
const compact = (text: string): string =>
  asciiDigits(text)
    .replace(LABEL, '')
    .replace(/[年月년월]/g, '/')
    .replace(/[^\p{L}\d]+/gu, '/')
    .replace(/^\//, '')
    // A month without its zero: before a separator, or a first digit that begins neither a month nor a year.
    .replace(/^[1-9](?=\/)|^([3-9]|2(?=[1-9]))/, '0$&')

/**
 * Parses an expiry date as people write it: `MM/YY`, `M/YY`, `MM/YYYY`, `MMYY`, `MYY` from March, `MMYYYY`, `YYYY-MM`,
 * `YYYYMM`, with any separators, in the digits of any script. Returns null for everything else: a month above 12, three
 * numbers, or surplus digits are never another date.
 */
export const parseExpiryText = (text: string): Expiry | null => {
  // A leading 20 is a year: no month has this number.
  const monthFirst = compact(text).replace(/^(20\d\d)(?:\/(\d)|\/?(\d\d))\/?$/, (_, year, digit, month) =>
    digit ? `0${digit}${year}` : `${month}${year}`,
  )
  const [, month, year] = /^(\d\d)\/?(?:20)?(\d\d)\/?$/.exec(monthFirst)?.map(Number) ?? []
  return month! > 0 && month! < 13 ? { month: month!, year: 2000 + year! } : null
}

/** Whether more keys can make a date of a text that is none yet. */
export const isExpiryPrefix = (text: string): boolean =>
  /^([012]|20\d{0,2}\/?[01]?|(0[1-9]|1[0-2])\/?(\d|20\d)?)$/.test(compact(text))

/**
 * Formats a text for its field: `MM / YY`, as far as it goes. What cannot become a date stays as it is, so that the keys
 * that follow are read as if the whole text had been inserted at once, and a wrong date looks wrong.
 *
 * @param isWhole whether the text ends here; otherwise the month of `2027-1` may get another digit
 */
export const formatExpiryText = (text: string, isWhole = false): string => {
  const numbers = compact(text)
  const [, month, rest] = /^([01]\d)\/?(.*)$/.exec(numbers) ?? []
  // 2020 is not shortened, and 20 keeps the separator behind it: a shown 20 could become another 20YY.
  if (month) return `${month} / ${rest!.replace(/^(?!20(20)?\/|2020)(20)?(\d\d)\/?$/, '$3')}`.slice(0, MAX_LENGTH)
  const expiry = isWhole || !numbers.endsWith('/1') ? parseExpiryText(text) : null
  if (!expiry) return text.slice(0, MAX_LENGTH)
  return formatExpiry(expiry).replace(/^../, '$& / ').replace(/ 20$/, ' 2020')
}

import { type Expiry, formatExpiry } from '#contract/card/expiry'
import { asciiDigits, digitsOf, type Edit, type EditResult, editDigits } from './edit.ts'

/**
 * Parses an expiry date as typed or autofilled: `MM/YY`, `M/YY`, `MM/YYYY`, `MMYY`, `YYYY-MM`, with any separator and
 * surrounding text. Returns null for an invalid month.
 */
export const parseExpiryText = (text: string): Expiry | null => {
  const digits = asciiDigits(text)
    .replace(/\D+/g, '/')
    .replace(/^\/|\/$/g, '')
  // A leading 20 is a year: no month has this number.
  const monthFirst = digits.replace(/^(20\d\d)\/?(\d\d?)$/, '$2/$1')
  const [, month, year] = /^(\d\d|\d(?=\/))\/?(?:20)?(\d\d)$/.exec(monthFirst)?.map(Number) ?? []
  return month! > 0 && month! < 13 ? { month: month!, year: 2000 + year! } : null
}

/**
 * Prepends a zero to an unambiguous month: `4` is April, `1/` is January, and `15` is January followed by a 5, since there
 * is no month 15.
 */
const padMonth = (digits: string, text: string): string =>
  /^([2-9]\d?\d?|1[3-9])$/.test(digits) || /^1[\s./-]+$/.test(text) ? `0${digits}` : digits

const groupExpiryDigits = (digits: string, deleting: boolean): string =>
  digits.length < (deleting ? 3 : 2) ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`

/**
 * Applies an edit to an expiry date, displayed as `MM / YY`. Text inserted at once is parsed as a whole date; invalid text
 * stays and fails validation. A year with four digits is accepted.
 */
export const editExpiry = (edit: Edit): EditResult => {
  const { value, deletion, isBulk } = edit
  const digits = digitsOf(value)
  const expiry = !deletion && (isBulk || digits.length === 6) && parseExpiryText(value)
  if (expiry) {
    const text = groupExpiryDigits(formatExpiry(expiry), false)
    return { value: text, caret: text.length }
  }
  return editDigits(
    edit,
    (digits) => (isBulk || digits.slice(2, 4) === '20' ? 6 : 4),
    (digits) =>
      deletion ? groupExpiryDigits(digits, true) : groupExpiryDigits(padMonth(digits, asciiDigits(value)), false),
  )
}

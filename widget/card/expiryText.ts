import { type Expiry, printExpiry } from '#contract/card/expiry'
import { asciiDigits, digitsOf, type Edit, type Edited, editDigits } from './edit.ts'

/**
 * Reads an expiry as people and autofill write one: `MM/YY`, `M/YY`, `MM/YYYY`, `MMYY`, `YYYY-MM`, with any separator and
 * anything around it. Null where it is no month of a year.
 */
export const readExpiry = (text: string): Expiry | null => {
  const digits = asciiDigits(text)
    .replace(/\D+/g, '/')
    .replace(/^\/|\/$/g, '')
  // The year may come first: no month is 20.
  const monthFirst = digits.replace(/^(20\d\d)\/?(\d\d?)$/, '$2/$1')
  const [, month, year] = /^(\d\d|\d(?=\/))\/?(?:20)?(\d\d)$/.exec(monthFirst)?.map(Number) ?? []
  return month! > 0 && month! < 13 ? { month: month!, year: 2000 + year! } : null
}

/**
 * Completes what is clear while it is typed: `4` is April, `1/` is January, and `15` is January followed by a 5, for there
 * is no fifteenth month.
 */
const completed = (digits: string, text: string): string =>
  /^([2-9]\d?\d?|1[3-9])$/.test(digits) || /^1[\s./-]+$/.test(text) ? `0${digits}` : digits

const written = (digits: string, deleting: boolean): string =>
  digits.length < (deleting ? 3 : 2) ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`

/**
 * An edit of an expiry, shown as `MM / YY`. What comes in one piece is read as a whole and shown as it was meant; where it
 * means nothing it is shown as it came, for the check to say so. A year may be written out: then it takes four digits.
 */
export const editExpiry = (edit: Edit): Edited => {
  const { value, deletion, atOnce } = edit
  const digits = digitsOf(value)
  const whole = !deletion && (atOnce || digits.length === 6) && readExpiry(value)
  if (whole) {
    const text = written(printExpiry(whole), false)
    return { value: text, caret: text.length }
  }
  return editDigits(
    edit,
    (digits) => (atOnce || digits.slice(2, 4) === '20' ? 6 : 4),
    (digits) => (deletion ? written(digits, true) : written(completed(digits, asciiDigits(value)), false)),
  )
}

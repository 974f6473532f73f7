import { parseExpiry, printExpiry } from '#contract/card/expiry'
import { caretAfter, digitsAfter, digitsOf, type Edit, type Edited } from './edit.ts'

const SEPARATOR = ' / '

const written = (digits: string, deleting: boolean): string => {
  if (digits.length < 2 || (deleting && digits.length === 2)) return digits
  return digits.slice(0, 2) + SEPARATOR + digits.slice(2)
}

/**
 * Completes what is clear while it is typed: `4` is April, `1/` is January, and `15` is January followed by a 5, for
 * there is no fifteenth month.
 */
const completed = (digits: string, text: string): string => {
  if (digits.length === 1 && (digits > '1' || (digits === '1' && text.includes('/')))) return `0${digits}`
  if (digits.length === 2 && digits > '12') return `0${digits}`
  return digits
}

/** Four digits, or up to six where the year is being written out. */
const limited = (digits: string): string => digits.slice(0, digits.slice(2, 4) === '20' ? 6 : 4)

/**
 * An edit of an expiry, shown as `MM / YY`. What comes in one piece (paste, autofill) is read as a whole and shown as it
 * was meant; where it means nothing it is shown as it came, for the check to say so.
 */
export const editExpiry = (edit: Edit): Edited => {
  const { value, caret, before, deletion } = edit
  const atEnd = caret >= value.length
  const atOnce = !deletion && Math.abs(digitsOf(value).length - digitsOf(before).length) > 1
  const { digits, position } = digitsAfter(edit)

  const whole = deletion ? null : parseExpiry(atOnce ? value.trim() : digits)
  if (whole && (atOnce || digits.length === 6)) {
    const text = written(printExpiry(whole), false)
    return { value: text, caret: text.length }
  }
  const kept = limited(deletion || atOnce ? digits : completed(digits, value))
  const text = written(kept, deletion !== null)
  return { value: text, caret: atEnd ? text.length : caretAfter(text, position, deletion === null) }
}

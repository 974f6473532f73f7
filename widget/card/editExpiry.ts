import { digitsOf } from '#contract/card/digits'
import { formatExpiryText, parseExpiryText } from '#contract/card/expiryText'
import { formatExpiry } from '#contract/card/expiry'
import { type Edit, type EditResult, editDigits } from './edit.ts'

/** Prepends a zero to an unambiguous month: `4` is April. A 20 may begin a year. */
const padMonth = (digits: string): string => (/^([3-9]|2(?!0)\d)\d?\d?$/.test(digits) ? `0${digits}` : digits)

const groupExpiryDigits = (digits: string, deleting: boolean): string =>
  digits.length < (deleting ? 3 : 2) ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`

/** Number of letters and digits: formatting changes only what is between them. */
const countLetters = (text: string): number => text.match(/[\p{L}\p{Nd}]/gu)?.length ?? 0

/** The caret in formatted text, before as many letters and digits as in the edited text. */
const caretBefore = (text: string, rest: string): number => {
  let caret = text.length
  while (caret > 0 && countLetters(text.slice(caret)) < countLetters(rest)) caret--
  return caret
}

/** Changes digits within a formatted date. Surplus digits are dropped, as in the middle of a card number. */
const editGroups = (edit: Edit): EditResult => {
  const { value, deletion } = edit
  const digits = digitsOf(value)
  const expiry = !deletion && digits.length === 6 && parseExpiryText(value)
  if (expiry) {
    const text = groupExpiryDigits(formatExpiry(expiry), false)
    return { value: text, caret: text.length }
  }
  return editDigits(
    edit,
    (digits) => (digits.slice(2, 4) === '20' ? 6 : 4),
    (digits) => (deletion ? groupExpiryDigits(digits, true) : groupExpiryDigits(padMonth(digits), false)),
  )
}

/**
 * Applies an edit to an expiry date, displayed as `MM / YY`. Keys at the end of the text and text inserted at once are
 * read alike, so typing and pasting agree; what is no date stays and fails validation.
 */
export const editExpiry = (edit: Edit): EditResult => {
  const { value, caret, previousValue, deletion, isBulk } = edit
  const isAtEnd = caret === value.length
  if (deletion || !(isBulk || isAtEnd)) {
    if (/^(\d?\d?|\d\d \/ \d*)$/.test(previousValue)) return editGroups(edit)
    if (deletion) return { value, caret }
  }
  const text = formatExpiryText(value, isBulk)
  return { value: text, caret: text === value ? caret : caretBefore(text, value.slice(caret)) }
}

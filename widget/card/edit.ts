/**
 * What a person did to a field, told as its text before and after. There is one path for every way to edit (keys, cut,
 * paste, drag, autofill, a keyboard that composes), and it never asks which browser this is.
 */
export type Edit = {
  /** The text as the browser left it. */
  value: string
  /** Where the caret stands in it. */
  caret: number
  /** The text as we last wrote it. */
  before: string
  /** The way in which something was deleted, null for anything else. */
  deletion: 'backward' | 'forward' | null
  /** Whether it was done to a selection. */
  selected: boolean
  /** Whether the text came in one piece (paste, drop, autofill, a script), not as one key. */
  atOnce: boolean
}

/** The text to show, and where the caret goes. */
export type Edited = { value: string; caret: number }

/**
 * A text with its digits as ASCII, whatever script they are of: people type Arabic-Indic, Persian, Bengali and full-width
 * ones. Unicode keeps the ten of a script side by side from zero to nine, so a digit is worth as many as stand before it.
 */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    let before = 0
    while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - before - 1))) before++
    return String(before % 10)
  })

/** The digits of a text, as ASCII. */
export const digitsOf = (text: string): string => asciiDigits(text).replace(/\D/g, '')

/** Which way an input event deleted. Composing keyboards say insert even when the text got shorter. */
export const deletionOf = (inputType: string, value: string, before: string): Edit['deletion'] => {
  if (inputType.startsWith('delete')) return inputType.includes('Forward') ? 'forward' : 'backward'
  return inputType === 'insertCompositionText' && value.length < before.length ? 'backward' : null
}

/** Where the caret stands after `count` digits of a text; past a separator that follows where `past` is true. */
const caretAfter = (text: string, count: number, past: boolean): number => {
  let index = 0
  for (let seen = 0; index < text.length && seen < count; index++) if (/\d/.test(text[index]!)) seen++
  if (past && count > 0) while (/\D/.test(text[index] ?? '0')) index++
  return index
}

/**
 * The digits that an edit left and how many of them stand before the caret. Where a key deleted only a separator, the
 * digit next to it goes instead: a key press that changes nothing feels broken.
 */
const digitsAfter = ({ value, caret, before, deletion, selected }: Edit): { digits: string; position: number } => {
  const digits = digitsOf(value)
  const position = digitsOf(value.slice(0, caret)).length
  if (!deletion || selected || value.length >= before.length || digits !== digitsOf(before)) return { digits, position }
  const at = deletion === 'backward' ? position - 1 : position
  return at < 0 ? { digits, position } : { digits: digits.slice(0, at) + digits.slice(at + 1), position: at }
}

/**
 * An edit of a field of grouped digits. What is too much for it is taken from what came, as `maxlength` does: an edit
 * never pushes out a digit that was there, even where it leaves the number of another network.
 *
 * @param limit the most digits that may stand in it, given the digits
 * @param group writes digits in groups; it may put a zero before them
 */
export const editDigits = (
  edit: Edit,
  limit: (digits: string) => number,
  group: (digits: string) => string = String,
): Edited => {
  let { digits, position } = digitsAfter(edit)
  const most = Math.max(limit(digits), digitsOf(edit.before).length)
  if (digits.length > most) {
    const kept = Math.max(position + most - digits.length, 0)
    digits = (digits.slice(0, kept) + digits.slice(position)).slice(0, most)
    position = kept
  }
  const value = group(digits)
  const added = digitsOf(value).length - digits.length
  return { value, caret: caretAfter(value, position + added, edit.deletion !== 'backward') }
}

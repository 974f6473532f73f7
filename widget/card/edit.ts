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

/** Which way an input event deleted, by its type. */
export const deletionOf = (inputType: string): Edit['deletion'] =>
  inputType.startsWith('delete') ? (inputType.includes('Forward') ? 'forward' : 'backward') : null

/**
 * An edit of a field of grouped digits.
 *
 * Where a key deleted only a separator, the digit next to it goes instead: a key press that changes nothing feels broken.
 * What is too much for the field is taken from what came, as `maxlength` does: an edit never pushes out a digit that was
 * there, even where it leaves the number of another network.
 *
 * @param limit the most digits that may stand in it, given the digits
 * @param group writes digits in groups; it may put a zero before them
 */
export const editDigits = (
  { value, caret, before, deletion, selected }: Edit,
  limit: (digits: string) => number,
  group: (digits: string) => string = String,
): Edited => {
  const digits = digitsOf(value)
  const old = digitsOf(before)
  const most = Math.max(limit(digits), old.length)
  // The digits from one place to the other go.
  let to = digitsOf(value.slice(0, caret)).length
  let from = to - Math.max(digits.length - most, 0)
  if (deletion && !selected && value.length < before.length && digits === old) {
    if (deletion === 'backward') from--
    else to++
  }
  from = Math.max(from, 0)
  const left = (digits.slice(0, from) + digits.slice(to)).slice(0, most)
  const text = group(left)
  const position = from + digitsOf(text).length - left.length
  // Past the separator behind the digits, but where the last of them was just deleted.
  const past = Number(deletion !== 'backward')
  let place = 0
  while (place < text.length && digitsOf(text.slice(0, place + past)).length < position + past) place++
  return { value: text, caret: place }
}

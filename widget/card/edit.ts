import { digitsOf } from '#contract/card/digits'

/**
 * A user's edit of a field: its text before and after. All ways to edit take this path (keys, cut, paste, drag, autofill,
 * input methods), in all browsers.
 */
export type Edit = {
  /** The text after the browser's edit. */
  value: string
  /** Position of the caret in `value`. */
  caret: number
  /** The text that we last wrote into the input. */
  previousValue: string
  /** Direction of a deletion; null for other edits. */
  deletion: 'backward' | 'forward' | null
  /** Whether text was selected before the edit. */
  hadSelection: boolean
  /** Whether the text was inserted at once (paste, drop, autofill, script), not by a single key. */
  isBulk: boolean
}

/** The text to display, and the position of the caret. */
export type EditResult = { value: string; caret: number }

/** Direction of a deletion by the type of its input event; null for other types. */
export const deletionDirection = (inputType: string): Edit['deletion'] =>
  inputType.startsWith('delete') ? (inputType.includes('Forward') ? 'forward' : 'backward') : null

/**
 * Applies an edit to a field of grouped digits.
 *
 * A key that deletes only a separator deletes the digit beside it: a key press without effect feels broken. Excess digits
 * are dropped from the inserted text, as `maxlength` does. Existing digits stay, even if the network changes.
 *
 * @param limit returns the maximum number of digits for the given digits
 * @param group formats digits in groups; it may prepend a zero
 */
export const editDigits = (
  { value, caret, previousValue, deletion, hadSelection }: Edit,
  limit: (digits: string) => number,
  group: (digits: string) => string = String,
): EditResult => {
  const digits = digitsOf(value)
  const oldDigits = digitsOf(previousValue)
  const max = Math.max(limit(digits), oldDigits.length)
  // Digits from index `from` to `to` are removed.
  let to = digitsOf(value.slice(0, caret)).length
  let from = to - Math.max(digits.length - max, 0)
  if (deletion && !hadSelection && value.length < previousValue.length && digits === oldDigits) {
    if (deletion === 'backward') from--
    else to++
  }
  from = Math.max(from, 0)
  const remaining = (digits.slice(0, from) + digits.slice(to)).slice(0, max)
  const text = group(remaining)
  const position = from + digitsOf(text).length - remaining.length
  // The caret goes after a separator that follows it, except after a backward deletion.
  const skip = Number(deletion !== 'backward')
  let index = 0
  while (index < text.length && digitsOf(text.slice(0, index + skip)).length < position + skip) index++
  return { value: text, caret: index }
}

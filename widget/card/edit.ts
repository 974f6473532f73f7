/**
 * What a person did to a field, told as its text before and after. There is one path for every way to edit (keys, cut,
 * paste, autofill, a keyboard that composes), and it never asks which browser this is.
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
}

/** The text to show, and where the caret goes. */
export type Edited = { value: string; caret: number }

/** The digits of a text, as ASCII: people also type Arabic-Indic, Persian and full-width ones. */
export const digitsOf = (text: string): string =>
  text.replace(/[٠-٩۰-۹０-９]/g, (digit) => String.fromCharCode(48 + (digit.charCodeAt(0) & 15))).replace(/[^0-9]/g, '')

/** Which way an input event deleted. Composing keyboards say insert even when the text got shorter. */
export const deletionOf = (inputType: string, value: string, before: string): Edit['deletion'] => {
  if (inputType.startsWith('delete')) return inputType.includes('Forward') ? 'forward' : 'backward'
  return inputType === 'insertCompositionText' && value.length < before.length ? 'backward' : null
}

/** Where the caret stands after `count` digits of a text; past a separator that follows where `past` is true. */
export const caretAfter = (text: string, count: number, past: boolean): number => {
  let index = 0
  for (let seen = 0; index < text.length && seen < count; index++) if (/[0-9]/.test(text[index]!)) seen++
  if (past && count > 0) while (index < text.length && /[^0-9]/.test(text[index]!)) index++
  return index
}

/**
 * The digits that an edit left and how many of them stand before the caret. Where only a separator was deleted, the
 * digit next to it goes instead: a key press that changes nothing feels broken.
 */
export const digitsAfter = ({ value, caret, before, deletion }: Edit): { digits: string; position: number } => {
  const digits = digitsOf(value)
  const position = digitsOf(value.slice(0, caret)).length
  if (!deletion || value.length >= before.length || digits !== digitsOf(before)) return { digits, position }
  const at = deletion === 'backward' ? position - 1 : position
  return at < 0 ? { digits, position } : { digits: digits.slice(0, at) + digits.slice(at + 1), position: at }
}

/**
 * An edit of a field of grouped digits.
 *
 * @param limit the most digits that may stand in it, given the digits
 * @param group writes digits in groups
 */
export const editDigits = (
  edit: Edit,
  limit: (digits: string) => number,
  group: (digits: string) => string = (digits) => digits,
): Edited => {
  let { digits, position } = digitsAfter(edit)
  const most = limit(digits)
  const before = digitsOf(edit.before)
  if (digits.length > most) {
    // One more digit into a full field is refused, as `maxlength` does: it must not push the last one out.
    if (digits.length === before.length + 1 && before.length >= limit(before)) {
      digits = before
      position--
    }
    digits = digits.slice(0, most)
  }
  const value = group(digits)
  return { value, caret: caretAfter(value, Math.min(position, digits.length), edit.deletion !== 'backward') }
}

import type { FieldError } from '#contract/card/framePort'
import { asciiDigits, digitsOf } from '../../card/edit.ts'
import type { FieldKind } from '../../card/fieldKinds.ts'

/** Any kind of field of the checkout. */
export type Kind = FieldKind<string>

export type TextOptions = Partial<
  Pick<Kind, 'autocomplete' | 'inputMode' | 'leftToRight' | 'required' | 'words' | 'wire'>
> & {
  /** How many characters it holds at most. */
  longest?: number | undefined
  /** What is wrong with a text that is there, without the spaces around it. */
  fault?: (text: string) => FieldError | null
}

/**
 * A line of text of which little is known.
 *
 * @param id of the input, which it is called by in the form too; without spaces, and the page's only one
 */
export const textKind = (id: string, { longest = 100, fault = () => null, ...more }: TextOptions = {}): Kind => ({
  name: id,
  id,
  autocomplete: 'off',
  inputMode: 'text',
  leftToRight: false,
  required: false,
  edit: ({ value, caret }) => ({ value: value.slice(0, longest), caret: Math.min(caret, longest) }),
  check: (value) => {
    const text = value.trim()
    return text ? fault(text) : 'missing'
  },
  wire: (value) => value.trim(),
  ...more,
})

/** Something before and something after one @: whether mail arrives there, only mail can tell. */
export const emailKind = (id: string, more: TextOptions = {}): Kind =>
  textKind(id, {
    inputMode: 'email',
    leftToRight: true,
    longest: 254,
    fault: (text) => (/^[^\s@]+@[^\s@]+$/.test(text) ? null : /^[^\s@]+@?$/.test(text) ? 'incomplete' : 'wrong'),
    ...more,
  })

/** Digits of any script as decimal text: a comma may stand for the point, as on the keyboards of half of the world. */
const decimal = (text: string): string => asciiDigits(text.trim()).replace(/[,٫]/, '.')

/**
 * A number: 1 to 15 digits, and as many behind the point. A comma before three digits may mean a thousand or a fraction:
 * nobody guesses.
 */
export const numberKind = (id: string, more: TextOptions = {}): Kind =>
  textKind(id, {
    inputMode: 'decimal',
    leftToRight: true,
    fault: (text) =>
      /^-?\d{1,15}(\.\d{1,15})?$/.test(decimal(text)) && !/,\d{3}$/.test(asciiDigits(text)) ? null : 'wrong',
    wire: decimal,
    ...more,
  })

/** A person's or a company's name. A card number that was typed here by mistake must not be kept as a name. */
export const nameKind = (id: string, more: TextOptions = {}): Kind =>
  textKind(id, { words: true, fault: (text) => (digitsOf(text).length > 8 ? 'wrong' : null), ...more })

import type { FieldError } from '#contract/card/framePort'
import { asciiDigits, digitsOf } from '#contract/card/digits'
import { isEmail } from '#contract/schema/email'
import { isPhone, maxPhoneLength } from '#contract/schema/phone'
import type { FieldKind } from '../../card/fieldKinds.ts'

/** Kind of a checkout field. */
export type Kind = FieldKind<string>

export type TextOptions = Partial<
  Pick<Kind, 'autocomplete' | 'inputMode' | 'leftToRight' | 'isRequired' | 'capitalizeWords' | 'toApi'>
> & {
  /** Maximum number of characters. */
  maxLength?: number | undefined
  /** Error of a non-empty, trimmed text. */
  validate?: (text: string) => FieldError | null
}

/**
 * A plain line of text.
 *
 * @param id of the input, and its name in the form; without spaces and unique on the page
 */
export const textKind = (id: string, { maxLength = 100, validate = () => null, ...more }: TextOptions = {}): Kind => ({
  name: id,
  id,
  autocomplete: 'off',
  inputMode: 'text',
  leftToRight: false,
  isRequired: false,
  edit: ({ value, caret }) => ({ value: value.slice(0, maxLength), caret: Math.min(caret, maxLength) }),
  check: (value) => {
    const text = value.trim()
    return text ? validate(text) : 'missing'
  },
  toApi: (value) => value.trim(),
  ...more,
})

/** One email address, by the rule of the API. */
export const emailKind = (id: string, more: TextOptions = {}): Kind =>
  textKind(id, {
    inputMode: 'email',
    leftToRight: true,
    maxLength: 254,
    validate: (text) => (isEmail(text) ? null : /^[^\s@]+@?$/.test(text) ? 'incomplete' : 'wrong'),
    ...more,
  })

/** One telephone number in digits of any script, by the rule of the API. */
export const phoneKind = (id: string, more: TextOptions = {}): Kind =>
  textKind(id, {
    inputMode: 'tel',
    leftToRight: true,
    maxLength: maxPhoneLength,
    validate: (text) => (isPhone(asciiDigits(text)) ? null : 'wrong'),
    toApi: (value) => asciiDigits(value.trim()),
    ...more,
  })

/** Converts digits of any script to decimal text; a comma is accepted as the decimal separator. */
const decimal = (text: string): string => asciiDigits(text.trim()).replace(/[,٫]/, '.')

/**
 * A number: 1 to 15 digits, and up to 15 decimals. A comma before three digits is rejected as ambiguous: it may separate
 * thousands or decimals.
 */
export const numberKind = (id: string, more: TextOptions = {}): Kind =>
  textKind(id, {
    inputMode: 'decimal',
    leftToRight: true,
    validate: (text) =>
      /^-?\d{1,15}(\.\d{1,15})?$/.test(decimal(text)) && !/,\d{3}$/.test(asciiDigits(text)) ? null : 'wrong',
    toApi: decimal,
    ...more,
  })

/** A person's or company's name. A card number typed here by mistake must not be stored as a name. */
export const nameKind = (id: string, more: TextOptions = {}): Kind =>
  textKind(id, { capitalizeWords: true, validate: (text) => (digitsOf(text).length > 8 ? 'wrong' : null), ...more })

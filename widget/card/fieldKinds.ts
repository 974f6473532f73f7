import { isCardNumber } from '#contract/card/cardNumber'
import { digitsOf } from '#contract/card/digits'
import { isExpired, isTooFarAhead, formatExpiry } from '#contract/card/expiry'
import { isExpiryPrefix, parseExpiryText } from '#contract/card/expiryText'
import type { FieldError, FieldName } from '#contract/card/framePort'
import { type Network, networkFacts, networkOf } from '#contract/card/networks'
import { type Edit, type EditResult, editDigits } from './edit.ts'
import { editExpiry } from './editExpiry.ts'
import { formatCardNumber } from './formatCardNumber.ts'

/** Input to a field's validation besides its own text. */
export type FieldContext = { network: Network; nowMs: number }

/** Behavior of one field of a payment form, without its appearance. */
export type FieldKind<Name extends string = FieldName> = {
  /** The field's name, unique on its page. */
  name: Name
  /**
   * Name, id and autocomplete token of the input. Not "code": password managers fill one-time codes into that. No
   * `data-1p-ignore` or similar: password managers would stop offering cards, too.
   */
  id: string
  /** The autocomplete token, if it cannot be the id: it contains spaces, or occurs twice on the page. */
  autocomplete?: string
  inputMode: 'decimal' | 'email' | 'numeric' | 'tel' | 'text'
  /** Whether a phone's keyboard capitalizes each word. */
  capitalizeWords?: boolean
  /** Whether the text runs left to right in all languages. */
  leftToRight: boolean
  isRequired: boolean
  /** Whether undo is disabled, so that deleted text cannot be restored. */
  isSecret?: boolean
  edit: (edit: Edit, context: FieldContext) => EditResult
  /** Error of a text, or null. The text may be unformatted during IME composition. */
  check: (value: string, context: FieldContext) => FieldError | null
  /** The text in the API's format. */
  toApi: (value: string) => string
}

const maxDigits = (digits: string) => networkFacts(networkOf(digits)).lengths.at(-1) ?? 19

/** Extracts the card number from inserted text with words around it ("Visa 4242... exp 12/30"). */
const extractNumber = (edit: Edit): Edit => {
  const { value, caret, previousValue, isBulk } = edit
  const isInsertion = isBulk && digitsOf(value).length > digitsOf(previousValue).length
  const part = isInsertion && value.split(/[\p{L}/:,;|]/u).find((part) => digitsOf(part).length > 12)
  return part ? { ...edit, value: part, caret: Math.min(caret, part.length) } : edit
}

/** An unknown network accepts codes of three and four digits. */
const codeLengths = (network: Network) => (network === 'unknown' ? [3, 4] : [networkFacts(network).securityCode.length])

const limitLength =
  (limit: number) =>
  ({ value, caret }: Edit): EditResult => ({ value: value.slice(0, limit), caret: Math.min(caret, limit) })

export const CARD_FIELDS: Record<FieldName, FieldKind> = {
  number: {
    name: 'number',
    id: 'cc-number',
    inputMode: 'numeric',
    leftToRight: true,
    isRequired: true,
    edit: (edit) => editDigits(extractNumber(edit), maxDigits, formatCardNumber),
    check: (value) => {
      const digits = digitsOf(value)
      const { length } = digits
      if (!length) return 'missing'
      if (networkFacts(networkOf(digits)).lengths.includes(length)) return isCardNumber(digits) ? null : 'wrong'
      // Some networks have numbers of 13 and 19 digits but not of 14: 14 digits are an unfinished number of 16.
      return length < 16 ? 'incomplete' : 'wrong'
    },
    toApi: digitsOf,
  },
  expiry: {
    name: 'expiry',
    id: 'cc-exp',
    inputMode: 'numeric',
    leftToRight: true,
    isRequired: true,
    edit: editExpiry,
    check: (value, { nowMs }) => {
      if (!value.trim()) return 'missing'
      const expiry = parseExpiryText(value)
      if (!expiry) return isExpiryPrefix(value) ? 'incomplete' : 'wrong'
      if (isTooFarAhead(expiry, nowMs)) return 'wrong'
      return isExpired(expiry, nowMs) ? 'past' : null
    },
    toApi: (value) => {
      const expiry = parseExpiryText(value)
      return expiry ? formatExpiry(expiry) : ''
    },
  },
  code: {
    name: 'code',
    id: 'cc-csc',
    inputMode: 'numeric',
    leftToRight: true,
    isRequired: true,
    isSecret: true,
    // Autofill may write a four-digit code before the number that decides its network.
    edit: (edit, { network }) => editDigits(edit, () => (edit.isBulk ? 4 : codeLengths(network).at(-1)!)),
    check: (value, { network }) => {
      const { length } = digitsOf(value)
      const lengths = codeLengths(network)
      if (!length) return 'missing'
      return lengths.includes(length) ? null : length < lengths[0]! ? 'incomplete' : 'wrong'
    },
    toApi: digitsOf,
  },
  name: {
    name: 'name',
    id: 'cc-name',
    inputMode: 'text',
    capitalizeWords: true,
    leftToRight: false,
    isRequired: true,
    edit: limitLength(100),
    // A card number typed here by mistake must not be stored as a name.
    check: (value) => {
      if (!value.trim()) return 'missing'
      return digitsOf(value).length > 8 ? 'wrong' : null
    },
    toApi: (value) => value.trim(),
  },
  postalCode: {
    name: 'postalCode',
    id: 'postal-code',
    inputMode: 'text',
    leftToRight: true,
    // Optional: many countries have no postal codes. It improves address verification.
    isRequired: false,
    edit: limitLength(16),
    check: (value) => (/^[0-9A-Za-z -]*$/.test(value) ? null : 'wrong'),
    toApi: (value) => value.trim(),
  },
}

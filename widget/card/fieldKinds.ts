import { expiryIsPast, printExpiry } from '#contract/card/expiry'
import type { FieldError, FieldName } from '#contract/card/framePort'
import { luhn } from '#contract/card/luhn'
import { type Network, networkFacts, networkOf } from '#contract/card/networks'
import { digitsOf, type Edit, type Edited, editDigits } from './edit.ts'
import { editExpiry, readExpiry } from './expiryText.ts'
import { grouped } from './formatCardNumber.ts'

/** What a field must know beside its own text. */
export type Surroundings = { network: Network; nowMs: number }

/** How one field of a payment form behaves: everything but its looks. */
export type FieldKind<Name extends string = FieldName> = {
  /** Names the field among those of its page. */
  name: Name
  /**
   * The input's name and id, and what autofill knows it by. A field that is called "code" gets one-time codes from password
   * managers. Nothing tells them to keep away (`data-1p-ignore` and the like): they would not offer cards either.
   */
  id: string
  /** What autofill knows it by, where that can be no id: it has spaces, or the page has two of them. */
  autocomplete?: string
  inputMode: 'decimal' | 'email' | 'numeric' | 'tel' | 'text'
  /** Whether a phone's keyboard begins every word with a capital. */
  words?: boolean
  /** Whether the text runs left to right in every language. */
  leftToRight: boolean
  required: boolean
  /** Whether what was deleted is gone for good: no undo brings it back. */
  secret?: boolean
  edit: (edit: Edit, around: Surroundings) => Edited
  /** What is wrong with a text, null for nothing. It may not be in shape yet, while a keyboard composes. */
  check: (value: string, around: Surroundings) => FieldError | null
  /** The text as the API takes it. */
  wire: (value: string) => string
}

const longest = (digits: string) => networkFacts(networkOf(digits)).lengths.at(-1) ?? 19

/** Of a text that came with words around it ("Visa 4242... exp 12/30"), the part that is long enough for a number. */
const numberIn = (edit: Edit): Edit => {
  const { value, caret, before, atOnce } = edit
  const came = atOnce && digitsOf(value).length > digitsOf(before).length
  const part = came && value.split(/[\p{L}/:,;|]/u).find((part) => digitsOf(part).length > 12)
  return part ? { ...edit, value: part, caret: Math.min(caret, part.length) } : edit
}

/** Where the network is not known, a code of three and one of four digits are both right. */
const codeLengths = (network: Network) => (network === 'unknown' ? [3, 4] : [networkFacts(network).securityCode.length])

const asTyped =
  (limit: number) =>
  ({ value, caret }: Edit): Edited => ({ value: value.slice(0, limit), caret: Math.min(caret, limit) })

export const FIELDS: Record<FieldName, FieldKind> = {
  number: {
    name: 'number',
    id: 'cc-number',
    inputMode: 'numeric',
    leftToRight: true,
    required: true,
    edit: (edit) => editDigits(numberIn(edit), longest, grouped),
    check: (value) => {
      const digits = digitsOf(value)
      const { length } = digits
      if (!length) return 'missing'
      if (networkFacts(networkOf(digits)).lengths.includes(length)) return luhn(digits) ? null : 'wrong'
      // Some networks have numbers of 13 digits and of 19, and none of 14: that is one of 16 on its way.
      return length < 16 ? 'incomplete' : 'wrong'
    },
    wire: digitsOf,
  },
  expiry: {
    name: 'expiry',
    id: 'cc-exp',
    inputMode: 'numeric',
    leftToRight: true,
    required: true,
    edit: editExpiry,
    check: (value, { nowMs }) => {
      const digits = digitsOf(value)
      if (!digits) return 'missing'
      const expiry = readExpiry(value)
      if (expiry) return expiryIsPast(expiry, nowMs) ? 'past' : null
      return /^([01]|(0[1-9]|1[0-2])(\d|20\d)?)$/.test(digits) ? 'incomplete' : 'wrong'
    },
    wire: (value) => {
      const expiry = readExpiry(value)
      return expiry ? printExpiry(expiry) : ''
    },
  },
  code: {
    name: 'code',
    id: 'cc-csc',
    inputMode: 'numeric',
    leftToRight: true,
    required: true,
    secret: true,
    // Autofill may write the code of another network before, or in the same moment as, the number.
    edit: (edit, { network }) => editDigits(edit, () => (edit.atOnce ? 4 : codeLengths(network).at(-1)!)),
    check: (value, { network }) => {
      const { length } = digitsOf(value)
      const lengths = codeLengths(network)
      if (!length) return 'missing'
      return lengths.includes(length) ? null : length < lengths[0]! ? 'incomplete' : 'wrong'
    },
    wire: digitsOf,
  },
  name: {
    name: 'name',
    id: 'cc-name',
    inputMode: 'text',
    words: true,
    leftToRight: false,
    required: true,
    edit: asTyped(100),
    // A card number typed here by mistake must not be kept as a name.
    check: (value) => {
      if (!value.trim()) return 'missing'
      return digitsOf(value).length > 8 ? 'wrong' : null
    },
    wire: (value) => value.trim(),
  },
  postalCode: {
    name: 'postalCode',
    id: 'postal-code',
    inputMode: 'text',
    leftToRight: true,
    // Many countries have none: it helps the bank, and is never in the way.
    required: false,
    edit: asTyped(16),
    check: (value) => (/^[0-9A-Za-z -]*$/.test(value) ? null : 'wrong'),
    wire: (value) => value.trim(),
  },
}

import { expiryIsPast, parseExpiry, printExpiry } from '#contract/card/expiry'
import type { FieldError, FieldName } from '#contract/card/framePort'
import { luhn } from '#contract/card/luhn'
import { type Network, networkFacts, networkOf } from '#contract/card/networks'
import { digitsOf, type Edit, type Edited, editDigits } from './edit.ts'
import { editExpiry } from './expiryText.ts'
import { grouped } from './grouping.ts'

/** What a field must know beside its own text. */
export type Surroundings = { network: Network; nowMs: number }

/** How one field of a card form behaves: everything but its looks. */
export type FieldKind = {
  name: FieldName
  /**
   * What autofill knows the field by; the input's name and id too. A field that is called "code" gets one-time codes from
   * password managers. Nothing tells them to keep away (`data-1p-ignore` and the like): they would not offer cards either.
   */
  autocomplete: string
  inputMode: 'numeric' | 'text'
  /** Whether the text runs left to right in every language. */
  leftToRight: boolean
  required: boolean
  edit: (edit: Edit, around: Surroundings) => Edited
  /** What is wrong with a text, null for nothing. */
  check: (value: string, around: Surroundings) => FieldError | null
  /** The text as the API takes it. */
  wire: (value: string) => string
}

const longest = (digits: string) => networkFacts(networkOf(digits)).lengths.at(-1) ?? 19

/** Where the network is not known, a code of three and one of four digits are both right. */
const codeLengths = (network: Network) => (network === 'unknown' ? [3, 4] : [networkFacts(network).securityCode.length])

const asTyped =
  (limit: number) =>
  ({ value, caret }: Edit): Edited => ({ value: value.slice(0, limit), caret: Math.min(caret, limit) })

export const FIELDS: Record<FieldName, FieldKind> = {
  number: {
    name: 'number',
    autocomplete: 'cc-number',
    inputMode: 'numeric',
    leftToRight: true,
    required: true,
    edit: (edit) => editDigits(edit, longest, grouped),
    check: (value) => {
      const digits = digitsOf(value)
      if (!digits) return 'missing'
      return networkFacts(networkOf(digits)).lengths.includes(digits.length) && luhn(digits) ? null : 'wrong'
    },
    wire: digitsOf,
  },
  expiry: {
    name: 'expiry',
    autocomplete: 'cc-exp',
    inputMode: 'numeric',
    leftToRight: true,
    required: true,
    edit: editExpiry,
    check: (value, { nowMs }) => {
      if (!value) return 'missing'
      const expiry = parseExpiry(value)
      if (!expiry) return 'wrong'
      return expiryIsPast(expiry, nowMs) ? 'past' : null
    },
    wire: (value) => {
      const expiry = parseExpiry(value)
      return expiry ? printExpiry(expiry) : ''
    },
  },
  code: {
    name: 'code',
    autocomplete: 'cc-csc',
    inputMode: 'numeric',
    leftToRight: true,
    required: true,
    edit: (edit, { network }) => editDigits(edit, () => Math.max(...codeLengths(network))),
    check: (value, { network }) => {
      if (!value) return 'missing'
      return codeLengths(network).includes(value.length) ? null : 'wrong'
    },
    wire: (value) => value,
  },
  name: {
    name: 'name',
    autocomplete: 'cc-name',
    inputMode: 'text',
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
    autocomplete: 'postal-code',
    inputMode: 'text',
    leftToRight: true,
    // Many countries have none: it helps the bank, and is never in the way.
    required: false,
    edit: asTyped(16),
    check: (value) => (/^[0-9A-Za-z -]*$/.test(value) ? null : 'wrong'),
    wire: (value) => value.trim(),
  },
}

import * as v from 'valibot'
import { checkoutRequest, phoneRequirements } from '#contract/checkouts/checkouts'
import { currencies } from '#contract/money/currencies'

/** Members of a checkout that the studio sets beside its appearance, with the kind of their values. */
const KINDS = {
  currency: 'currency',
  shipping: 'decimal',
  cancelUrl: 'url',
  thankYouUrl: 'url',
  returnAutomatically: 'seconds',
  collectPhone: 'phone',
  consents: 'json',
} as const

export type CheckoutMember = keyof typeof KINDS
export type CheckoutKind = (typeof KINDS)[CheckoutMember]

export const CHECKOUT_MEMBERS = Object.keys(KINDS) as CheckoutMember[]

export const isCheckoutMember = (name: string): name is CheckoutMember => Object.hasOwn(KINDS, name)

export const checkoutKind = (member: CheckoutMember): CheckoutKind => KINDS[member]

/** What a value of each kind is, for error texts. */
const EXPECTED: Readonly<Record<CheckoutKind, string>> = {
  currency: 'the ISO 4217 number of a currency',
  decimal: 'an amount from 0, with at most two decimals',
  url: 'an https URL, or http on localhost',
  seconds: 'a whole number of seconds from 0 to 300',
  phone: 'one of none, optional, required',
  json: 'a list such as [{"name": "terms", "text": "I agree", "required": true}]',
}

/** Values of `collectPhone`. */
export const PHONE_CHOICES = phoneRequirements

const { entries } = checkoutRequest()

/** Error text for a value as a request sends it; undefined if the API accepts it. */
export const checkoutValueError = (member: CheckoutMember, value: unknown): string | undefined =>
  v.safeParse(entries[member], value).success
    ? undefined
    : `${JSON.stringify(value)} is not ${EXPECTED[checkoutKind(member)]}.`

/** The value of a member in a request. */
export type RequestValue = string | number | readonly unknown[]

const readList = (text: string): RequestValue => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : text
  } catch {
    return text
  }
}

/** The value that a request sends for the text of a control: a number or a list, if the member has such values and the text is one. */
export const toRequestValue = (member: CheckoutMember, text: string): RequestValue => {
  const kind = checkoutKind(member)
  if (kind === 'json') return readList(text)
  return kind !== 'url' && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

/** The text of a control for a value of JSON. */
export const toControlText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

/** All currencies of the API, by letters. `value` is the ISO 4217 number. */
export const CURRENCIES: readonly { value: string; title: string }[] = [...currencies]
  .map(([number, { code }]) => ({ value: String(number), title: code }))
  .toSorted((first, second) => first.title.localeCompare(second.title, 'en'))

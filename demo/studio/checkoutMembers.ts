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
}

/** Values of `collectPhone`. */
export const PHONE_CHOICES = phoneRequirements

const { entries } = checkoutRequest()

/** Error text for a value as a request sends it; undefined if the API accepts it. */
export const checkoutValueError = (member: CheckoutMember, value: unknown): string | undefined =>
  v.safeParse(entries[member], value).success
    ? undefined
    : `${JSON.stringify(value)} is not ${EXPECTED[checkoutKind(member)]}.`

/** The value that a request sends for the text of a control: a number, if the member has numbers and the text is one. */
export const toRequestValue = (member: CheckoutMember, text: string): string | number =>
  checkoutKind(member) !== 'url' && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text

/** All currencies of the API, by letters. `value` is the ISO 4217 number. */
export const CURRENCIES: readonly { value: string; title: string }[] = [...currencies]
  .map(([number, { code }]) => ({ value: String(number), title: code }))
  .toSorted((first, second) => first.title.localeCompare(second.title, 'en'))

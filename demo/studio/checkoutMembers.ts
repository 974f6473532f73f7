import * as v from 'valibot'
import { checkoutRequest, phoneRequirements } from '#contract/checkouts/checkouts'
import { currencies } from '#contract/money/currencies'

/** Members of a checkout that the studio sets beside its appearance, with the kind of their values. */
const KINDS = {
  items: 'list',
  discounts: 'list',
  shippingOptions: 'list',
  taxRates: 'list',
  currency: 'currency',
  shipping: 'decimal',
  cancelUrl: 'url',
  thankYouUrl: 'url',
  returnAutomatically: 'seconds',
  collectPhone: 'phone',
  consents: 'list',
  allowRemoval: 'switch',
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
  list: 'a list as the API takes it',
  url: 'an https URL, or http on localhost',
  seconds: 'a whole number of seconds from 0 to 300',
  phone: 'one of none, optional, required',
  switch: 'true or false',
}

/** Values of `collectPhone`. */
export const PHONE_CHOICES = phoneRequirements

const { entries } = checkoutRequest()

/** Error text for a value as a request sends it; undefined if the API accepts it. */
export const checkoutValueError = (member: CheckoutMember, value: unknown): string | undefined =>
  v.safeParse(entries[member], value).success
    ? undefined
    : `${JSON.stringify(value)} is not ${EXPECTED[checkoutKind(member)]}.`

const parseList = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The value that a request sends for the text of a control: a list, a boolean or a number, if the member has such values and the text is one. */
export const toRequestValue = (member: CheckoutMember, text: string): unknown => {
  const kind = checkoutKind(member)
  if (kind === 'list') return parseList(text)
  if (kind === 'switch') return text === 'true' || (text === 'false' ? false : text)
  return kind !== 'url' && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

/** The text of a control for a value of a request. */
export const toControlText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Lists that the controls suggest. */
export const SAMPLES: Readonly<Partial<Record<CheckoutMember, readonly object[]>>> = {
  items: [
    {
      name: 'Tide mug',
      price: 18,
      quantity: 2,
      imageUrl: 'http://localhost:8788/icon.svg',
      adjustableQuantity: { minimum: 1, maximum: 6 },
    },
    { name: 'Plum bowl', price: 32, adjustableQuantity: { minimum: 0, maximum: 3 } },
  ],
  discounts: [{ code: 'SPRING', percentOff: 10 }],
  shippingOptions: [
    { id: 'post', label: 'Standard', amount: 4.5, estimate: '3 to 5 days' },
    { id: 'courier', label: 'Express', amount: 15, estimate: 'Tomorrow', countries: ['US', 'CA'] },
  ],
  consents: [{ name: 'terms', text: 'I agree to the [terms](https://shop.example/terms).', required: true }],
  taxRates: [
    { country: 'US', state: 'ME', rate: 5.5 },
    { country: 'GB', rate: 20, includesShipping: true },
  ],
}

/** All currencies of the API, by letters. `value` is the ISO 4217 number. */
export const CURRENCIES: readonly { value: string; title: string }[] = [...currencies]
  .map(([number, { code }]) => ({ value: String(number), title: code }))
  .toSorted((first, second) => first.title.localeCompare(second.title, 'en'))

import type { inputTypes } from './customFields.ts'

/** What the hosted checkout asks of its shopper: made by the worker from the merchant's request, shown by the page, and held against what comes back. */
export interface CheckoutForm {
  readonly email: 'required' | 'optional' | 'none'
  /** Whether a receipt goes to that address. */
  readonly receipt: boolean
  readonly shipping: boolean
  /** Whether the billing address is shown from the start; with shipping it can be, where it is another one. */
  readonly billing: boolean
  readonly methods: readonly Method[]
  readonly fields: readonly FormInput[]
  /**
   * Whether the payment method is stored: never, where the shopper ticks a box, or always, since a subscription is agreed to.
   */
  readonly store: 'never' | 'ask' | 'agreed'
}

export type Method = 'card' | 'bank'

/** An input of the merchant's own. `hidden` is not shown, and its value is what the merchant said, whatever comes back. */
export interface FormInput {
  /** Its member of `customerDefinedField`, and of the transaction's metadata. */
  readonly name: string
  readonly label: string
  readonly type: (typeof inputTypes)[number]
  readonly options: readonly string[]
  readonly required: boolean
  /** As text; of a checkbox `true` or an empty text. */
  readonly value: string
  readonly maxLength: number
}

/** A postal address as the page and the API write it. What is not said is an empty text. */
export interface PageAddress {
  readonly name: string
  readonly line1: string
  readonly line2: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
  /** ISO 3166-1, two capital letters, or empty. */
  readonly country: string
}

/** A stored payment method, as far as whoever has a checkout's address may see it. `network` is `ach` for a bank account. */
export interface SavedMethod {
  readonly wallet: string
  readonly network: string
  readonly last4: string
}

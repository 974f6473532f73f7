import type { ConsentPart } from './consents.ts'
import type { inputTypes } from './customFields.ts'

/**
 * The form of a hosted checkout. The worker builds it from the merchant's request, the page displays it, and the worker validates the
 * submission against it.
 */
export interface CheckoutForm {
  readonly email: 'required' | 'optional' | 'none'
  readonly phone: 'required' | 'optional' | 'none'
  /** Whether a receipt is sent to the email address. */
  readonly receipt: boolean
  readonly shipping: boolean
  /** Whether the form has a billing address. With shipping, the shopper can open it for a different address. */
  readonly billing: boolean
  /** Whether a billing address without shipping must be complete: the tax depends on it. */
  readonly billingRequired: boolean
  readonly methods: readonly Method[]
  readonly fields: readonly FormInput[]
  readonly consents: readonly FormConsent[]
  /** Whether the payment method is stored: never, if the shopper ticks a checkbox, or always for a subscription. */
  readonly store: 'never' | 'ask' | 'agreed'
}

export type Method = 'card' | 'bank'

/** A custom input. A `hidden` input is not displayed and keeps the merchant's value; a submitted value is ignored. */
export interface FormInput {
  /** The member in `customerDefinedField` and in the transaction's metadata. */
  readonly name: string
  readonly label: string
  readonly type: (typeof inputTypes)[number]
  readonly options: readonly string[]
  readonly required: boolean
  /** Initial value as text; `true` or an empty string for a checkbox. */
  readonly value: string
  readonly maxLength: number
}

/** A box that the shopper checks to agree to a text. */
export interface FormConsent {
  readonly name: string
  readonly required: boolean
  readonly parts: readonly ConsentPart[]
}

/** A postal address of the page and the API. Absent members are empty strings. */
export interface PageAddress {
  readonly name: string
  readonly line1: string
  readonly line2: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
  /** ISO 3166-1 alpha-2 in capital letters, or empty. */
  readonly country: string
}

/**
 * What the merchant's customer has stored, masked: everyone with the URL of the checkout can see it. The form uses the stored values unless
 * the shopper enters others. A member is empty if there is nothing, or if the merchant prefilled it.
 */
export interface KnownShopper {
  readonly email: string
  readonly name: string
}

/** The public part of a stored payment method: everyone with the URL of the checkout can see it. `network` is `ach` for a bank account. `expiry` is MM/YY, or empty. */
export interface SavedMethod {
  readonly wallet: string
  readonly network: string
  readonly last4: string
  readonly expiry: string
}

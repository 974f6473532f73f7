import type { ShippingOption } from './order.ts'
import type { Appearance } from './appearance.ts'
import type { Consents } from './consents.ts'
import type { CheckoutForm, FormInput, PageAddress } from './form.ts'

/** Limits of a quantity that the shopper can change. */
export interface QuantityLimits {
  readonly minimum: number
  readonly maximum: number
}

/** What the shopper can choose beside quantities. */
export interface OfferedChoices {
  readonly discounts: readonly {
    readonly code: string
    readonly amountOff: string | null
    /** Percent of the subtotal. */
    readonly percentOff: string | null
    /** Milliseconds since 1970; null for no end. */
    readonly expires: number | null
    /** The lowest subtotal. */
    readonly minimum: string | null
  }[]
  /** `countries` is null for every country. */
  readonly shippingOptions: readonly (ShippingOption & { readonly countries: readonly string[] | null })[]
  /** In order: the first one for an address applies. `rate` is in percent. */
  readonly taxRates: readonly {
    readonly rate: string
    readonly country: string | null
    readonly state: string | null
    readonly includesShipping: boolean
  }[]
}

/**
 * The merchant's offer in a checkout, as stored: the validated request with all defaults and computed values. Amounts are decimal text in
 * currency units.
 */
export interface Offer {
  readonly items: readonly {
    readonly name: string
    readonly description: string
    readonly price: string
    readonly quantity: number
    readonly imageUrl?: string
    readonly adjustable?: QuantityLimits
  }[]
  /** Absent if the shopper cannot change what is paid. */
  readonly choices?: OfferedChoices
  readonly subtotal: string | null
  readonly tax: string | null
  readonly surcharge: string | null
  readonly shippingAmount: string | null
  readonly discount: string | null
  readonly number: string | null
  /** Dates or date-times of RFC 3339, as received. */
  readonly invoiceDate: string | null
  readonly dueDate: string | null
  readonly prefill: { readonly email: string; readonly address: PageAddress }
  readonly appearance: Readonly<Appearance>
  /** Whether the account's origins may frame the page. */
  readonly framed: boolean
  /** Whether to store no payment method and create no customer. */
  readonly oneTime: boolean
  /** Whether the form asks for a telephone number. Absent in checkouts of earlier versions. */
  readonly phone?: CheckoutForm['phone']
  /** Whether the form collects a shipping address. */
  readonly shipping: boolean
  /** Whether to send a receipt; null sends one if the email address is known. */
  readonly receipt: boolean | null
  readonly thankYouUrl: string | null
  /** Linked on the page for shoppers who do not want to pay. */
  readonly cancelUrl: string | null
  /** Seconds from the receipt to `thankYouUrl`; null for the default. */
  readonly returnAutomatically: number | null
  readonly subscription: {
    /** Label of the plan; null for the built-in one. */
    readonly label: string | null
    readonly unit: 'day' | 'week' | 'month' | 'year'
    readonly interval: number
    /** 0 for no limit. */
    readonly installments: number
    /** Local date of the first payment, YYYY-MM-DD. */
    readonly firstDate: string
  } | null
  readonly fields: readonly FormInput[]
  /** Whether the merchant named the customer. Absent in checkouts of earlier versions, like the two below. */
  readonly knownCustomer?: boolean
  /** Whether the shopper can remove the customer's stored payment methods. */
  readonly allowRemoval?: boolean
  readonly consents?: Consents
  readonly submitButtonText: string | null
  readonly bank: boolean
}

import type { Cycle } from '../plans/cycles.ts'
import type { QuantityLimits } from './offer.ts'
import type { ShippingOption } from './order.ts'
import type { Appearance } from './appearance.ts'
import type { CheckoutForm, KnownShopper, PageAddress, SavedMethod } from './form.ts'

export type CheckoutStatus = 'open' | 'processing' | 'completed' | 'expired' | 'canceled'

/** Why a checkout was canceled: by the merchant, or after the tenth declined attempt. */
export type CancelReason = 'merchant' | 'too_many_declines'

/**
 * View model of a checkout, for page, receipt and email. Amounts are decimal text in currency units ('26.25'). Dates are YYYY-MM-DD in the
 * merchant's calendar. Instants are milliseconds since 1970, displayed in the merchant's time zone.
 */
export interface CheckoutView {
  readonly id: string
  /** URL of the page. */
  readonly url: string
  readonly mode: 'test' | 'live'
  readonly status: CheckoutStatus
  readonly reason: CancelReason | null
  readonly merchant: {
    readonly name: string
    readonly logoUrl: string | null
    readonly supportEmail: string | null
    readonly supportUrl: string | null
    /** IANA name. */
    readonly timeZone: string
  }
  /** ISO 4217 number. */
  readonly currency: number
  readonly invoice: {
    readonly items: readonly {
      readonly name: string
      readonly description: string
      readonly price: string
      readonly quantity: number
      /** price x quantity */
      readonly total: string
      readonly imageUrl?: string
      /** Present while the shopper can change the quantity. */
      readonly adjustable?: QuantityLimits
    }[]
    /** Null if no other part follows, so that it equals the total. */
    readonly subtotal: string | null
    readonly tax: string | null
    readonly surcharge: string | null
    readonly shipping: string | null
    readonly discount: string | null
    readonly total: string
    /** Amount charged at the payment: the total, or 0 if a subscription starts later. */
    readonly dueToday: string
    readonly number: string | null
    /** Dates or date-times of RFC 3339, as received from the merchant. */
    readonly invoiceDate: string | null
    readonly dueDate: string | null
  }
  /** What the shopper can choose. Null if the order is fixed, and once it is paid. */
  readonly order: {
    /** Whether the merchant has any discount codes. */
    readonly takesCode: boolean
    /** The applied code, or null. */
    readonly code: string | null
    readonly codeRefusal:
      | { readonly reason: 'unknown' | 'expired' | 'exceedsOrder' }
      | { readonly reason: 'minimum'; readonly minimum: string }
      | null
    /** The ways of shipping to the address; null if the merchant offers no choice. */
    readonly options: readonly ShippingOption[] | null
    readonly shippingOption: string | null
    /** Whether nothing is shipped to the country of the address. */
    readonly noShipping: boolean
    /** The member with the address that the price depends on, or null. */
    readonly address: 'shipTo' | 'billTo' | null
  } | null
  /** Terms of the subscription. `label` is the plan's name or null; `first` is the date of the first payment, null for today; `installments` is 0 for no limit. */
  readonly terms: {
    readonly label: string | null
    readonly unit: Cycle['unit']
    readonly interval: number
    readonly total: string
    readonly first: string | null
    readonly installments: number
  } | null
  /** The merchant's legal texts by locale tag, instead of the built-in ones. */
  readonly legalTexts: Readonly<Record<string, { readonly bankDebit?: string; readonly subscription?: string }>>
  readonly form: CheckoutForm
  readonly saved: readonly SavedMethod[]
  /** Whether a saved card requires its security code. */
  readonly savedCode: boolean
  readonly known: KnownShopper
  /** Whether the shopper can remove saved payment methods. */
  readonly removal: boolean
  readonly prefill: { readonly email: string; readonly address: PageAddress }
  /** The merchant's label of the pay button, or null. */
  readonly submitButtonText: string | null
  /** Validated members of the merchant's appearance. */
  readonly appearance: Readonly<Appearance>
  /** Origins that may frame the page, `*` for every origin, null for none. */
  readonly framedBy: readonly string[] | '*' | null
  /** The merchant's page for shoppers who do not want to pay, or null. */
  readonly cancelUrl: string | null
  /** Null until the checkout is paid. */
  readonly receipt: {
    readonly at: number
    /** Charged amount: 0 if a subscription starts later. */
    readonly amount: string
    readonly transactionId: string
    readonly authCode: string | null
    /** `ach` for a bank account. */
    readonly network: string
    /** Null unless the viewer is the shopper: on the day of the payment, in the browser that paid, and in the mail. */
    readonly personal: {
      readonly last4: string
      readonly shipTo: PageAddress | null
      readonly email: string
    } | null
    /** State of the email: not requested, to be sent, sent, or failed. */
    readonly mail: 'none' | 'due' | 'sent' | 'failed'
    /** Date of the subscription's next payment, or null. */
    readonly next: string | null
    /** The merchant's return URL with transactionId, status and checkoutId. */
    readonly url: string | null
    /** Seconds after the payment until the page goes to `url`. */
    readonly returnAfter: number
  } | null
}

import type { Cycle } from '../plans/cycles.ts'
import type { CheckoutForm, PageAddress, SavedMethod } from './form.ts'

export type CheckoutStatus = 'open' | 'processing' | 'completed' | 'expired' | 'canceled'

/** Why a checkout was canceled: by its merchant, or after the tenth declined try. */
export type CancelReason = 'merchant' | 'too_many_declines'

/**
 * A checkout as it is drawn: page, receipt and mail. Amounts are decimal text in units of the currency ('26.25'), dates of the merchant's
 * calendar are YYYY-MM-DD, moments are milliseconds since 1970 and are shown in the merchant's time zone.
 */
export interface CheckoutView {
  readonly id: string
  /** Of its page. */
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
    }[]
    /** Null where it is not said, or would only say the total again. */
    readonly subtotal: string | null
    readonly tax: string | null
    readonly surcharge: string | null
    readonly discount: string | null
    readonly total: string
    /** What is charged when the shopper pays: the total, or 0 where a subscription begins later. */
    readonly dueToday: string
    readonly number: string | null
    /** Dates or date-times of RFC 3339, as the merchant sent them. */
    readonly invoiceDate: string | null
    readonly dueDate: string | null
  }
  /** What the shopper subscribes to. `first` is the date of the first payment, null for today; `installments` 0 for no end. */
  readonly terms: {
    readonly unit: Cycle['unit']
    readonly interval: number
    readonly total: string
    readonly first: string | null
    readonly installments: number
  } | null
  /** The merchant's own legal texts by locale tag, in place of ours. */
  readonly legalTexts: Readonly<Record<string, { readonly bankDebit?: string; readonly subscription?: string }>>
  readonly form: CheckoutForm
  readonly saved: readonly SavedMethod[]
  readonly prefill: { readonly email: string; readonly address: PageAddress }
  /** The merchant's words for the button, or null. */
  readonly submitButtonText: string | null
  /** Members of the appearance as the merchant gave them, valid. */
  readonly appearance: Readonly<Record<string, string>>
  /** Origins that may frame the page, `*` for any, null for nobody. */
  readonly framedBy: readonly string[] | '*' | null
  /** Of a checkout that is paid. */
  readonly receipt: {
    readonly at: number
    /** What was charged: 0 where a subscription begins later. */
    readonly amount: string
    readonly transactionId: string
    readonly authCode: string | null
    /** As of a saved method: `ach` is a bank account. */
    readonly network: string
    readonly last4: string
    readonly shipTo: PageAddress | null
    readonly email: string
    /** Of the mail: none is wanted, it is on its way, or could not be sent. */
    readonly mail: 'none' | 'due' | 'sent' | 'failed'
    /** Date of a subscription's next payment, or null. */
    readonly next: string | null
    /** Where the merchant wants the shopper to go, with transactionId, status and checkoutId. */
    readonly url: string | null
  } | null
}

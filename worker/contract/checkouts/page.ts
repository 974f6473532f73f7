import type { AddressRules } from '../addresses/addressRules.ts'
import type { OrderStart, ShownOrder } from './order.ts'
import type { KnownNetwork } from '../card/networks.ts'
import type { CheckoutForm, KnownShopper, PageAddress, SavedMethod } from './form.ts'

/** What the address of the form begins with. */
export interface StartAddress {
  /** Name of the country in `prefill`, or empty: browsers take long for their first one. */
  readonly countryName: string
  /** Of the country in `prefill`, or of none. */
  readonly rules: AddressRules
  /** Path of the script that renders addresses. */
  readonly script: string
  /** The folder of every country's rules, `<path><country>.json`. */
  readonly path: string
}

/** The merchant's customer, for the script of customers. */
export interface PageCustomer {
  /** Path of that script. */
  readonly script: string
  readonly known: KnownShopper
  /** Whether the shopper can remove saved payment methods. */
  readonly removal: boolean
}

/** The card networks that the checkout accepts. */
export interface AcceptedNetworks {
  readonly accepted: readonly KnownNetwork[]
  /** Path of the script that shows them and checks the number. */
  readonly script: string
}

/** An address that the page sends. The district is a part of the city, and joins line2 in the order. */
export type SentAddress = Partial<PageAddress> & { readonly district?: string }

/**
 * Data for the script of the checkout page, inlined as `<script type="application/json" id="checkout">`. The texts of card form and
 * checkout are inlined beside it. All of it is visible to the shopper.
 */
export interface CheckoutPageData {
  readonly id: string
  readonly mode: 'test' | 'live'
  /** BCP 47 tag of the texts, dates and amounts. */
  readonly locale: string
  readonly form: CheckoutForm
  readonly saved: readonly SavedMethod[]
  /** Whether a saved card requires its security code. */
  readonly savedCode: boolean
  /** What the form knows of the shopper and what the shopper can do with saved payment methods. Null if neither. */
  readonly customer: PageCustomer | null
  /** Path of the script that renders consents. Null if the form has none. */
  readonly consents: string | null
  /** Initial values, which the shopper can change. */
  readonly prefill: { readonly email: string; readonly address: PageAddress }
  /** Null if the form has no address. */
  readonly address: StartAddress | null
  /** Null if the order is fixed. */
  readonly order: OrderStart | null
  /** Null if the form accepts all networks. */
  readonly networks: AcceptedNetworks | null
  /** Label of the pay button. */
  readonly button: string
  /** Idempotency key of the next attempt. Repeated submissions with the same nonce are one attempt. */
  readonly nonce: string
}

/** What the shopper chose. */
export interface OrderChoices {
  /** By item. */
  readonly quantities: readonly number[]
  /** Empty for none. */
  readonly code: string
  /** Id, or empty. */
  readonly shippingOption: string
}

/** Body of `POST /checkout/{id}/pay`, same origin only. `payment` has exactly one of creditCard, check and wallet. */
export interface PayBody {
  readonly nonce: string
  readonly locale: string
  readonly payment: {
    readonly creditCard?: {
      readonly accountNumber: string
      readonly expires: string
      readonly verificationValue: string
      readonly nameOnCard?: string
      readonly postalCode?: string
    }
    /** The shopper's choice of network for a co-badged card. */
    readonly preferredNetwork?: string
    readonly check?: {
      readonly accountNumber: string
      readonly routingNumber: string
      readonly accountType: string
      readonly name: string
    }
    /** A stored payment method; a card requires its security code. */
    readonly wallet?: string
    readonly verificationValue?: string
  }
  /** The choices that the shopper saw priced. */
  readonly order?: OrderChoices & { readonly quote: string }
  readonly answers: {
    readonly email?: string
    readonly phone?: string
    readonly shipTo?: SentAddress
    readonly billTo?: SentAddress
    /** Values of the custom inputs by name. A checkbox is `true` or an empty string. */
    readonly fields?: Readonly<Record<string, string>>
    /** Whether the box of each consent is checked, by name. */
    readonly consents?: Readonly<Record<string, boolean>>
    readonly save?: boolean
  }
}

/** Body of `POST /checkout/{id}/remove`, same origin only: removes a saved payment method of the customer. */
export interface RemoveBody {
  readonly nonce: string
  readonly wallet: string
}

/** Response of `remove`: the saved payment methods that are left. */
export interface Removed {
  readonly saved: readonly SavedMethod[]
}

/**
 * Reason of a decline for display. It reveals why the issuer declined only where the shopper can correct it. Suspected fraud, and declines by
 * rules of the gateway or the account, are `declined`: their reason would help card testing.
 */
export type PageDecline =
  | 'declined'
  | 'insufficientFunds'
  | 'limit'
  | 'expired'
  | 'wrongCode'
  | 'notAccepted'
  | 'tryLater'

/**
 * State of an attempt: the response of `pay`, and of `POST /checkout/{id}/state` with the body `{nonce}`, which the page calls after it
 * lost a response.
 *
 * - `open`: the form can be submitted. `declined` is the reason why this attempt failed, and `nonce` is the key of the next attempt. If
 *   `declined` is null the attempt was never started, and `nonce` is its own key. `order` is present if nothing was charged because the
 *   figures differ from those that the shopper saw
 * - `processing`: the outcome is unknown; poll again. `mine` is false if another window is paying
 * - `completed`: paid. `url` is the merchant's return URL with transactionId, status and checkoutId, or null
 * - `expired`, `canceled`: the checkout can no longer be paid; reload the page
 *
 * Other responses are API errors, with fields such as `payment.creditCard.accountNumber`, `answers.shipTo.city`, `answers.fields.size`.
 */
export type AttemptState =
  | {
      readonly status: 'open'
      readonly declined: PageDecline | null
      readonly nonce: string
      readonly order?: ShownOrder
    }
  | { readonly status: 'processing'; readonly mine: boolean }
  | { readonly status: 'completed'; readonly transactionId: string; readonly url: string | null }
  | { readonly status: 'expired' | 'canceled' }

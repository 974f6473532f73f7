import type { CheckoutForm, PageAddress, SavedMethod } from './form.ts'

/**
 * What the script of the checkout page is given: the JSON of `<script type="application/json" id="checkout">`, with the texts of card form
 * and checkout beside it. Everything in it is for the shopper to see.
 */
export interface PageData {
  readonly id: string
  readonly mode: 'test' | 'live'
  /** BCP 47 tag of the texts, and of dates and amounts. */
  readonly locale: string
  readonly form: CheckoutForm
  readonly saved: readonly SavedMethod[]
  /** What is known already, for the shopper to change. */
  readonly prefill: { readonly email: string; readonly address: PageAddress }
  /** What the pay button says. */
  readonly button: string
  /** What the holder of a bank account agrees to, and the BCP 47 tag of its language, which is the page's where the account gave it. The terms of a subscription are drawn by the worker. */
  readonly legal: { readonly bankDebit: { readonly text: string; readonly locale: string } }
  /** Names this try of paying. A try is made once, however often it is sent. */
  readonly nonce: string
}

/** Body of `POST /checkout/{id}/pay`, same origin only. Exactly one of the payment's creditCard, check and wallet. */
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
    /** Of a co-badged card: the network that the shopper chose. */
    readonly preferredNetwork?: string
    readonly check?: {
      readonly accountNumber: string
      readonly routingNumber: string
      readonly accountType: string
      readonly name: string
    }
    /** A saved payment method; a card's with its security code. */
    readonly wallet?: string
    readonly verificationValue?: string
  }
  readonly answers: {
    readonly email?: string
    readonly shipTo?: PageAddress
    readonly billTo?: PageAddress
    /** Of the merchant's inputs, by their names. A checkbox is `true` or an empty text. */
    readonly fields?: Readonly<Record<string, string>>
    readonly save?: boolean
  }
}

/** Why a payment was declined, in words for a page: nothing of checks of address or security code. */
export type PageDecline = 'declined' | 'insufficientFunds' | 'expired' | 'notAccepted' | 'tryLater'

/**
 * How a try stands: the answer of `pay` and of `POST /checkout/{id}/state` with body `{nonce}`, which a page asks after an answer was lost.
 *
 * - `open`: the form may be sent. `declined` says why this try came to nothing, and `nonce` names the next one; without `declined` the try
 *   was never begun, and `nonce` is its own again
 * - `processing`: nobody knows yet; ask again. `mine` is false where another window pays
 * - `completed`: paid. `url` is where the merchant wants the shopper to go, with transactionId, status and checkoutId, or null
 * - `expired`, `canceled`: there is nothing to pay any more; reload and read
 *
 * Errors of the table otherwise, with fields such as `payment.creditCard.accountNumber`, `answers.shipTo.city`, `answers.fields.size`.
 */
export type TryState =
  | { readonly status: 'open'; readonly declined: PageDecline | null; readonly nonce: string }
  | { readonly status: 'processing'; readonly mine: boolean }
  | { readonly status: 'completed'; readonly transactionId: string; readonly url: string | null }
  | { readonly status: 'expired' | 'canceled' }

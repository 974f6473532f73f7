import type { BillAttempt } from '../../store/subscriptions/bills.ts'
import type { CheckoutTry } from '../../store/checkouts/attempts.ts'
import type { Credential, Source } from './sources/source.ts'

/** What a payment is made under that no client says of it, but whoever in here makes it. */
export interface PaymentOptions {
  /** Whether the money is held first, or taken with the same message. */
  readonly capture: 'later' | 'now'
  /** Whether less than was asked for is better than nothing. */
  readonly allowPartial: boolean
  /** Why a stored credential is charged, where the gateway knows better than the payment itself. */
  readonly reason?: Credential['reason']
  /** The bill that it pays: only while that waits to be paid. */
  readonly bill: BillAttempt | null
  /** The try to pay a checkout that it is: only while that may be made. */
  readonly checkout: CheckoutTry | null
  /** What it is made with, where the payment does not name it. */
  readonly source?: Source
}

/** Of what comes through the API. */
export const clientPaymentOptions: PaymentOptions = { capture: 'later', allowPartial: true, bill: null, checkout: null }

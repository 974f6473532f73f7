import type { BillAttempt } from '../../../store/subscriptions/bills.ts'
import type { CheckoutTry } from '../../../store/checkouts/attempts.ts'
import type { Credential, Source } from '../sources/source.ts'

/** Options of a payment that its caller in the gateway sets, and no client. */
export interface PaymentOptions {
  /** Whether the amount is held first, or captured by the same message. */
  readonly capture: 'later' | 'now'
  /** Whether an approval of less than the amount is accepted. */
  readonly allowPartial: boolean
  /** Why a stored credential is charged, where the caller knows and the payment does not. */
  readonly reason?: Credential['reason']
  /** The bill that it pays: only where that may be charged. */
  readonly bill: BillAttempt | null
  /** The attempt to pay a checkout: only where that may be made. */
  readonly checkout: CheckoutTry | null
  /** The instrument, where the payment does not name it. */
  readonly source?: Source
}

/** Of payments through the API. */
export const clientPaymentOptions: PaymentOptions = { capture: 'later', allowPartial: true, bill: null, checkout: null }

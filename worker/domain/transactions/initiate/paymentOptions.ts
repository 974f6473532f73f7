import type { BillAttempt } from '../../../store/subscriptions/bills.ts'
import type { NewCheckoutAttempt } from '../../../store/checkouts/attempts.ts'
import type { FirstChargedSubscription } from '../../../store/transactions/createPending.ts'
import type { Credential, Source } from '../sources/source.ts'

/** Options of a payment that the gateway's code sets, never a client. */
export interface PaymentOptions {
  /** Whether the amount is held first, or captured by the same message. */
  readonly capture: 'later' | 'now'
  /** Whether an approval of less than the amount is accepted. */
  readonly allowPartial: boolean
  /** Why a stored credential is charged, if the payment itself does not contain the reason. */
  readonly reason?: Credential['reason']
  /** The bill that the payment pays. The insert requires that it may be charged. */
  readonly bill: BillAttempt | null
  /** The new subscription whose first bill it is, inserted with the payment. Absent for a bill of an existing one. */
  readonly subscription?: FirstChargedSubscription
  /** The attempt to pay a checkout. The insert requires that it may be made. */
  readonly checkout: NewCheckoutAttempt | null
  /** Text on the payer's statement. Absent: the processor's own. */
  readonly statementDescriptor?: string
  /** The instrument, if the payment does not contain it. */
  readonly source?: Source
}

/** Options of payments through the API. */
export const clientPaymentOptions: PaymentOptions = { capture: 'later', allowPartial: true, bill: null, checkout: null }

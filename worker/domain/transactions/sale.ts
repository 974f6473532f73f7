import type { Authorize } from '#contract/transactions/transactions'
import { initiateClientPayment } from './authorize.ts'
import type { AuthorizeNeeds } from './authorize.ts'
import { clientPaymentOptions } from './initiate/paymentOptions.ts'
import type { TransactionResponse } from './responses/transactionResponse.ts'

/**
 * Authorizes a payment and captures it by the same message, as checkouts and subscriptions do. A partial approval is captured for the
 * approved amount.
 *
 * Errors: those of `authorize`.
 */
export const sale = (request: Authorize, needs: AuthorizeNeeds): Promise<TransactionResponse> =>
  initiateClientPayment(request, needs, { ...clientPaymentOptions, capture: 'now' })

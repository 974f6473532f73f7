import type { Authorize } from '#contract/transactions/transactions'
import type { Caller } from '../accounts/account.ts'
import { amountIn } from './amounts.ts'
import type { TransactionResponse } from './responses/transactionResponse.ts'
import { initiateTransaction } from './initiate/initiateTransaction.ts'
import type { InitiateTransactionNeeds } from './initiate/initiateTransaction.ts'
import { dropInternalMembers } from './initiate/internalMembers.ts'
import { clientPaymentOptions } from './initiate/paymentOptions.ts'
import type { PaymentOptions } from './initiate/paymentOptions.ts'

export type AuthorizeNeeds = InitiateTransactionNeeds & { readonly caller: Pick<Caller, 'scopes'> }

/** Initiates a payment that a client requested. */
export const initiateClientPayment = (
  request: Authorize,
  needs: AuthorizeNeeds,
  options: PaymentOptions,
): Promise<TransactionResponse> => {
  const currency = request.amount.currency ?? needs.account.settings.defaultCurrency
  const payment = dropInternalMembers(request.payment, needs.caller)
  return initiateTransaction(
    'payment',
    { ...request, payment },
    amountIn(request.amount.value, currency, 'amount.value'),
    needs,
    options,
  )
}

/**
 * Authorizes a payment: holds the amount on a card, or captures it immediately if the method has no hold.
 *
 * Errors: amount_precision_invalid and those of `createPendingTransaction`.
 */
export const authorize = (request: Authorize, needs: AuthorizeNeeds): Promise<TransactionResponse> =>
  initiateClientPayment(request, needs, clientPaymentOptions)

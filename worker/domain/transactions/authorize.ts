import type { Authorize } from '#contract/transactions'
import type { RequestServices } from '../../app/compose.ts'
import { amountIn } from './amounts.ts'
import type { TransactionAnswer } from './answer.ts'
import { initiateTransaction } from './initiateTransaction.ts'
import { withoutInternal } from './internalMembers.ts'

/**
 * Asks for a payment: a hold on a card, or the money at once where the method knows no hold.
 *
 * Refusals: amount_precision_invalid and those of `createPendingTransaction`.
 */
export const authorize = (request: Authorize, services: RequestServices): Promise<TransactionAnswer> => {
  const currency = request.amount.currency ?? services.account.settings.defaultCurrency
  const payment = withoutInternal(request.payment, services.caller)
  return initiateTransaction(
    'payment',
    { ...request, payment },
    amountIn(request.amount.value, currency, 'amount.value'),
    services,
  )
}

import { apiError } from '#contract/errors/apiError'
import { inProgressCode } from '#contract/transactions/responseCodes'
import type { OperationResource, TransactionResource } from '../../../store/transactions/columns.ts'
import { moneyOf } from '../../money.ts'
import { toTransactionResponse } from './transactionResponse.ts'
import type { TransactionResponse } from './transactionResponse.ts'

/** The members of a payment that responses to its operations contain. */
type PaymentMembers = Pick<TransactionResource, 'method' | 'currency' | 'orderData'>

/** The members of the operation itself. */
type OperationMembers = Pick<
  OperationResource,
  'id' | 'amount' | 'responseCode' | 'authCode' | 'latency' | 'avs' | 'cvv' | 'details' | 'creditOrder'
>

/** Converts the row of an operation in any state to its API response. */
export const toOperationResponse = (operation: OperationMembers, payment: PaymentMembers): TransactionResponse =>
  toTransactionResponse({
    ...operation,
    method: payment.method,
    amount: moneyOf(operation.amount, payment.currency),
    metadata: (operation.creditOrder ?? payment.orderData)?.metadata ?? null,
  })

/**
 * The response to the request that started an operation, from its row. A repeated request returns the same response.
 *
 * Error: processor_timeout, while the outcome is unknown. An authorize with an unknown outcome is excepted, since it is being
 * reversed. Any other operation may still turn out to have happened. One that the processor accepted and decides later is not unknown.
 */
export const toResponseOrTimeout = (
  operation: OperationMembers & Pick<OperationResource, 'status' | 'type'>,
  payment: PaymentMembers,
): TransactionResponse => {
  const { status, type, responseCode } = operation
  if (status === 'pending' && type !== 'authorize' && responseCode !== inProgressCode)
    throw apiError('processor_timeout', { details: { transactionId: String(operation.id) } })
  return toOperationResponse(operation, payment)
}

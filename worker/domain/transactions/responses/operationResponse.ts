import { refuse } from '#contract/errors/apiError'
import type { ShownOperation, ShownTransaction } from '../../../store/transactions/columns.ts'
import { moneyOf } from '../../money.ts'
import { toTransactionResponse } from './transactionResponse.ts'
import type { TransactionAnswer } from './transactionResponse.ts'

/** The members of a payment that answers of its operations show. */
type PaymentMembers = Pick<ShownTransaction, 'method' | 'currency' | 'orderData'>

/** The members of the operation that they show. */
type OperationMembers = Pick<
  ShownOperation,
  'id' | 'amount' | 'responseCode' | 'authCode' | 'latency' | 'avs' | 'cvv' | 'details'
>

/** An operation in any state, by its row. */
export const toOperationResponse = (operation: OperationMembers, payment: PaymentMembers): TransactionAnswer =>
  toTransactionResponse({
    ...operation,
    method: payment.method,
    amount: moneyOf(operation.amount, payment.currency),
    metadata: payment.orderData?.metadata ?? null,
  })

/**
 * The answer to the request for an operation, by its row: a repetition of the request has the same answer.
 *
 * Error: processor_timeout, while the outcome is unknown. An authorize with an unknown outcome is an answer all the same, since it is being
 * reversed; any other operation may yet turn out to have happened.
 */
export const toResponseOrTimeout = (
  operation: OperationMembers & Pick<ShownOperation, 'status' | 'type'>,
  payment: PaymentMembers,
): TransactionAnswer => {
  if (operation.status === 'pending' && operation.type !== 'authorize')
    throw refuse('processor_timeout', { details: { transactionId: String(operation.id) } })
  return toOperationResponse(operation, payment)
}

import { parseKeepingNumbers } from '#contract/rawJson'
import { refuse } from '#contract/refusal'
import type { OperationRow } from '../../store/transactions/operations.ts'
import type { TransactionRow } from '../../store/transactions/transactions.ts'
import { moneyOf } from '../money.ts'
import { transactionAnswer } from './answer.ts'
import type { TransactionAnswer } from './answer.ts'

/** What an operation's answer needs to know of its payment. */
type OfPayment = Pick<TransactionRow, 'method' | 'currency' | 'orderData'>

/** What it shows of the operation itself. */
type Answered = Pick<
  OperationRow,
  'id' | 'amount' | 'responseCode' | 'authCode' | 'latency' | 'avs' | 'cvv' | 'details'
>

/** An order as it was stored: numbers to the digit, and what else of it the answers show. */
export const storedOrder = ({ orderData }: Pick<OfPayment, 'orderData'>) =>
  orderData === null
    ? null
    : (parseKeepingNumbers(orderData) as { readonly metadata?: Readonly<Record<string, string>> | null })

/** An operation as its row has it, whatever its state. */
export const rowAnswer = (operation: Answered, payment: OfPayment): TransactionAnswer =>
  transactionAnswer({
    ...operation,
    method: payment.method,
    amount: moneyOf(operation.amount, payment.currency),
    details: operation.details === null ? null : (JSON.parse(operation.details) as Record<string, unknown>),
    metadata: storedOrder(payment)?.metadata ?? null,
  })

/**
 * The answer to the request that asked for an operation: from its row, so that a repetition of the request is told the same.
 *
 * Refusal: processor_timeout, where nobody knows the outcome yet. An authorize of which that is true is an answer all the same, since it
 * is being undone; any other may yet turn out to have happened.
 */
export const operationAnswer = (
  operation: Answered & Pick<OperationRow, 'status' | 'type'>,
  payment: OfPayment,
): TransactionAnswer => {
  if (operation.status === 'pending' && operation.type !== 'authorize')
    throw refuse('processor_timeout', { details: { transactionId: String(operation.id) } })
  return rowAnswer(operation, payment)
}

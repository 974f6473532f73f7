import { Refusal, refuse } from '#contract/refusal'
import type { AccountServices } from '../../app/compose.ts'
import type { ClaimedKey } from '../../store/sql/idempotency.ts'
import type { ShownOperation, ShownTransaction } from '../../store/transactions/transactionEvents.ts'
import type { TransactionAnswer } from './answer.ts'
import { operationAnswer } from './operationAnswer.ts'

/**
 * The answer to a request whose Idempotency-Key stands for an operation already. It is printed from the operation's row, so that the
 * outcome which the sweep found out later is the answer from then on.
 *
 * Refusals: idempotency_mismatch, idempotency_in_progress, and processor_timeout as long as the outcome is not known.
 */
export const replay = async (
  claimed: ClaimedKey,
  { transactions, idempotent }: AccountServices,
): Promise<TransactionAnswer & { readonly replayOf: string }> => {
  if (claimed.fingerprint !== idempotent?.fingerprint) throw refuse('idempotency_mismatch')
  const found = claimed.operationId === null ? null : await transactions.find(claimed.operationId)
  const operation = found?.operations.find(({ id }) => id === claimed.operationId)
  // Pending without a code: the first request is still waiting for the processor.
  if (!found || !operation || isUnderWay(operation)) throw refuse('idempotency_in_progress')
  return { ...first(operation, found.transaction, claimed.requestId), replayOf: claimed.requestId }
}

const isUnderWay = ({ status, responseCode }: ShownOperation): boolean => status === 'pending' && responseCode === null

const first = (operation: ShownOperation, payment: ShownTransaction, requestId: string): TransactionAnswer => {
  try {
    return operationAnswer(operation, payment)
  } catch (thrown) {
    throw thrown instanceof Refusal ? thrown.replaying(requestId) : thrown
  }
}

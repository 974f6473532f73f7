import { ApiError, apiError } from '#contract/errors/apiError'
import type { ClaimedKey, IdempotentRequest } from '../../../store/sql/idempotency.ts'
import type { OperationResource, TransactionResource } from '../../../store/transactions/columns.ts'
import type { TransactionStore } from '../../../store/transactions/transactionStore.ts'
import type { TransactionResponse } from './transactionResponse.ts'
import { toResponseOrTimeout } from './operationResponse.ts'

export interface ReplayNeeds {
  readonly idempotent: IdempotentRequest | null
  readonly transactions: Pick<TransactionStore, 'find'>
}

/**
 * The response to a request whose idempotency key belongs to an earlier operation, from that operation's row. If a sweep has
 * resolved the outcome since, the response contains it.
 *
 * Errors: idempotency_mismatch, idempotency_in_progress, and processor_timeout while the outcome is unknown.
 */
export const replay = async (
  claimed: ClaimedKey,
  { transactions, idempotent }: ReplayNeeds,
): Promise<TransactionResponse & { readonly replayOf: string }> => {
  if (claimed.fingerprint !== idempotent?.fingerprint) throw apiError('idempotency_mismatch')
  const found = claimed.operationId === null ? null : await transactions.find(claimed.operationId)
  const operation = found?.operations.find(({ id }) => id === claimed.operationId)
  // Pending without a code: the first request is still waiting for the processor.
  if (!found || !operation || isInProgress(operation)) throw apiError('idempotency_in_progress')
  return { ...toReplayedResponse(operation, found.transaction, claimed.requestId), replayOf: claimed.requestId }
}

interface ClaimedKeyNeeds {
  readonly idempotent: IdempotentRequest | null
  readonly transactions: Pick<TransactionStore, 'findClaimedKey'>
}

/**
 * Prepares a request. If that is rejected, an earlier request with the same idempotency key wins: what it sent may have been valid then
 * and expired since. Costs one round trip, of rejected requests with a key only.
 */
export const preparedOrClaimed = async <Prepared extends object>(
  preparing: Promise<Prepared>,
  { idempotent, transactions }: ClaimedKeyNeeds,
): Promise<Prepared | { readonly claimed: ClaimedKey }> => {
  try {
    return await preparing
  } catch (thrown) {
    const claimed = idempotent === null ? null : await transactions.findClaimedKey(idempotent)
    if (claimed === null) throw thrown
    return { claimed }
  }
}

const isInProgress = ({ status, responseCode }: OperationResource): boolean =>
  status === 'pending' && responseCode === null

const toReplayedResponse = (
  operation: OperationResource,
  payment: TransactionResource,
  requestId: string,
): TransactionResponse => {
  try {
    return toResponseOrTimeout(operation, payment)
  } catch (thrown) {
    throw thrown instanceof ApiError ? thrown.asReplayOf(requestId) : thrown
  }
}

import type { IdempotentRequest } from '../../../store/sql/idempotency.ts'
import type { FoundPayment } from '../../../store/transactions/modifications.ts'
import type { TransactionStore } from '../../../store/transactions/transactionStore.ts'
import type { TransactionResponse } from '../responses/transactionResponse.ts'
import type { ModificationRequest } from '../modifications/modificationRequest.ts'
import { toResponseOrTimeout } from '../responses/operationResponse.ts'
import { retryOnIdCollision } from '../retryOnIdCollision.ts'
import type { TransactionIdNeeds } from '../retryOnIdCollision.ts'

export interface CancelAtTerminalNeeds extends TransactionIdNeeds {
  readonly idempotent: IdempotentRequest | null
  readonly terminalsClient: {
    /** Cancels the payment that is waiting for a card at this terminal. */
    abort(terminal: string, payment: number | null): Promise<'aborted' | 'processing' | 'none'>
  }
  readonly requestId: string
  readonly transactions: Pick<TransactionStore, 'insertCancellation'>
}

/** Response code of a payment that the merchant canceled at its terminal. */
const canceledCode = 'G15'

/**
 * Voids a payment that is waiting for a card at a terminal: cancels its session and inserts the void. Returns null if no payment
 * is waiting or the processor is already being called.
 */
export const cancelAtTerminal = async (
  {
    initiatedByUserId,
    referenceTransactionId,
  }: Pick<ModificationRequest, 'initiatedByUserId' | 'referenceTransactionId'>,
  { payment, named, referenceHolds }: FoundPayment,
  needs: CancelAtTerminalNeeds,
): Promise<TransactionResponse | null> => {
  const { terminal } = payment
  const { terminalsClient, transactions, requestId, clock, idempotent } = needs
  if (terminal === null || named.id !== payment.id || !referenceHolds) return null
  if (payment.status === 'pending' && (await terminalsClient.abort(terminal, payment.id)) !== 'aborted') return null
  // An earlier attempt of this request may have canceled the payment and lost the response. Without an idempotency key the
  // request cannot be a retry, and is too late.
  if (payment.status !== 'pending' && idempotent === null) return null
  const operation = await retryOnIdCollision(needs, (id) =>
    transactions.insertCancellation(
      { id, payment: payment.id, canceledCode, requestId, initiatedByUserId, referenceTransactionId, at: clock.now() },
      idempotent,
    ),
  )
  return operation === null ? null : toResponseOrTimeout(operation, payment)
}

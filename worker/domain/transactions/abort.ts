import type { RequestServices } from '../../app/compose.ts'
import type { FoundPayment } from '../../store/transactions/modifications.ts'
import type { TransactionAnswer } from './answer.ts'
import type { ModificationRequest } from './modification.ts'
import { operationAnswer } from './operationAnswer.ts'
import { retryOnIdCollision } from './retryOnIdCollision.ts'

/** Of a payment that the merchant stopped at a reader. */
const abortedCode = 'G15'

/**
 * A void of a payment that still waits for a card at a reader: it is stopped there, and the void written down beside it. Null where there is
 * nothing to stop, or the processor is asked already.
 */
export const abortAtReader = async (
  { initiatedByUserId, referenceTransactionId }: ModificationRequest,
  { payment, named, referenceHolds }: FoundPayment,
  services: RequestServices,
): Promise<TransactionAnswer | null> => {
  const { terminal } = payment
  const { readers, transactions, requestId, clock, idempotent } = services
  if (terminal === null || named.id !== payment.id || !referenceHolds) return null
  if (payment.status === 'pending' && (await readers.abort(terminal, payment.id)) !== 'aborted') return null
  // Not pending any more, it may have been stopped by this very request, whose answer was lost. One that cannot be a repetition is too late.
  if (payment.status !== 'pending' && idempotent === null) return null
  const row = await retryOnIdCollision(services, (id) =>
    transactions.recordAbort(
      { id, payment: payment.id, abortedCode, requestId, initiatedByUserId, referenceTransactionId, at: clock.now() },
      idempotent,
    ),
  )
  return row === null ? null : operationAnswer(row, payment)
}

import type { EventRow } from '../../store/events.ts'
import type { TransactionSnapshot } from '../../store/transactionEvents.ts'
import { shown } from '../transactions/shown.ts'

/**
 * A transaction as `GET /v1/transactions/{id}` of the operation that the event is about answered at that moment. Its `requestId` is that of
 * the request which asked for the operation, since nobody asked for this answer. Of more than a hundred operations it lists the first one
 * and the newest.
 */
export const shownTransaction = ({ snapshot }: EventRow) => {
  const { transaction, operation, operations } = JSON.parse(snapshot) as TransactionSnapshot
  return { requestId: operation.requestId, ...shown(transaction, operation, operations) }
}

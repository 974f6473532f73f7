import { errorItem } from '#contract/errorItem'
import { parseKeepingNumbers } from '#contract/rawJson'
import type { StoredOrder } from '../../store/transactions/columns.ts'
import type { EventRow } from '../../store/events/events.ts'
import type { TransactionSnapshot } from '../../store/transactions/transactionEvents.ts'
import { shown } from '../transactions/shown.ts'

/**
 * A transaction as `GET /v1/transactions/{id}` of the operation that the event is about answered at that moment, but in this:
 *
 * - `requestId` is that of the request which asked for the operation, since nobody asked for this answer
 * - `docs` of an error is a path at the gateway, since nobody said by which host it is known
 * - of more than fifty operations the first one is listed, and the newest
 * - an order of more than 8 KiB is left out: `order` and `metadata` are null
 */
export const shownTransaction = ({ snapshot }: EventRow) => {
  const { transaction, operation, operations } = JSON.parse(snapshot) as TransactionSnapshot
  const { orderData } = transaction
  const { details } = operation
  const { errors, ...members } = shown(
    { ...transaction, orderData: orderData === null ? null : (parseKeepingNumbers(orderData) as StoredOrder) },
    { ...operation, details: details === null ? null : (JSON.parse(details) as Readonly<Record<string, unknown>>) },
    operations,
  )
  return {
    requestId: operation.requestId,
    ...members,
    errors: errors?.map((fault) => errorItem(fault, '')) ?? null,
  }
}

import { sql } from '../sql/database.ts'
import { claimForOperation, isKeyFree } from '../sql/idempotency.ts'
import type { IdempotentRequest } from '../sql/idempotency.ts'
import { toStoredRequestId } from '../sql/requestIds.ts'
import { operationResourceColumns } from './columns.ts'
import type { OperationResource } from './columns.ts'
import { nextEventNumbers } from './eventNumbers.ts'
import { announceOutcomes } from './transactionEvents.ts'
import type { ActorScope } from '../sql/scope.ts'
import { ofPayment } from './ofPayment.ts'

/** A void of a payment that was waiting for a card at a terminal. */
export interface Cancellation {
  readonly id: number
  readonly payment: number
  /** The response code of a payment that was canceled at its terminal. */
  readonly canceledCode: string
  readonly requestId: string
  readonly initiatedByUserId: string | null
  readonly referenceTransactionId: string | null
  readonly at: number
}

const event = nextEventNumbers('root')

/**
 * One round trip: inserts the void that canceled a payment at its terminal, and claims its idempotency key. Null if the payment did not end
 * by a cancellation or has a void.
 */
export const insertCancellation = async (
  { database, owner, key = null }: ActorScope,
  cancellation: Cancellation,
  idempotent: IdempotentRequest | null,
): Promise<OperationResource | null> => {
  const free = isKeyFree(owner, idempotent)
  const results = await database.batch([
    sql(
      `INSERT INTO operations
         (id, transactionId, account, mode, type, status, amount, responseCode, target, storedRequestId, initiatedByUserId,
          referenceTransactionId, created, updated, eventSequence, eventPosition, actor)
       SELECT ?, root.id, root.account, root.mode, 'void', 'approved', root.amount, '00', root.id, ${toStoredRequestId('?')}, ?, ?, ?, ?, ${event.sequence}, ${event.position}, ?
       FROM operations AS root
       WHERE root.id = ? AND root.account = ? AND root.mode = ? AND root.status = 'declined' AND root.responseCode = ?
         AND NOT EXISTS (SELECT 1 FROM operations WHERE ${ofPayment('root.id')} AND type = 'void') AND ${free.sql}`,
      cancellation.id,
      cancellation.requestId,
      cancellation.initiatedByUserId,
      cancellation.referenceTransactionId,
      cancellation.at,
      cancellation.at,
      key,
      cancellation.payment,
      owner.account,
      owner.mode,
      cancellation.canceledCode,
      ...free.values,
    ),
    ...(idempotent === null ? [] : [claimForOperation(owner, idempotent, cancellation.id)]),
    announceOutcomes([cancellation.id], cancellation.at),
    // By request id: if no row was inserted, the id may belong to another account's operation.
    sql(
      `SELECT ${operationResourceColumns.list()} FROM operations WHERE id = ? AND requestId = ?`,
      cancellation.id,
      cancellation.requestId,
    ),
  ])
  return operationResourceColumns.decodeFirst(results.at(-1))
}

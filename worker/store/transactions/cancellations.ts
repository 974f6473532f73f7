import { sql } from '../sql/database.ts'
import { claimForOperation, keyIsFree } from '../sql/idempotency.ts'
import type { IdempotentRequest } from '../sql/idempotency.ts'
import type { OperationRow } from './operations.ts'
import { announceOutcomes } from './transactionEvents.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** A void of a payment that still waited at a reader. */
export interface Abort {
  readonly id: number
  readonly payment: number
  /** The response code of a payment that was aborted. */
  readonly abortedCode: string
  readonly requestId: string
  readonly initiatedByUserId: string | null
  readonly referenceTransactionId: string | null
  readonly at: number
}

/**
 * Writes down that a void has stopped a payment: one round trip, in which its Idempotency-Key is claimed. Null where the payment did not
 * end by that, or another void has.
 */
export const recordAbort = async (
  { database, owner }: OwnerScope,
  abort: Abort,
  idempotent: IdempotentRequest | null,
): Promise<OperationRow | null> => {
  const free = keyIsFree(owner, idempotent)
  const results = await database.batch([
    sql(
      `INSERT INTO operations
         (id, transactionId, account, mode, type, status, amount, responseCode, target, requestId, initiatedByUserId,
          referenceTransactionId, created, updated)
       SELECT ?, root.id, root.account, root.mode, 'void', 'approved', root.amount, '00', root.id, ?, ?, ?, ?, ?
       FROM operations AS root
       WHERE root.id = ? AND root.account = ? AND root.mode = ? AND root.status = 'declined' AND root.responseCode = ?
         AND NOT EXISTS (SELECT 1 FROM operations WHERE transactionId = root.id AND type = 'void') AND ${free.sql}`,
      abort.id,
      abort.requestId,
      abort.initiatedByUserId,
      abort.referenceTransactionId,
      abort.at,
      abort.at,
      abort.payment,
      owner.account,
      owner.mode,
      abort.abortedCode,
      ...free.values,
    ),
    ...(idempotent === null ? [] : [claimForOperation(owner, idempotent, abort.id)]),
    announceOutcomes([abort.id], abort.at),
    // By this request, since where nothing was written the id may be that of somebody else's operation.
    sql('SELECT * FROM operations WHERE id = ? AND requestId = ?', abort.id, abort.requestId),
  ])
  return (results.at(-1)?.[0] ?? null) as unknown as OperationRow | null
}

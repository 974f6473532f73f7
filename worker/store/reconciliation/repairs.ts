import type { Ref, ReportedOperation } from '../../processors/processor.ts'
import { appendAuditIf } from '../sql/audit.ts'
import type { AuditNote } from '../sql/audit.ts'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { toStoredRequestId } from '../sql/requestIds.ts'
import type { StoreScope } from '../sql/scope.ts'
import { recountPaymentOf } from '../transactions/amounts.ts'
import { compactRef, operationColumns, operationResourceColumns, refColumn } from '../transactions/columns.ts'
import type { OperationResource, OperationRow } from '../transactions/columns.ts'
import { modificationOutcomeStatements } from '../transactions/modificationOutcomes.ts'
import type { ModificationOutcome } from '../transactions/modificationOutcomes.ts'
import { insertModification } from '../transactions/modifications.ts'
import type { ConnectionLimits, NewModification } from '../transactions/modifications.ts'
import { insertReversal } from '../transactions/operations.ts'
import type { NewReversal } from '../transactions/operations.ts'

/** Repairs of differences between the gateway and a processor. Each is one batch with its audit entry, and safe to repeat. */

/** A capture, void or credit that only the processor has. */
export interface FoundModification {
  readonly modification: NewModification
  readonly limits: ConnectionLimits
  /** Whether the processor has our reference of it. Otherwise its id is new, and its payment has no other in effect. */
  readonly isNamed: boolean
}

/** A condition: no other operation is it. */
const isMissing = ({ modification: { id, named, request }, isNamed }: FoundModification): Statement =>
  isNamed
    ? sql('NOT EXISTS (SELECT 1 FROM operations WHERE id = ?)', id)
    : sql(
        `NOT EXISTS (SELECT 1 FROM operations AS other
                     WHERE other.transactionId = (SELECT transactionId FROM operations WHERE id = ?) AND other.id <> other.transactionId
                       AND other.type = ? AND (other.type <> 'void' OR other.target = ?)
                       AND other.status IN ('pending', 'approved', 'settled', 'returned'))`,
        named,
        request.type,
        named,
      )

/**
 * One round trip: records the outcome of a capture, void or credit that is pending, if it still is. With a new modification it is inserted
 * first, under the rules of a request: its payment must allow it. Null if it is not here afterwards.
 */
export const recordFoundModification = async (
  { database, owner, cause, sign }: StoreScope,
  outcome: ModificationOutcome,
  created: FoundModification | null,
  note: AuditNote,
): Promise<OperationResource | null> => {
  const { id, at } = outcome
  // A new id may be that of another operation.
  const isIt =
    created === null || created.isNamed ? sql('TRUE') : sql('operations.requestId = ?', created.modification.requestId)
  const pending = sql(
    `EXISTS (SELECT 1 FROM operations WHERE id = ? AND status = 'pending' AND ${isIt.sql})`,
    id,
    ...isIt.values,
  )
  const results = await database.batchWithRetry([
    ...(created === null
      ? []
      : [
          insertModification(owner, created.modification, created.limits, isMissing(created)),
          recountPaymentOf(id, at),
        ]),
    appendAuditIf(pending, owner.account, sign(note)),
    ...modificationOutcomeStatements(owner, outcome, { requestId: sql('?', cause), condition: isIt }),
    sql(
      `SELECT ${operationResourceColumns.list()} FROM operations WHERE id = ? AND account = ? AND mode = ?`,
      id,
      owner.account,
      owner.mode,
    ),
  ])
  return operationResourceColumns.decodeFirst(results.at(-1))
}

/** A payment that only the processor has. */
export interface LostPayment {
  readonly id: number
  readonly type: 'payment' | 'credit'
  readonly currency: number
  /** In minor units. */
  readonly amount: number
  readonly connection: string
  readonly processorRef: Ref
  readonly responseCode: string
  readonly requestId: string
  /** When the processor created it, in milliseconds since 1970. */
  readonly created: number
  readonly at: number
}

/** A condition: the row is the owner's. */
const owned = (account: string, mode: string): Statement => sql('account = ? AND mode = ?', account, mode)

const selectReversal = (of: number): Statement =>
  sql(`SELECT ${operationColumns.list()} FROM operations WHERE undoes = ? AND status = 'pending'`, of)

/**
 * One round trip, before anything is sent: inserts a payment that only the processor has, as pending, with its reversal. Returns the reversal,
 * or null if the payment is here by now and needs none.
 *
 * @throws IdCollision if the id of the reversal is taken
 */
export const insertLostPayment = async (
  { database, owner: { account, mode }, sign }: StoreScope,
  lost: LostPayment,
  reversal: NewReversal,
  note: AuditNote,
): Promise<OperationRow | null> => {
  const { id, type, currency, amount, connection, processorRef, responseCode, requestId, created, at } = lost
  const results = await database.batchWithRetry([
    appendAuditIf(sql('NOT EXISTS (SELECT 1 FROM operations WHERE id = ?)', id), account, sign(note)),
    sql(
      `INSERT INTO transactions (id, account, mode, type, status, method, currency, requested, initiatedBy, initial, connection, created, updated)
       SELECT ?, ?, ?, ?, 'pending', 'unknown', ?, ?, 'customer', 'first', id, ?, ? FROM connections
       WHERE id = ? AND account = ? AND mode = ?
       ON CONFLICT (id) DO NOTHING`,
      id,
      account,
      mode,
      type,
      currency,
      amount,
      created,
      at,
      connection,
      account,
      mode,
    ),
    sql(
      `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, responseCode, storedRef, storedRequestId, created, updated, paymentCreated)
       SELECT id, id, account, mode, ?, 'pending', requested, ?, ${compactRef('?', { transactionId: 'id' })}, ${toStoredRequestId('?')}, created, updated, iif(type = 'credit', created, NULL) FROM transactions
       WHERE id = ? AND account = ? AND mode = ? AND method = 'unknown'
       ON CONFLICT (id) DO NOTHING`,
      type === 'payment' ? 'authorize' : 'credit',
      responseCode,
      refColumn.write(processorRef),
      requestId,
      id,
      account,
      mode,
    ),
    sql('UPDATE connections SET used = 1 WHERE id = ? AND account = ? AND used = 0', connection, account),
    insertReversal(id, 'pending', reversal, at, owned(account, mode)),
    selectReversal(id),
  ])
  return operationColumns.decodeFirst(results.at(-1))
}

/**
 * One round trip, before anything is sent: a payment that is not approved here stands at the processor. Inserts its reversal, or makes the
 * one that it has due again, with the processor's reference. Returns the reversal; null if a person has decided that the payment stands.
 *
 * @param about `responseCode` is set on the operation if it has none
 * @throws IdCollision if the id of the reversal is taken
 */
export const insertReversalOfStanding = async (
  { database, owner: { account, mode }, sign }: StoreScope,
  operation: OperationRow,
  { theirs, responseCode }: { readonly theirs: ReportedOperation['theirs']; readonly responseCode: string },
  reversal: NewReversal,
  note: AuditNote,
): Promise<OperationRow | null> => {
  const { id, status } = operation
  const { at } = note
  const withReference = "storedRef = json_set(storedRef, '$.raw', coalesce(storedRef ->> '$.raw', ?))"
  const results = await database.batchWithRetry([
    appendAuditIf(
      sql(
        `EXISTS (SELECT 1 FROM operations WHERE id = ? AND status = ? AND account = ? AND mode = ?)
         AND NOT EXISTS (SELECT 1 FROM operations WHERE undoes = ? AND status = 'pending')`,
        id,
        status,
        account,
        mode,
        id,
      ),
      account,
      sign(note),
    ),
    sql(
      `UPDATE operations SET due = NULL, ${withReference}, responseCode = coalesce(responseCode, ?)
       WHERE id = ? AND status = ? AND account = ? AND mode = ?`,
      theirs,
      responseCode,
      id,
      status,
      account,
      mode,
    ),
    sql(
      `UPDATE operations SET status = 'pending', due = ?, ${withReference}, updated = ?
       WHERE undoes = ? AND status <> 'failed' AND account = ? AND mode = ?`,
      reversal.due,
      theirs,
      at,
      id,
      account,
      mode,
    ),
    insertReversal(id, status, reversal, at, owned(account, mode)),
    selectReversal(id),
  ])
  return operationColumns.decodeFirst(results.at(-1))
}

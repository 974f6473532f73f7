import type { OperationState } from '#contract/transactions/transactions'
import { capturedOnApproval } from '#contract/transactions/transitions'
import { appendAuditIf } from '../sql/audit.ts'
import type { AuditNote } from '../sql/audit.ts'
import { all, sql, toSqlList } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, integer, nullable, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope, StoreScope } from '../sql/scope.ts'
import { recountPaymentOf } from './amounts.ts'
import { operationColumns } from './columns.ts'
import type { OperationRow } from './columns.ts'
import { modificationOutcomeStatements } from './modificationOutcomes.ts'
import type { ModificationOutcome } from './modificationOutcomes.ts'
import { nextEventNumbers, numberEventOf } from './eventNumbers.ts'
import { announceOutcomes } from './transactionEvents.ts'
import { cycleOfApproval, cycleOfMovement } from '../batches/settlementCycles.ts'
import { ofPayment } from './ofPayment.ts'
import { holdAwaitsScan } from './scans.ts'

/** The verdicts of persons about operations that need attention. */

/** The first operation of a payment, with what its approval would need. */
const firstColumns = defineColumns({
  id: integer,
  status: enumText<OperationState>(),
  amount: integer,
  method: text,
  network: nullable(text),
  initiatedBy: enumText<'customer' | 'merchant'>(),
  created: integer,
})

export type FirstOperation = RowOf<typeof firstColumns>

/** An operation and the first one of its payment. */
export interface FoundOperation {
  readonly operation: OperationRow
  readonly first: FirstOperation
}

/** One round trip. Null if the payment of one operation has no such other operation. */
export const findOperation = async (
  { database, owner: { account, mode } }: OwnerScope,
  paymentOf: number,
  id: number,
): Promise<FoundOperation | null> => {
  const where = sql(
    `id = ? AND account = ? AND mode = ?
     AND transactionId = (SELECT transactionId FROM operations WHERE id = ? AND account = ? AND mode = ?)`,
    id,
    account,
    mode,
    paymentOf,
    account,
    mode,
  )
  const [rows, [first] = []] = await database.batch([
    sql(`SELECT ${operationColumns.list()} FROM operations WHERE ${where.sql}`, ...where.values),
    sql(
      `SELECT first.id, first.status, first.amount, payment.method, network, initiatedBy, first.created
       FROM transactions AS payment JOIN operations AS first ON first.id = payment.id
       WHERE payment.id = (SELECT transactionId FROM operations WHERE ${where.sql})`,
      ...where.values,
    ),
  ])
  const operation = operationColumns.decodeFirst(rows)
  return operation === null || first === undefined ? null : { operation, first: firstColumns.decode(first) }
}

/** The approval of a first operation that a person found at the processor. */
export interface FoundApproval {
  readonly first: FirstOperation
  readonly responseCode: string
  /** When the hold expires, milliseconds since 1970. Null without a hold. */
  readonly expires: number | null
  /** The id of the capture, if the approval was one as well. */
  readonly captureId: number
}

/** What the verdict records. */
export type Resolution =
  /** A capture, void or credit. */
  | { readonly of: 'modification'; readonly outcome: ModificationOutcome }
  /** The release of the rest of a hold, or the reversal of a declined approval: the payment is what it was. */
  | { readonly of: 'release'; readonly status: 'approved' | 'failed' }
  /** A reversal, or the first operation itself: what it undoes was undone, */
  | { readonly of: 'undone'; readonly first: number }
  /** or stands, */
  | { readonly of: 'approval'; readonly approval: FoundApproval }
  /** or never happened. */
  | { readonly of: 'failure'; readonly first: number; readonly responseCode: string }
  /** An operation that has ended: nothing but its attention changes. */
  | { readonly of: 'acknowledged'; readonly status: OperationState }

export interface OperationVerdict {
  readonly operation: OperationRow
  readonly resolution: Resolution
  /** An attempt that began by this time after its due time may be running. Milliseconds. */
  readonly leaseMs: number
  readonly at: number
}

/**
 * One round trip, all or nothing: ends an operation that needs attention as a person decided, with its audit entry. False if it has ended, or
 * if a sweep may be attempting it: the condition is part of the write, so exactly one of verdict and outcome is recorded.
 */
export const resolveOperation = async (
  { database, owner, sign, cause }: StoreScope,
  verdict: OperationVerdict,
  note: AuditNote,
): Promise<boolean> => {
  const { operation, resolution, leaseMs, at } = verdict
  const audit = sign(note)
  // A claimed operation is due at the end of its lease.
  const open = all(
    sql('id = ? AND account = ? AND mode = ?', operation.id, owner.account, owner.mode),
    sql("attention IS NOT NULL AND (status <> 'pending' OR due IS NULL OR due <= ? OR due > ?)", at, at + leaseMs),
  )
  const resolved = sql('SELECT id FROM operations WHERE id = ? AND resolvedBy = ?', operation.id, audit.requestId)
  const results = await database.batchWithVerification(
    [
      appendAuditIf(sql(`EXISTS (SELECT 1 FROM operations WHERE ${open.sql})`, ...open.values), owner.account, audit, {
        before: sql("json_object('status', status, 'needsAttention', attentionReason)"),
        row: sql(`operations WHERE ${open.sql}`, ...open.values),
        after: { status: endOf(resolution), needsAttention: null },
      }),
      sql(`UPDATE operations SET resolvedBy = ? WHERE ${open.sql}`, audit.requestId, ...open.values),
      ...statements(verdict, owner, resolved, sql('?', cause)),
      resolved,
    ],
    resolved,
  )
  return results.at(-1)?.length === 1
}

const endOf = (resolution: Resolution): string => {
  switch (resolution.of) {
    case 'modification':
      return resolution.outcome.status
    case 'release':
    case 'acknowledged':
      return resolution.status
    case 'undone':
      return 'approved'
    case 'approval':
    case 'failure':
      return 'failed'
  }
}

/** Statements for a batch that has set `resolvedBy`. Without that they change nothing. @param resolved selects the resolved operation */
const statements = (
  { operation, resolution, at }: OperationVerdict,
  owner: Owner,
  resolved: Statement,
  requestId: Statement,
): Statement[] => {
  const isResolved = sql(`EXISTS (${resolved.sql})`, ...resolved.values)
  const end = (status: 'approved' | 'failed'): Statement =>
    sql(
      `UPDATE operations SET status = ?, due = NULL, updated = ? WHERE id IN (${resolved.sql}) AND status = 'pending'`,
      status,
      at,
      ...resolved.values,
    )
  switch (resolution.of) {
    case 'modification':
      return modificationOutcomeStatements(owner, resolution.outcome, { requestId, condition: isResolved })
    case 'release':
      return [end(resolution.status)]
    case 'acknowledged':
      return [
        sql(
          `UPDATE operations SET attention = NULL, attentionReason = NULL, updated = ?
           WHERE id IN (${resolved.sql}) AND status <> 'pending'`,
          at,
          ...resolved.values,
        ),
      ]
    case 'undone':
      return [
        end('approved'),
        ...endFirst(resolution.first, 'reversed', null, at, isResolved),
        announceOutcomes([resolution.first], at, requestId),
      ]
    case 'failure':
      return [
        ...endFirst(resolution.first, 'failed', resolution.responseCode, at, isResolved),
        announceOutcomes([resolution.first], at, requestId),
      ]
    case 'approval': {
      const { first, captureId } = resolution.approval
      return [
        ...(operation.type === 'reversal' ? [end('failed')] : []),
        ...approveFirst(resolution.approval, at, isResolved),
        recountPaymentOf(first.id, at),
        announceOutcomes([first.id, captureId], at, requestId),
      ]
    }
  }
}

/** Ends the pending first operation of a payment without an approval, and the payment with it. */
const endFirst = (
  first: number,
  status: 'reversed' | 'failed',
  responseCode: string | null,
  at: number,
  condition: Statement,
): Statement[] => [
  sql(
    `UPDATE operations SET status = ?, responseCode = coalesce(?, responseCode), due = NULL, updated = ?${numberEventOf(status)}
     WHERE id = ? AND status = 'pending' AND ${condition.sql}`,
    status,
    responseCode,
    at,
    first,
    ...condition.values,
  ),
  sql(
    `UPDATE transactions SET status = ?, updated = ? WHERE id = ? AND status = 'pending' AND ${condition.sql}`,
    status,
    at,
    first,
    ...condition.values,
  ),
]

/** A condition on `first` and `payment`: the approval was a capture as well. A verification, with an amount of 0, never is. */
const isCapture = `payment.type = 'payment' AND first.amount > 0
  AND (first.capturesNow = 1 OR payment.method IN (${toSqlList(capturedOnApproval)}))`

const captureEvent = nextEventNumbers('first')

/** Approves the pending first operation of a payment for its whole amount, as the processor's response would have. */
const approveFirst = (
  { first, responseCode, expires, captureId }: FoundApproval,
  at: number,
  condition: Statement,
): Statement[] => [
  sql(
    `UPDATE operations SET status = 'approved', responseCode = ?, due = NULL, updated = ?, settlementCycle = ${cycleOfApproval()}${numberEventOf('approved')}
     WHERE id = ? AND status = 'pending' AND ${condition.sql}`,
    responseCode,
    at,
    first.id,
    ...condition.values,
  ),
  sql(
    `UPDATE transactions AS payment
     SET status = CASE payment.type WHEN 'credit' THEN 'refunded' ELSE 'authorized' END,
         approved = CASE payment.type WHEN 'credit' THEN 0 ELSE first.amount END,
         expires = CASE WHEN payment.type = 'credit' OR first.amount = 0 OR (${isCapture}) THEN NULL ELSE ? END,
         awaitsScan = ${holdAwaitsScan(expires, at, 'payment')},
         updated = ?
     FROM operations AS first
     WHERE payment.id = ? AND payment.status = 'pending' AND first.id = payment.id AND ${condition.sql}`,
    expires,
    at,
    first.id,
    ...condition.values,
  ),
  sql(
    `INSERT INTO operations
       (id, transactionId, account, mode, type, status, amount, responseCode, storedRef, storedRequestId, initiatedByUserId,
        referenceTransactionId, settlementCycle, created, updated, eventSequence, eventPosition, actor, paymentCreated)
     SELECT ?, first.id, first.account, first.mode, 'capture', 'approved', first.amount, ?, first.processorRef, first.storedRequestId,
            first.initiatedByUserId, first.referenceTransactionId, ${cycleOfMovement('first')}, ?, ?, ${captureEvent.sequence}, ${captureEvent.position},
            first.actor, iif(first.created / 86400000 <> CAST(? AS INTEGER) / 86400000, first.created, NULL)
     FROM operations AS first JOIN transactions AS payment ON payment.id = first.id
     WHERE first.id = ? AND first.status = 'approved' AND ${isCapture} AND ${condition.sql}
       AND NOT EXISTS (SELECT 1 FROM operations WHERE ${ofPayment('first.id')} AND type = 'capture')`,
    captureId,
    responseCode,
    at,
    at,
    at,
    first.id,
    ...condition.values,
  ),
]

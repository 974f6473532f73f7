import { withdrawingStages } from '#contract/disputes/disputeStages'
import type { EventType } from '#contract/events/events'
import { rowAsJson } from '../events/events.ts'
import { createRowAnnouncer } from '../events/rowEvents.ts'
import { appendAuditIf } from '../sql/audit.ts'
import type { AuditNote } from '../sql/audit.ts'
import { all, sql, toSqlList } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { OwnerScope, StoreScope } from '../sql/scope.ts'
import { numberEvent } from '../transactions/eventNumbers.ts'
import { announceDispute } from '../transactions/transactionEvents.ts'
import { disputeColumns, disputeResourceColumns, disputeSummaryColumns } from './disputeColumns.ts'
import type { DisputeRow } from './disputeColumns.ts'

const announceRow = createRowAnnouncer('disputes', disputeResourceColumns.names)

/** The new row of a dispute, and what follows from the change. */
export interface DisputeChange {
  readonly row: DisputeRow
  /** The revision that the change was computed from. Null for a new dispute. */
  readonly from: number | null
  /** Events of the dispute. None if a report changed nothing that a client can see. */
  readonly events: readonly Extract<EventType, `dispute.${string}`>[]
  /** When the bank first withdrew money, milliseconds since 1970. Null for a warning. */
  readonly disputedAt: number | null
  /** Whether it is this change that makes a warning, or a new case, a dispute. */
  readonly isFirstWithdrawal: boolean
  /** Whether the case is over, so that a simulated processor reports no further stage. */
  readonly isOver: boolean
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The scope of a change: events record the request that caused it. */
export type DisputeScope = OwnerScope & Pick<StoreScope, 'cause'>

/** Updates the row, or inserts it unless its case is recorded. Returns the id if it did. */
const writeRow = ({ owner }: DisputeScope, { row, from }: DisputeChange): Statement => {
  const values = disputeColumns.encode(row)
  return from === null
    ? sql(
        `INSERT INTO disputes (account, mode, ${disputeColumns.list()}) VALUES (?, ?, ${disputeColumns.placeholders})
         ON CONFLICT DO NOTHING RETURNING id`,
        owner.account,
        owner.mode,
        ...values,
      )
    : sql(
        `UPDATE disputes SET ${disputeColumns.assignments} WHERE id = ? AND revision = ? RETURNING id`,
        ...values,
        row.id,
        from,
      )
}

/**
 * One round trip, all or nothing: writes a dispute, its copy in the payment, and the events. Safe to repeat. Returns false if another report
 * was written since `from`, or if this change was written before: read the case again.
 */
export const writeDispute = (scope: DisputeScope, change: DisputeChange): Promise<boolean> =>
  writeWith(scope, change, null)

/** As `writeDispute`, with an audit entry in the same batch. */
export const writeAuditedDispute = (scope: StoreScope, change: DisputeChange, note: AuditNote): Promise<boolean> =>
  writeWith(scope, change, auditChange(scope, change, note))

/** INSERT of the audit entry, before the change: a repeated batch finds another revision, or the case, and adds no second entry. */
const auditChange = ({ owner, sign }: StoreScope, { row, from }: DisputeChange, note: AuditNote): Statement => {
  if (from === null) {
    const isNew = sql(
      'NOT EXISTS (SELECT 1 FROM disputes WHERE account = ? AND mode = ? AND connection = ? AND caseId = ?)',
      owner.account,
      owner.mode,
      row.connection,
      row.caseId,
    )
    const detail = { ...note.detail, changes: { stage: { old: null, new: row.stage } } }
    return appendAuditIf(isNew, owner.account, sign({ ...note, detail }))
  }
  const before = sql('disputes WHERE id = ? AND revision = ?', row.id, from)
  return appendAuditIf(sql(`EXISTS (SELECT 1 FROM ${before.sql})`, ...before.values), owner.account, sign(note), {
    before: sql("json_object('stage', stage)"),
    row: before,
    after: { stage: row.stage },
  })
}

const writeWith = async (scope: DisputeScope, change: DisputeChange, audit: Statement | null): Promise<boolean> => {
  const { row, events, disputedAt, isFirstWithdrawal, isOver, at } = change
  const { id, transactionId, operationId, revision } = row
  // By the reports, too: a concurrent change has the same revision.
  const isWritten = sql(
    'disputes.id = ? AND disputes.revision = ? AND disputes.reports = ?',
    id,
    revision,
    JSON.stringify(row.reports),
  )
  const wasWritten = sql(`EXISTS (SELECT 1 FROM disputes WHERE ${isWritten.sql})`, ...isWritten.values)
  const visible = events.length > 0
  const results = await scope.database.batchWithRetry([
    ...(audit === null ? [] : [audit]),
    writeRow(scope, change),
    ...(isFirstWithdrawal ? [numberDisputeEvent(row)] : []),
    ...(visible ? [copyIntoPayment(transactionId, disputedAt, at, wasWritten)] : []),
    ...(isOver ? [endSchedule(operationId, wasWritten)] : []),
    ...events.map((type) =>
      announceRow({
        type,
        which: isWritten,
        at,
        requestId: scope.cause,
        occasion: sql("CASE WHEN ? = 'dispute.created' THEN '' ELSE CAST(revision AS TEXT) END", type),
      }),
    ),
    ...(isFirstWithdrawal ? [announceDispute(operationId, at, all(wasWritten, isFirstOfOperation(row)))] : []),
  ])
  return (results[audit === null ? 0 : 1]?.length ?? 0) > 0
}

/** Copies the disputes of a payment into its row, so that a read of the payment has them. */
const copyIntoPayment = (payment: number, disputedAt: number | null, at: number, when: Statement): Statement =>
  sql(
    `UPDATE transactions
     SET disputes = (SELECT json_group_array(${rowAsJson('disputes', disputeSummaryColumns.names)} ORDER BY created, id)
                     FROM disputes WHERE transactionId = transactions.id),
         disputed = coalesce(disputed, ?), updated = max(updated, ?)
     WHERE id = ? AND ${when.sql}`,
    disputedAt,
    at,
    payment,
    ...when.values,
  )

const withdrawing = toSqlList(withdrawingStages)

/** A condition: no other case has withdrawn money of the operation. Its events may be past their retention. */
const isFirstOfOperation = ({ id, transactionId, operationId }: DisputeRow): Statement =>
  sql(
    `NOT EXISTS (SELECT 1 FROM disputes AS other, json_each(other.stages) AS earlier
                 WHERE other.transactionId = ? AND other.operationId = ? AND other.id <> ?
                   AND earlier.value ->> 'stage' IN (${withdrawing}))`,
    transactionId,
    operationId,
    id,
  )

/** The statement after that of the dispute's row: a repeated batch changes no row there, and then numbers no second event. */
const numberDisputeEvent = (row: DisputeRow): Statement => {
  const isFirst = isFirstOfOperation(row)
  return sql(
    `UPDATE operations SET ${numberEvent()} WHERE id = ? AND changes() > 0 AND ${isFirst.sql}`,
    row.operationId,
    ...isFirst.values,
  )
}

const endSchedule = (operation: number, when: Statement): Statement =>
  sql(
    `UPDATE operations SET foreseenAt = NULL WHERE id = ? AND foreseen ->> 'event' = 'disputed' AND ${when.sql}`,
    operation,
    ...when.values,
  )

import type { SimulatedReturn } from '../../processors/simulatedReturn.ts'
import { all, sql } from '../sql/database.ts'
import { defineColumns, enumText, integer, json, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope, ShardScope } from '../sql/scope.ts'
import { recount } from '../transactions/amounts.ts'
import { ofPayment } from '../transactions/ofPayment.ts'
import { isOwned } from '../sql/ownedRows.ts'
import { numberEvents } from '../transactions/eventNumbers.ts'
import { announceOutcomes } from '../transactions/transactionEvents.ts'
import type { Statement } from '../sql/database.ts'

/** Schedules of simulated processors: the return of a settled operation, or the stages of its dispute. */

/** A scheduled return, or a dispute's stages. Schedules of earlier versions have no reason and stages: the dispute opens. */
type Foreseen = Pick<SimulatedReturn, 'event'> &
  Partial<Pick<Extract<SimulatedReturn, { event: 'disputed' }>, 'reason' | 'stages'>>

/** When the return or the first stage is due, milliseconds since 1970. */
const firstDue = (scheduled: SimulatedReturn): number =>
  scheduled.event === 'returned' ? scheduled.at : Math.min(...scheduled.stages.map(({ at }) => at))

/** What is stored of a scheduled return. */
const foreseenText = (scheduled: SimulatedReturn): object =>
  scheduled.event === 'returned' ? { event: scheduled.event, code: scheduled.code } : scheduled

/** Stores scheduled returns of operations that a batch settled, unless one is stored. */
export const insertScheduledReturns = (
  batch: string,
  scheduled: readonly { readonly id: number; readonly scheduledReturn: SimulatedReturn }[],
): Statement =>
  sql(
    `UPDATE operations SET foreseen = scheduled.value ->> 'foreseen', foreseenAt = scheduled.value ->> 'at' FROM json_each(?) AS scheduled
     WHERE operations.id = scheduled.value ->> 'id' AND operations.batchId = ? AND operations.foreseen IS NULL`,
    JSON.stringify(
      scheduled.map(({ id, scheduledReturn }) => ({
        id,
        at: firstDue(scheduledReturn),
        foreseen: foreseenText(scheduledReturn),
      })),
    ),
    batch,
  )

/** An SQL condition: what is foreseen can happen. A return that a processor reports before the batch has closed waits for it. */
export const isReturnable = "NOT (status = 'approved' AND foreseen ->> 'event' IS 'returned')"

/** A condition: the operation's scheduled return, or the next stage of its dispute, is due. */
export const isReturnDue = (scope: OwnerScope, nowMs: number): Statement =>
  all(sql(`foreseenAt <= ? AND ${isReturnable}`, nowMs), isOwned(scope))

const dueColumns = defineColumns({
  id: integer,
  account: text,
  mode: enumText<'test' | 'live'>(),
  foreseen: json<Foreseen>(),
  /** When the return or the next stage is due, milliseconds since 1970. */
  foreseenAt: integer,
})

export type DueReturn = RowOf<typeof dueColumns>

/** One round trip: at most `limit` operations whose return, or next stage of a dispute, is due. The earliest is first. */
export const readDueReturns = async (scope: OwnerScope, nowMs: number, limit: number): Promise<DueReturn[]> => {
  const isDue = isReturnDue(scope, nowMs)
  const rows = await scope.database.rows(
    sql(
      `SELECT ${dueColumns.list()} FROM operations WHERE ${isDue.sql} ORDER BY foreseenAt LIMIT ?`,
      ...isDue.values,
      limit,
    ),
  )
  return rows.map(dueColumns.decode)
}

/** One round trip: sets the time of the next stage of a dispute, or null for none, unless it was changed since the read. */
export const scheduleNextStage = async (
  { database }: ShardScope,
  { id, foreseenAt }: Pick<DueReturn, 'id' | 'foreseenAt'>,
  next: number | null,
): Promise<void> => {
  await database.batchWithRetry([
    sql('UPDATE operations SET foreseenAt = ? WHERE id = ? AND foreseenAt = ?', next, id, foreseenAt),
  ])
}

/** The returned operations of a payment, as its row has them. */
const returnsOfPayment = `
  (SELECT json_group_array(json_object('id', operations.id, 'type', operations.type, 'amount', operations.amount,
                                       'code', foreseen ->> 'code', 'at', operations.updated) ORDER BY operations.updated, operations.id)
   FROM operations WHERE ${ofPayment('transactions.id')} AND operations.status = 'returned')`

/**
 * Applies due returns of settled operations: one round trip, all or nothing, which skips operations that a concurrent call has processed.
 *
 * The return of a capture sets its payment to `returned`. The return of a credit removes it from the payment's sums; that of an unreferenced
 * credit sets its transaction to `returned`.
 */
export const applyReturns = async (
  { database }: ShardScope,
  operations: readonly number[],
  nowMs: number,
): Promise<void> => {
  await database.batchWithRetry(returnStatements(operations, nowMs))
}

/** Statements that apply due returns, safe to repeat. The return of an operation that is not settled yet stays due. */
export const returnStatements = (operations: readonly number[], nowMs: number): Statement[] => {
  const ids = JSON.stringify(operations)
  const due = sql(
    `operations.id IN (SELECT value FROM json_each(?)) AND operations.foreseenAt <= ? AND operations.status = 'settled'
     AND operations.foreseen ->> 'event' = 'returned'`,
    ids,
    nowMs,
  )
  const payments = sql('SELECT transactionId FROM operations WHERE id IN (SELECT value FROM json_each(?))', ids)
  const numbers = numberEvents(due)
  return [
    sql(
      `UPDATE transactions SET status = 'returned' FROM operations
       WHERE operations.transactionId = transactions.id AND (operations.type = 'capture' OR transactions.type = 'credit') AND ${due.sql}`,
      ...due.values,
    ),
    sql(
      `UPDATE operations SET status = 'returned', responseCode = coalesce(foreseen ->> 'code', responseCode), updated = ?,
              eventSequence = numbers.sequence, eventPosition = numbers.position
       FROM (${numbers.sql}) AS numbers WHERE operations.id = numbers.operation`,
      nowMs,
      ...numbers.values,
    ),
    sql(
      "UPDATE operations SET foreseenAt = NULL WHERE id IN (SELECT value FROM json_each(?)) AND status NOT IN ('approved', 'settled')",
      ids,
    ),
    recount(payments, nowMs),
    sql(
      `UPDATE transactions SET returns = ${returnsOfPayment}
       WHERE id IN (SELECT transactionId FROM operations WHERE id IN (SELECT value FROM json_each(?)) AND status = 'returned')`,
      ids,
    ),
    announceOutcomes(operations, nowMs, sql('NULL')),
  ]
}

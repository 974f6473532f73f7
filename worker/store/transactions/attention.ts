import type { AttentionReason } from '#contract/transactions/attention'
import type { OperationType } from '#contract/transactions/transactions'
import { sql } from '../sql/database.ts'
import type { Row, Statement } from '../sql/database.ts'
import { defineColumns, enumText, integer, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { ShardScope } from '../sql/scope.ts'
import { numberEvent } from './eventNumbers.ts'
import { announceAttention } from './transactionEvents.ts'

/**
 * Operations that must be looked up manually at the processor: pending ones, and those whose outcome a message contradicts. Triggers clear
 * `attention` when a pending operation ends.
 */

const newAttentionColumns = defineColumns({
  id: integer,
  transactionId: integer,
  account: text,
  mode: enumText<'test' | 'live'>(),
  type: enumText<OperationType>(),
  attempts: integer,
  attentionReason: enumText<AttentionReason>(),
  due: nullable(integer),
})

/** An operation that has just come to need attention. */
export type NewAttention = RowOf<typeof newAttentionColumns>

/**
 * Statements for a batch, safe to repeat: pending operations need attention from now on, with an event for each. Operations that need it
 * already keep its beginning. The last one selects those that have come to need it at this time, for `decodeNewAttention`.
 *
 * @param which selects the ids of operations
 */
export const needAttention = (which: Statement, reason: AttentionReason, at: number): Statement[] => [
  sql(
    `UPDATE operations SET attention = ?, attentionReason = ?, updated = ?, ${numberEvent()}
     WHERE id IN (${which.sql}) AND status = 'pending' AND attention IS NULL`,
    at,
    reason,
    at,
    ...which.values,
  ),
  announceAttention(which, at),
  selectNewAttention(which, at),
]

/** Selects the operations that have come to need attention at this time, for `decodeNewAttention`. */
export const selectNewAttention = (which: Statement, at: number): Statement =>
  sql(
    `SELECT ${newAttentionColumns.list()} FROM operations WHERE id IN (${which.sql}) AND attention = ?`,
    ...which.values,
    at,
  )

/** Decodes the rows of the last of these statements. */
export const decodeNewAttention = (rows: readonly Row[] | undefined): NewAttention | null =>
  newAttentionColumns.decodeFirst(rows)

/** One round trip: a pending operation needs attention and is attempted at `due`. Null if it has ended or needs it already. */
export const markNeedsAttention = async (
  { database }: ShardScope,
  operation: number,
  reason: AttentionReason,
  due: number,
  at: number,
): Promise<NewAttention | null> => {
  const results = await database.batchWithRetry([
    sql("UPDATE operations SET due = ?, awaitsScan = 0 WHERE id = ? AND status = 'pending'", due, operation),
    ...needAttention(sql('SELECT ?', operation), reason, at),
  ])
  return decodeNewAttention(results.at(-1))
}

import type { Ref } from '../../processors/processor.ts'
import type { SimulatedReturn } from '../../processors/simulatedReturn.ts'
import { all, sql } from '../sql/database.ts'
import { defineColumns, integer, json, nullable, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { ShardScope } from '../sql/scope.ts'
import { recount } from '../transactions/amounts.ts'
import { numberEvents } from '../transactions/eventNumbers.ts'
import { batchColumns, insertUnsettledRest, isLeft, isReady, isUnsettled } from './batches.ts'
import type { BatchRow } from './batches.ts'
import { announceSettled } from './batchEvents.ts'
import { insertScheduledReturns } from './dueReturns.ts'
import { currentCycle } from './settlementCycles.ts'

/** An unsettled operation of the cycle of a batch. */
const settleableColumns = defineColumns({
  id: integer,
  transactionId: integer,
  type: enumText<'capture' | 'credit'>(),
  /** When it was approved, milliseconds since 1970. */
  approved: integer,
  /** The processor's reference of the approval: for a capture of its payment's first operation, for a credit its own. */
  processorRef: nullable(json<Ref>()),
})

export type Settleable = RowOf<typeof settleableColumns>

/** One round trip: reads the next operations that a batch settles or leaves to the next cycle, those of the oldest payments first. */
export const readSettleable = async (
  { database }: ShardScope,
  batch: BatchRow,
  limit: number,
): Promise<Settleable[]> => {
  const left = isLeft(batch, batch)
  const rows = await database.rows(
    sql(
      `SELECT id, transactionId, type, updated AS approved,
              iif(type = 'credit', processorRef,
                  (SELECT first.processorRef FROM operations AS first WHERE first.id = operations.transactionId)) AS processorRef
       FROM operations WHERE ${left.sql} ORDER BY transactionId, id LIMIT ?`,
      ...left.values,
      limit,
    ),
  )
  return rows.map(settleableColumns.decode)
}

/** An operation to settle. */
export interface OperationToSettle extends Pick<Settleable, 'id' | 'transactionId'> {
  /** The return or dispute that a simulated processor schedules. */
  readonly scheduledReturn: SimulatedReturn | null
}

export interface SettlementResult {
  /** Number of operations that this call settled. Concurrent calls may have settled others. */
  readonly settled: number
  /** Null if the batch was deleted because it had no operations. */
  readonly batch: BatchRow | null
}

/**
 * Settles operations in a batch and closes it if none is left: one round trip, safe to repeat and to run concurrently. Each operation is
 * counted and settled once, by the same condition in two statements. One that the batch may not settle is left to the current cycle.
 *
 * @param settling the operations that `readSettleable` returned for the batch, in their order
 * @param requestId the request that closes the batch; null for a scheduled batch
 */
export const settleOperations = async (
  { database }: ShardScope,
  batch: BatchRow,
  settling: readonly OperationToSettle[],
  at: number,
  requestId: string | null,
): Promise<SettlementResult> => {
  const ids = settling.map(({ id }) => id)
  const idsAsJson = JSON.stringify(ids)
  // The sign keeps SQLite from reading the whole cycle by its index instead of the operations by their ids.
  const isOfBatch = all(
    sql(
      'operations.id IN (SELECT value FROM json_each(?)) AND +operations.settlementCycle = ?',
      idsAsJson,
      batch.cycle,
    ),
    sql("EXISTS (SELECT 1 FROM batches WHERE batches.id = ? AND batches.status = 'closing')", batch.id),
  )
  const settleable = all(isOfBatch, isReady(batch.cutoff))
  const isRest = all(isOfBatch, isUnsettled)
  const numbers = numberEvents(settleable)
  const payments = sql(
    'SELECT transactionId FROM operations WHERE id IN (SELECT value FROM json_each(?)) AND batchId = ?',
    idsAsJson,
    batch.id,
  )
  const last = settling.at(-1)
  const { lastPayment, lastOperation } =
    last === undefined ? batch : { lastPayment: last.transactionId, lastOperation: last.id }
  const left = isLeft(batch, { lastPayment, lastOperation })
  const isClosing = sql("batches.id = ? AND batches.status = 'closing'", batch.id)
  const isOver = sql(`NOT EXISTS (SELECT 1 FROM operations WHERE ${left.sql})`, ...left.values)
  const isEmpty = all(isClosing, isOver, sql('NOT EXISTS (SELECT 1 FROM batchTotals WHERE batch = batches.id)'))
  const results = await database.batchWithRetry([
    sql(
      `INSERT INTO batchTotals (batch, currency, captures, captured, credits, credited)
       SELECT ?, currency, sum(operations.type = 'capture'), sum(iif(operations.type = 'capture', amount, 0)),
              sum(operations.type = 'credit'), sum(iif(operations.type = 'credit', amount, 0))
       FROM operations JOIN transactions ON transactions.id = operations.transactionId WHERE ${settleable.sql} GROUP BY currency
       ON CONFLICT DO UPDATE SET captures = captures + excluded.captures, captured = captured + excluded.captured,
                                 credits = credits + excluded.credits, credited = credited + excluded.credited`,
      batch.id,
      ...settleable.values,
    ),
    sql(
      `UPDATE operations SET status = 'settled', batchId = ?, updated = ?, eventSequence = numbers.sequence, eventPosition = numbers.position
       FROM (${numbers.sql}) AS numbers WHERE operations.id = numbers.operation RETURNING id`,
      batch.id,
      at,
      ...numbers.values,
    ),
    insertScheduledReturns(
      batch.id,
      settling.flatMap(({ id, scheduledReturn }) => (scheduledReturn === null ? [] : [{ id, scheduledReturn }])),
    ),
    recount(payments, at, sql('batchId = ?', batch.id)),
    sql(`UPDATE operations SET settlementCycle = ${currentCycle('operations')} WHERE ${isRest.sql}`, ...isRest.values),
    sql(
      `UPDATE counters SET total = total - 1
       WHERE account = ? AND mode = ? AND name = 'batches' AND EXISTS (SELECT 1 FROM batches WHERE ${isEmpty.sql})`,
      batch.account,
      batch.mode,
      ...isEmpty.values,
    ),
    sql(`DELETE FROM batches WHERE ${isEmpty.sql}`, ...isEmpty.values),
    sql(
      `UPDATE batches SET lastPayment = ?, lastOperation = ?
       WHERE ${isClosing.sql} AND NOT ${isOver.sql} AND (lastPayment, lastOperation) < (?, ?)`,
      lastPayment,
      lastOperation,
      ...isClosing.values,
      ...isOver.values,
      lastPayment,
      lastOperation,
    ),
    sql(
      `UPDATE batches SET status = 'closed', closed = ?, lastPayment = max(lastPayment, ?)
       WHERE ${isClosing.sql} AND ${isOver.sql}`,
      at,
      lastPayment,
      ...isClosing.values,
      ...isOver.values,
    ),
    insertUnsettledRest(batch, batch.cutoff),
    ...announceSettled(batch.id, ids, at, requestId),
    sql(`SELECT ${batchColumns.list()} FROM batches WHERE id = ?`, batch.id),
  ])
  return {
    settled: results[1]?.length ?? 0,
    batch: batchColumns.decodeFirst(results.at(-1)),
  }
}

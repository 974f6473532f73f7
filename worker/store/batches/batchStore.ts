import { createStore } from '../sql/scope.ts'
import { readDueBatches, setCutoffs } from './dueBatches.ts'
import { findBatch, findClosingBatch, insertBatch, listBatchRows } from './batches.ts'
import { applyReturns, readDueReturns, scheduleNextStage } from './dueReturns.ts'
import { readSettleable, settleOperations } from './settlement.ts'

/** The settlement batches of one account and mode. */
export const batchStore = createStore({
  insert: insertBatch,
  readSettleable,
  settle: settleOperations,
  findClosing: findClosingBatch,
  find: findBatch,
  list: listBatchRows,
})

export type BatchStore = ReturnType<typeof batchStore>

/** Settlement batches, returns and disputes that one sweep processes. */
export const batchSweepStore = createStore({
  insert: insertBatch,
  readSettleable,
  settle: settleOperations,
  readDue: readDueBatches,
  setCutoffs,
  readDueReturns,
  applyReturns,
  scheduleNextStage,
})

export type BatchSweepStore = ReturnType<typeof batchSweepStore>

import { storeOf } from '../sql/scope.ts'
import { readBatchAgenda, setCutoffs } from './agenda.ts'
import { findBatch, findClosingBatch, insertBatch, insertBatchOf, readBatches } from './batches.ts'
import { updateDueReturns } from './dueReturns.ts'
import { readSettleable, settleOperations } from './settlement.ts'

/** The settlement batches of one account and mode. */
export const batchStore = storeOf({
  insert: insertBatch,
  readSettleable,
  settle: settleOperations,
  findClosing: findClosingBatch,
  find: findBatch,
  list: readBatches,
})

export type BatchStore = ReturnType<typeof batchStore>

/** Settlement batches, returns and disputes that one sweep processes. */
export const batchSweepStore = storeOf({
  insertOf: insertBatchOf,
  readSettleable,
  settle: settleOperations,
  readAgenda: readBatchAgenda,
  setCutoffs,
  updateDueReturns,
})

export type BatchSweepStore = ReturnType<typeof batchSweepStore>

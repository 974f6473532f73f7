import { bindScope } from '../sql/scope.ts'
import type { OwnerScope } from '../sql/scope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'
import { readBatchAgenda, setCutoffs } from './agenda.ts'
import { findBatch, findClosingBatch, insertBatch, insertBatchOf, readBatches } from './batches.ts'
import { updateDueReturns } from './dueReturns.ts'
import { readSettleable, settleOperations } from './settlement.ts'

/** The settlement batches of one account and mode. */
export const batchStore = (scope: OwnerScope) =>
  bindScope(scope, {
    insert: insertBatch,
    readSettleable,
    settle: settleOperations,
    findClosing: findClosingBatch,
    find: findBatch,
    list: readBatches,
  })

export type BatchStore = ReturnType<typeof batchStore>

/** Settlement batches, returns and disputes that one sweep processes. */
export const batchSweepStore = (scope: SweepScope) =>
  bindScope(scope, {
    insertOf: insertBatchOf,
    readSettleable,
    settle: settleOperations,
    readAgenda: readBatchAgenda,
    setCutoffs,
    updateDueReturns,
  })

export type BatchSweepStore = ReturnType<typeof batchSweepStore>

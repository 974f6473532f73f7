import { bindScope } from '../sql/scope.ts'
import type { OwnerScope } from '../sql/scope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'
import {
  batchAgenda,
  dateUnsettled,
  findBatch,
  findClosing,
  listBatches,
  openBatch,
  openBatchOf,
  readSettleable,
  settlePieces,
} from './batches.ts'
import { applyDueReturns } from './dueReturns.ts'

/** The settlement batches of one account and mode. */
export const batchStore = (scope: OwnerScope) =>
  bindScope(scope, {
    open: openBatch,
    openBatchOf,
    readSettleable,
    settle: settlePieces,
    findClosing,
    find: findBatch,
    list: listBatches,
  })

export type BatchStore = ReturnType<typeof batchStore>

/** Settlement batches, returns and disputes that one sweep processes. */
export const batchSweepStore = (scope: SweepScope) =>
  bindScope(scope, {
    open: openBatchOf,
    readSettleable,
    settle: settlePieces,
    agenda: batchAgenda,
    date: dateUnsettled,
    applyDueReturns,
  })

export type BatchSweepStore = ReturnType<typeof batchSweepStore>

import { createStore } from '../sql/scope.ts'
import { findCase, findDispute, listDisputeRows } from './disputes.ts'
import { writeDispute } from './disputeWrites.ts'

/** The disputes of one account and mode. */
export const disputeStore = createStore({
  find: findDispute,
  findCase,
  list: listDisputeRows,
  write: writeDispute,
})

export type DisputeStore = ReturnType<typeof disputeStore>

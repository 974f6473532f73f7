import { createStore } from '../sql/scope.ts'
import { findCase, findDispute, listDisputeRows } from './disputes.ts'
import { writeAuditedDispute, writeDispute } from './disputeWrites.ts'

/** The disputes of one account and mode. */
export const disputeStore = createStore({
  find: findDispute,
  findCase,
  list: listDisputeRows,
  write: writeDispute,
})

export type DisputeStore = ReturnType<typeof disputeStore>

/** What a person decides about disputes, with audit entries. */
export const acceptanceStore = createStore({ write: writeAuditedDispute })

export type AcceptanceStore = ReturnType<typeof acceptanceStore>

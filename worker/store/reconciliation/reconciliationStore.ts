import { createStore } from '../sql/scope.ts'
import { findComparedRows, listSentOperations } from './comparedRows.ts'
import { insertLostPayment, insertReversalOfStanding, recordFoundModification } from './repairs.ts'

/** The operations of one account and mode, for the comparison with a processor's report. */
export const reconciliationStore = createStore({
  findRows: findComparedRows,
  listSent: listSentOperations,
  recordModification: recordFoundModification,
  insertLostPayment,
  insertReversalOfStanding,
})

export type ReconciliationStore = ReturnType<typeof reconciliationStore>

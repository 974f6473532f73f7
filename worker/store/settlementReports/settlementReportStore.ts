import { findComparedRows } from '../reconciliation/comparedRows.ts'
import { createStore } from '../sql/scope.ts'
import { applyReportPage, settleWithoutReport } from './applyReport.ts'
import { claimDueReports, findOldestAwaiting, postponeReport } from './settlementReports.ts'

/** The reports of processors that settle the captures and credits of one account and mode. */
export const settlementReportStore = createStore({
  claimDue: claimDueReports,
  findOldestAwaiting,
  findRows: findComparedRows,
  applyPage: applyReportPage,
  postpone: postponeReport,
  settleWithoutReport,
})

export type SettlementReportStore = ReturnType<typeof settlementReportStore>

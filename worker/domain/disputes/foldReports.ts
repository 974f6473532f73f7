import { categoryOf } from '#contract/disputes/disputeReasons'
import { compareReports, pendingStages, stagesFrom } from '#contract/disputes/disputeStages'
import type { DisputeReport, DisputeRow } from '../../store/disputes/disputeColumns.ts'

/** The part of a dispute that follows from its reports. */
export type ReportedState = Pick<
  DisputeRow,
  'stage' | 'stages' | 'amount' | 'reasonCode' | 'reasonCategory' | 'evidenceDueBy' | 'reports'
>

const compare = (one: DisputeReport, other: DisputeReport): number => {
  const order = compareReports(one, other)
  if (order !== 0) return order
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1
}

/** Adds a report to others. Returns the same list if it is one of them. */
export const addReport = (reports: readonly DisputeReport[], report: DisputeReport): readonly DisputeReport[] => {
  const text = JSON.stringify(report)
  return reports.some((other) => JSON.stringify(other) === text) ? reports : [...reports, report].toSorted(compare)
}

/**
 * The state of a dispute from all reports about it, in any order of arrival. The newest amount and reason apply. A deadline applies to
 * the stage in which it was reported, and to none that is over.
 *
 * @param reports at least one, from `addReport`
 * @param wholeAmount of the disputed operation, in minor units, for a processor that reports no amount
 */
export const foldReports = (reports: readonly DisputeReport[], wholeAmount: number): ReportedState => {
  const stages = stagesFrom(reports).map(({ stage, at }) => ({ stage, at }))
  const current = stages.at(-1)!
  const newest = <Member extends keyof DisputeReport>(member: Member, among = reports) =>
    among.findLast((report) => report[member] !== null)?.[member] ?? null
  const reasonCode = newest('reasonCode')
  const known = reasonCode === null ? undefined : categoryOf(reasonCode)
  const ofStage = reports.filter(({ stage, at }) => at >= current.at && stage === current.stage)
  return {
    stage: current.stage,
    stages,
    amount: newest('amount') ?? wholeAmount,
    reasonCode,
    reasonCategory: known ?? newest('reasonCategory') ?? 'general',
    evidenceDueBy: pendingStages.includes(current.stage) ? newest('evidenceDueBy', ofStage) : null,
    reports,
  }
}

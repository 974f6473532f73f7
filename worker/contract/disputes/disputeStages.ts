/**
 * The stages of a dispute. `warning` is an inquiry before a dispute and moves no money. `open` withdraws the amount. `won` gives it back, or
 * ends a warning. `lost` and `accepted` keep it withdrawn.
 */
export const disputeStages = ['warning', 'open', 'won', 'lost', 'accepted'] as const
export type DisputeStage = (typeof disputeStages)[number]

type Effect = 'moves' | 'stays'

/**
 * The state machine of a dispute: whether a report of the second stage changes a dispute in the first. A dispute that was won opens again by
 * pre-arbitration, and a lost one can be won by arbitration. An accepted dispute is over: the merchant gave it up.
 */
export const stageTransitions: Readonly<Record<DisputeStage, Readonly<Record<DisputeStage, Effect>>>> = {
  warning: { warning: 'stays', open: 'moves', won: 'moves', lost: 'moves', accepted: 'moves' },
  open: { warning: 'stays', open: 'stays', won: 'moves', lost: 'moves', accepted: 'moves' },
  won: { warning: 'stays', open: 'moves', won: 'stays', lost: 'moves', accepted: 'stays' },
  lost: { warning: 'stays', open: 'stays', won: 'moves', lost: 'stays', accepted: 'stays' },
  accepted: { warning: 'stays', open: 'stays', won: 'stays', lost: 'stays', accepted: 'stays' },
}

/** Stages in which evidence or an acceptance can still change the result. */
export const pendingStages: readonly DisputeStage[] = ['warning', 'open']

/** Stages in which the bank has withdrawn the amount from the merchant. */
export const withdrawingStages: readonly DisputeStage[] = ['open', 'lost', 'accepted']

/** A stage as a processor reported it. */
export interface StageReport {
  readonly stage: DisputeStage
  /** When the stage began, milliseconds since 1970. */
  readonly at: number
}

/** Among reports of the same time, such as a date without a time: the later stage of a usual dispute is the later report. */
const rank: Readonly<Record<DisputeStage, number>> = { warning: 0, open: 1, accepted: 2, lost: 3, won: 4 }

/** Orders reports by time. */
export const compareReports = (one: StageReport, other: StageReport): number =>
  one.at - other.at || rank[one.stage] - rank[other.stage]

/**
 * The stages that a dispute went through, oldest first. The last one is its stage. It depends on the set of reports only, so a report that
 * arrives late or twice does no harm.
 */
export const stagesFrom = <Report extends StageReport>(reports: readonly Report[]): Report[] => {
  const stages: Report[] = []
  for (const report of reports.toSorted(compareReports)) {
    const current = stages.at(-1)
    if (current === undefined || stageTransitions[current.stage][report.stage] === 'moves') stages.push(report)
  }
  return stages
}

import type { DisputeStage } from '#contract/disputes/disputeStages'

/** In milliseconds since 1970. */
export interface SettlementTimes {
  readonly approved: number
  readonly settled: number
}

/** Times are milliseconds since 1970, not before the settlement. */
export type SimulatedReturn =
  | {
      readonly event: 'returned'
      /** NACHA return code of a check: a key of `#contract/transactions/responseCodes`. */
      readonly code?: string
      readonly at: number
    }
  | {
      readonly event: 'disputed'
      /** Reason code of the card network. */
      readonly reason: string
      /** The stages that follow each other, at least one. */
      readonly stages: readonly SimulatedStage[]
    }

export interface SimulatedStage {
  readonly stage: DisputeStage
  readonly at: number
  readonly evidenceDueBy?: number
}

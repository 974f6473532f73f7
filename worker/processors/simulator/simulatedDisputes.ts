import type { DisputeStage } from '#contract/disputes/disputeStages'

/** The course of a simulated dispute. */
export interface SimulatedCase {
  /** Reason code of the card network. */
  readonly reason: string
  /** Each stage with its day after the settlement, and the day on which evidence is due. */
  readonly stages: readonly (readonly [stage: DisputeStage, day: number, dueDay?: number])[]
}

/** The disputes of test cards. Evidence is due 14 days after a stage begins, and the bank decides 30 days after it. */
export const disputeTriggers = {
  /** Opens at settlement, so that a test needs to pass no days, and is lost. */
  disputed: {
    reason: '10.4',
    stages: [
      ['open', 0, 14],
      ['lost', 30],
    ],
  },
  disputeWon: {
    reason: '13.1',
    stages: [
      ['open', 10, 24],
      ['won', 40],
    ],
  },
  disputeLost: {
    reason: '13.3',
    stages: [
      ['open', 10, 24],
      ['lost', 40],
    ],
  },
  /** Accepted outside of the gateway: on the processor’s site, or by a rule of the account there. */
  disputeAccepted: {
    reason: '12.6.1',
    stages: [
      ['open', 10, 24],
      ['accepted', 12],
    ],
  },
  warningEnded: {
    reason: '10.4',
    stages: [
      ['warning', 5, 19],
      ['won', 35],
    ],
  },
  warningDisputed: {
    reason: '13.2',
    stages: [
      ['warning', 5, 19],
      ['open', 15, 29],
      ['lost', 45],
    ],
  },
  /** Won, opened again by pre-arbitration, and lost. */
  disputeReopened: {
    reason: '13.7',
    stages: [
      ['open', 10, 24],
      ['won', 40],
      ['open', 50, 64],
      ['lost', 80],
    ],
  },
} as const satisfies Readonly<Record<string, SimulatedCase>>

export type DisputeTrigger = keyof typeof disputeTriggers

export const isDisputeTrigger = (mark: string | undefined): mark is DisputeTrigger =>
  mark !== undefined && Object.hasOwn(disputeTriggers, mark)

import type { DisputeStage } from '../../../contract/disputes/disputeStages.ts'
import type { Processor } from '../../../processors/processor.ts'

const hour = 3_600_000

/** Courses of disputes, with the hours after settlement. */
const courses: readonly (readonly (readonly [stage: DisputeStage, hours: number])[])[] = [
  [
    ['open', 0],
    ['lost', 30],
  ],
  [
    ['warning', 1],
    ['open', 5],
    ['won', 50],
  ],
  [
    ['warning', 2],
    ['won', 20],
  ],
]

/** The acquirer, with disputes of some payments by their ids: of three in eight, each with another course. */
export const withDisputes = (acquirer: Processor): Processor => ({
  ...acquirer,
  simulateReturn: (type, { op }, { settled }) => {
    const course = type === 'authorize' ? courses[Number(op) % 8] : undefined
    return course === undefined
      ? undefined
      : {
          event: 'disputed',
          reason: '13.1',
          stages: course.map(([stage, hours]) => ({ stage, at: settled + hours * hour })),
        }
  },
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { disputeStages, stageTransitions, stagesFrom, withdrawingStages } from './disputeStages.ts'
import type { DisputeStage } from './disputeStages.ts'

/** Reports one after the other, the first at time 1. */
const after = (...stages: DisputeStage[]) => stages.map((stage, index) => ({ stage, at: index + 1 }))
const stageNames = (reports: readonly { readonly stage: DisputeStage; readonly at: number }[]) =>
  stagesFrom(reports).map(({ stage }) => stage)

test('every stage of a dispute has a transition for a report of every stage', () => {
  for (const row of Object.values(stageTransitions)) expect(Object.keys(row)).toEqual(disputeStages)
  expect(Object.keys(stageTransitions)).toEqual(disputeStages)
})

test.each<[reported: DisputeStage[], stages: DisputeStage[]]>([
  [
    ['warning', 'won'],
    ['warning', 'won'],
  ],
  [
    ['warning', 'open', 'lost'],
    ['warning', 'open', 'lost'],
  ],
  [
    ['open', 'won'],
    ['open', 'won'],
  ],
  [
    ['open', 'won', 'open', 'lost'],
    ['open', 'won', 'open', 'lost'],
  ],
  [
    ['open', 'lost', 'won'],
    ['open', 'lost', 'won'],
  ],
  [
    ['warning', 'accepted'],
    ['warning', 'accepted'],
  ],
  [['lost'], ['lost']],
  // Reports that contradict the stage before them.
  [['open', 'warning'], ['open']],
  [
    ['open', 'lost', 'open'],
    ['open', 'lost'],
  ],
  [
    ['open', 'accepted', 'won'],
    ['open', 'accepted'],
  ],
  [
    ['open', 'accepted', 'lost'],
    ['open', 'accepted'],
  ],
  [
    ['open', 'won', 'accepted'],
    ['open', 'won'],
  ],
])('a dispute reported as %j goes through %j', (reported, stages) => {
  expect(stageNames(after(...reported))).toEqual(stages)
})

test('reports of the same time are in the order of a usual dispute', () => {
  const sameDay = (['won', 'open', 'warning'] as const).map((stage) => ({ stage, at: 1 }))
  expect(stageNames(sameDay)).toEqual(['warning', 'open', 'won'])
})

test('a report of a warning withdraws no money, and a won dispute gives it back', () => {
  expect(disputeStages.filter((stage) => withdrawingStages.includes(stage))).toEqual(['open', 'lost', 'accepted'])
})

const reportArbitrary = fc.record({ stage: fc.constantFrom(...disputeStages), at: fc.integer({ min: 1, max: 6 }) })

test('reports in any order, each once or twice, give the same stages', () => {
  fc.assert(
    fc.property(
      fc.array(reportArbitrary, { minLength: 1, maxLength: 8 }).chain((reports) =>
        fc.record({
          reports: fc.constant(reports),
          shuffled: fc.shuffledSubarray([...reports, ...reports], { minLength: 2 * reports.length }),
        }),
      ),
      ({ reports, shuffled }) => {
        expect(stagesFrom(shuffled)).toEqual(stagesFrom(reports))
      },
    ),
    { numRuns: 2000 },
  )
})

test('no dispute leaves the stage accepted, and none returns to a warning', () => {
  fc.assert(
    fc.property(fc.array(reportArbitrary, { minLength: 1, maxLength: 10 }), (reports) => {
      const stages = stageNames(reports)
      expect(stages.slice(0, -1)).not.toContain('accepted')
      expect(stages.slice(1)).not.toContain('warning')
    }),
    { numRuns: 2000 },
  )
})

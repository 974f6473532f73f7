import { authorizes } from './authorization.ts'
import { countsMoney } from './amounts.ts'
import { doesNotKnow } from './unknownOutcomes.ts'
import { followsUp } from './modifications.ts'
import { givesBack } from './partialReversal.ts'
import { hearsLate } from './lateResponses.ts'
import { knowsItself } from './capabilities.ts'
import { prepares } from './references.ts'
import { repeats } from './idempotency.ts'
import { reverses } from './reversal.ts'
import { starter } from './setup.ts'
import type { Subject } from './subject.ts'
import { tellsNobody } from './redaction.ts'

export type { Subject, Treatment } from './subject.ts'

/** Read as a sentence with the processor's name: "simulator repeats a capture with one effect and one answer". */
const parts = [
  prepares,
  authorizes,
  countsMoney,
  repeats,
  followsUp,
  doesNotKnow,
  hearsLate,
  reverses,
  givesBack,
  tellsNobody,
  knowsItself,
]

/**
 * The promises of `Processor`, as tests. Every processor runs it against its own other side, real or simulated:
 *
 *     processorSuite('simulator', () => ({ processor: simulator(), cardFor: (treatment) => pans[treatment] }))
 *
 * @param make a fresh processor for each test
 */
export const processorSuite = (name: string, make: () => Subject | Promise<Subject>): void => {
  const start = starter(make)
  for (const part of parts) part(name, start)
}

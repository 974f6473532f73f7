import { authorization } from './authorization.ts'
import { amounts } from './amounts.ts'
import { unknownOutcomes } from './unknownOutcomes.ts'
import { modifications } from './modifications.ts'
import { partialReversal } from './partialReversal.ts'
import { lateResponses } from './lateResponses.ts'
import { capabilities } from './capabilities.ts'
import { references } from './references.ts'
import { idempotency } from './idempotency.ts'
import { reversal } from './reversal.ts'
import { createSetup } from './setup.ts'
import type { Subject } from './subject.ts'
import { redaction } from './redaction.ts'

export type { Subject, CardBehavior as Treatment } from './subject.ts'

/** Read as a sentence with the processor's name: "simulator repeats a capture with one effect and one answer". */
const groups = [
  references,
  authorization,
  amounts,
  idempotency,
  modifications,
  unknownOutcomes,
  lateResponses,
  reversal,
  partialReversal,
  redaction,
  capabilities,
]

/**
 * The promises of `Processor`, as tests. Every processor runs it against its own other side, real or simulated:
 *
 *     processorSuite('simulator', () => ({ processor: simulator(), cardFor: (treatment) => pans[treatment] }))
 *
 * @param make a fresh processor for each test
 */
export const testProcessorConformance = (name: string, make: () => Subject | Promise<Subject>): void => {
  const start = createSetup(make)
  for (const part of groups) part(name, start)
}

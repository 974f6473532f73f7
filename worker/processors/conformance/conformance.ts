import { authorization } from './authorization.ts'
import { amounts } from './amounts.ts'
import { unknownOutcomes } from './unknownOutcomes.ts'
import { modifications } from './modifications.ts'
import { partialReversal } from './partialReversal.ts'
import { lateResponses } from './lateResponses.ts'
import { capabilities } from './capabilities.ts'
import { lookup } from './lookup.ts'
import { report } from './report.ts'
import { references } from './references.ts'
import { idempotency } from './idempotency.ts'
import { reversal } from './reversal.ts'
import { createSetup } from './setup.ts'
import type { Capabilities } from '../processor.ts'
import type { Subject } from './subject.ts'
import { redaction } from './redaction.ts'

export type { Subject, CardBehavior } from './subject.ts'

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
  lookup,
  report,
  redaction,
  capabilities,
]

/**
 * Conformance tests of the `Processor` interface. Every processor runs them against its own other side, real or simulated. They ask for
 * what its capabilities claim, and that it refuses the rest:
 *
 *     testProcessorConformance('simulator', defaultCapabilities, () => ({ processor: simulator(), cardFor: (behavior) => pans[behavior] }))
 *
 * @param can the capabilities that the processor must have: they decide which tests there are
 * @param make creates a fresh subject for each test
 */
export const testProcessorConformance = (
  name: string,
  can: Capabilities,
  make: () => Subject | Promise<Subject>,
): void => {
  const setup = createSetup(make)
  for (const declareTests of groups) declareTests(name, setup, can)
}

import { authorizes } from './suite/authorizes.ts'
import { countsMoney } from './suite/countsMoney.ts'
import { doesNotKnow } from './suite/doesNotKnow.ts'
import { followsUp } from './suite/followsUp.ts'
import { givesBack } from './suite/givesBack.ts'
import { hearsLate } from './suite/hearsLate.ts'
import { knowsItself } from './suite/knowsItself.ts'
import { prepares } from './suite/prepares.ts'
import { repeats } from './suite/repeats.ts'
import { reverses } from './suite/reverses.ts'
import { starter } from './suite/start.ts'
import type { Subject } from './suite/subject.ts'
import { tellsNobody } from './suite/tellsNobody.ts'

export type { Subject, Treatment } from './suite/subject.ts'

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

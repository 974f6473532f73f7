import { resourceExamples } from './examples.ts'
import type { Examples } from './examples.ts'
import { moreExamples } from './moreExamples.ts'

/** Examples by operation. A test validates them against the schemas. */
export const examples: Readonly<Record<string, Examples>> = { ...resourceExamples, ...moreExamples }

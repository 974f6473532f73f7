import type { RecordedExample } from '../examples/index.ts'
import type { Json } from './json.ts'

/** Recorded bodies as examples of OpenAPI, named by their ids. */
export const toExamples = (recorded: readonly RecordedExample[], part: 'request' | 'response'): Json =>
  Object.fromEntries(
    recorded.flatMap(({ id, title, [part]: { body } }) =>
      body === undefined ? [] : [[id, { summary: title, value: body }]],
    ),
  )

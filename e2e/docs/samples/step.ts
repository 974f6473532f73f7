import type { Reader } from './reader.ts'

/** What a person does after a block that contains `after`, such as paying in a browser. */
export interface Step {
  readonly after: string
  readonly act: (reader: Reader) => Promise<void>
}

import { examplesOf } from '../../contract/examples/index.ts'
import type { RecordedExample } from '../../contract/examples/index.ts'

/** A declined payment: valid, but not approved. */
export const isDeclined = ({ response: { status, body } }: RecordedExample): boolean =>
  status === 200 && (body as { approved?: unknown } | undefined)?.approved === false

/** Whether an example shows the operation’s success. */
export const isSuccess = (example: RecordedExample): boolean => example.response.status === 200 && !isDeclined(example)

/** The example whose request the samples of an operation send: its first success. */
export const mainExample = (operation: string): RecordedExample => {
  const found = examplesOf(operation).find(isSuccess)
  if (found === undefined) throw new Error(`The operation ${operation} has no example of success.`)
  return found
}

import type { OperationType } from '../../processors/processor.ts'

/** Points at which tests kill the process under test. The process reports them in place of an operation id, and waits. */

/** Before the rows that follow from a checkout's payment are written. */
export const beforeCompletion = 'completion'

/** After a change was committed with its event, before the response and the webhooks are sent. */
export const eventCommitted = 'announced'

/** Points reported by a separate request, which listeners for received responses do not get. */
export type KillPoint =
  /** A pending operation was written, before the processor is called. */
  | 'intended'
  /** The same for the first attempt to charge a bill. */
  | 'billed'
  /** A response of a processor that is not the acquirer was received, and is not stored yet. */
  | `${OperationType} response received`

import type { Capabilities } from '../../processors/processor.ts'
import type { ConnectionLimits } from '../../store/transactions/modifications.ts'
import type { ConnectionNeeds } from './connection.ts'

/** The account's connections that lack what a modification may need. */
export const connectionLimits = ({ accountConnections }: ConnectionNeeds): ConnectionLimits => {
  const those = (lack: (can: Capabilities) => boolean): readonly string[] =>
    accountConnections.filter(({ can }) => lack(can)).map(({ id }) => id)
  return {
    known: accountConnections.map(({ id }) => id),
    captureOnce: those(({ captures }) => captures === 'one'),
    voidWhole: those(({ voidsOneCapture }) => !voidsOneCapture),
    creditSettled: those(({ creditsUnsettled }) => !creditsUnsettled),
    // The processor itself releases the rest of a hold that one capture ends.
    keepRest: those(({ captures, givesBackRest }) => captures === 'many' && !givesBackRest),
  }
}

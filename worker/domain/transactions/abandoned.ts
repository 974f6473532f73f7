import type { Ref } from '../../processors/processor.ts'
import type { SweepServices } from '../../services.ts'
import type { OperationRow } from '../../store/operations.ts'
import { tally } from '../tally.ts'
import { tryReversal } from './reverse.ts'
import { unknownOutcome } from './states.ts'
import { withFreshId } from './withFreshId.ts'

const operationsAtOnce = 25

/**
 * Takes up operations whose time has come: what a crash left pending is undone, and reversals that are under way are tried again. What it
 * takes up is leased, and comes back when the lease ends.
 */
export const undoAbandoned = async (services: SweepServices) => {
  const { operations, clock, limits } = services
  const now = clock.now()
  const due = await operations.claimDue(now, now + limits.reversalLeaseMs, operationsAtOnce)
  const came = await tally(due, (operation) => advance(operation, services))
  return {
    abandoned: due.filter(({ type }) => type !== 'reversal').length,
    reversed: came.get('done') ?? 0,
    deferred: came.get('deferred') ?? 0,
  }
}

/** A reversal is tried again; anything else that is still pending was abandoned by a crash, may have happened, and is undone. */
const advance = async (operation: OperationRow, services: SweepServices): Promise<'done' | 'deferred' | 'ended'> => {
  const reversal = operation.type === 'reversal' ? operation : await beginReversal(operation, services)
  if (reversal === null || reversal.undoes === null || reversal.processorRef === null) return 'ended'
  return tryReversal(
    { undoes: reversal.undoes, ref: JSON.parse(reversal.processorRef) as Ref, attempts: reversal.attempts },
    services,
  )
}

const beginReversal = (operation: OperationRow, services: SweepServices): Promise<OperationRow | null> => {
  const now = services.clock.now()
  return withFreshId(services, (id) =>
    services.operations.abandon(
      operation,
      unknownOutcome.responseCode,
      { id, due: now + services.limits.reversalLeaseMs },
      now,
    ),
  )
}

import type { Ref } from '../processors/processor.ts'
import type { SweepServices } from '../services.ts'
import type { OperationRow } from '../store/operations.ts'
import { tryReversal } from './transactions/reverse.ts'
import { unknownOutcome } from './transactions/states.ts'
import { withFreshId } from './transactions/withFreshId.ts'

/** What one sweep of a shard did. */
export interface Swept {
  readonly abandoned: number
  readonly reversed: number
  readonly deferred: number
  readonly tokensCleared: number
}

const operationsAtOnce = 25
const tokensAtOnce = 500

/**
 * Everything that time drives on one shard, a bounded batch of each. It may be ended at any point, may run twice at once, and goes on
 * where it stopped: what it takes up is leased, and comes back when the lease ends.
 */
export const sweep = async (services: SweepServices): Promise<Swept> => {
  const { operations, tokens, clock, limits } = services
  const now = clock.now()
  const due = await operations.claimDue(now, now + limits.reversalLeaseMs, operationsAtOnce)
  const results = await Promise.allSettled(due.map((operation) => advance(operation, services)))
  const tokensCleared = await tokens.clearExpired(now, tokensAtOnce)
  // Only after everything else had its turn: what fails each time must not keep the others from theirs.
  for (const result of results) if (result.status === 'rejected') throw result.reason
  const count = (wanted: string) =>
    results.filter((result) => result.status === 'fulfilled' && result.value === wanted).length
  return {
    abandoned: due.filter(({ type }) => type !== 'reversal').length,
    reversed: count('done'),
    deferred: count('deferred'),
    tokensCleared,
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

import type { Ref } from '../../processors/processor.ts'
import type { SweepServices } from '../../app/compose.ts'
import type { OperationRow } from '../../store/transactions/operations.ts'
import { moneyOf } from '../money.ts'
import { tally } from '../tally.ts'
import { requestReversal } from './callProcessor.ts'
import type { ProcessorResponse } from './callProcessor.ts'
import { recordModification, sendModification } from './modification.ts'
import { nextAttempt, tryReversal } from './reverse.ts'
import { unknownOutcome } from './states.ts'
import { retryOnIdCollision } from './retryOnIdCollision.ts'

const operationsAtOnce = 25

type Ended = 'reversed' | 'released' | 'repeated' | 'deferred' | 'overtaken'

/**
 * Takes up operations whose time has come: reversals that are under way, captures, voids and credits whose outcome nobody knows, and what a
 * crash left pending. What it takes up is leased, and comes back when the lease ends.
 */
export const recoverPendingOperations = async (services: SweepServices) => {
  const { transactions, clock, limits } = services
  const now = clock.now()
  const due = await transactions.claimDue(now, now + limits.reversalLeaseMs, operationsAtOnce)
  const came = await tally(due, (operation) => resume(operation, services))
  return {
    abandoned: due.filter((operation) => kindOf(operation) === 'first').length,
    reversed: came.get('reversed') ?? 0,
    released: came.get('released') ?? 0,
    repeated: came.get('repeated') ?? 0,
    deferred: came.get('deferred') ?? 0,
  }
}

type Kind = 'first' | 'modification' | 'reversal' | 'release'

const kindOf = ({ id, transactionId, type, undoes }: OperationRow): Kind => {
  if (type === 'reversal') return undoes === null ? 'release' : 'reversal'
  return id === transactionId ? 'first' : 'modification'
}

const resume = (operation: OperationRow, services: SweepServices): Promise<Ended> =>
  resumers[kindOf(operation)](operation, services)

const resumers: Readonly<Record<Kind, (operation: OperationRow, services: SweepServices) => Promise<Ended>>> = {
  /** A payment or payout that a crash abandoned may have happened, and is undone: nobody waits for it any more. */
  first: async (operation, services) => {
    const reversal = await beginReversal(operation, services)
    return reversal === null ? 'overtaken' : resumers.reversal(reversal, services)
  },

  /** A capture, void or credit is repeated under its own references, until the processor tells what became of it. */
  modification: async (operation, services) => {
    const context = await services.transactions.context(operation)
    const answered = orUnknown(await sendModification(operation, context, services))
    const { status } = await recordModification(operation, answered, {
      ...services,
      transactions: services.transactionsOf(operation),
    })
    return status === 'pending' ? 'deferred' : 'repeated'
  },

  reversal: async ({ undoes, processorRef, attempts }, services) => {
    if (undoes === null || processorRef === null) return 'overtaken'
    const done = await tryReversal({ undoes, ref: JSON.parse(processorRef) as Ref, attempts }, services)
    return done === 'done' ? 'reversed' : 'deferred'
  },

  /** What is left of a hold is given back, whose captures stand. */
  release: async (operation, services) => {
    const { transactions, clock } = services
    const { payment, rootRef } = await transactions.context(operation)
    const rest = moneyOf(payment.released, payment.currency)
    const answer = await requestReversal(JSON.parse(rootRef) as Ref, operation.attempts + 1, services, rest)
    const now = clock.now()
    if (answer === 'retry') {
      await transactions.releaseDeferred(operation.id, nextAttempt(operation.attempts + 1, now), now)
      return 'deferred'
    }
    await transactions.releaseDone(operation.id, now)
    return 'released'
  },
}

/** That a repetition was certainly not sent says nothing of what was sent before it. */
const orUnknown = ({ outcome, latency }: ProcessorResponse): ProcessorResponse => ({
  outcome: outcome.result === 'notSent' ? { result: 'unknown', ref: outcome.ref, reason: 'disconnected' } : outcome,
  latency,
})

const beginReversal = (operation: OperationRow, services: SweepServices): Promise<OperationRow | null> => {
  const now = services.clock.now()
  return retryOnIdCollision(services, (id) =>
    services.transactions.abandon(
      operation,
      unknownOutcome.responseCode,
      { id, due: now + services.limits.reversalLeaseMs },
      now,
    ),
  )
}

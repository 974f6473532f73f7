import type {
  Capabilities,
  Outcome,
  Processor,
  Ref,
  Reversal,
  SentModification,
} from '../../../processors/processor.ts'
import type { OperationRow, PaymentRow } from '../../../store/transactions/columns.ts'
import type { DueOperation, RecoveredOperations } from '../../../store/transactions/operations.ts'
import type { ModificationContext } from '../../../store/transactions/modificationOutcomes.ts'
import type { TransactionStore, TransactionSweepStore } from '../../../store/transactions/transactionStore.ts'
import type { Clock } from '../../clock.ts'
import { moneyOf } from '../../money.ts'
import type { Budget } from '../../work/budget.ts'
import { workThrough } from '../../work/workThrough.ts'
import type { TimeLimits } from '../../timeLimits.ts'
import { requestLookup, requestReversal } from '../callProcessor.ts'
import type { ProcessorResponse } from '../callProcessor.ts'
import {
  isAccepted,
  isRelease,
  originalOf,
  recordAccepted,
  recordModification,
  sendModification,
} from '../modifications/modifyTransaction.ts'
import type { RecordModificationNeeds, SendModificationNeeds } from '../modifications/modifyTransaction.ts'
import { retryOnIdCollision } from '../retryOnIdCollision.ts'
import type { TransactionIdNeeds } from '../retryOnIdCollision.ts'
import { markAttention, toDeferral } from './attention.ts'
import type { MarkAttentionNeeds } from './attention.ts'
import { findOutcome } from './findOutcome.ts'
import type { FindOutcomeNeeds } from './findOutcome.ts'
import { attemptReversal } from './reversalAttempts.ts'
import type { AttemptReversalNeeds } from './reversalAttempts.ts'
import { toCreditOutcome } from '../creditOutcome.ts'
import { unknownOutcome } from '../verdict.ts'

type Needs = SendModificationNeeds &
  FindOutcomeNeeds &
  MarkAttentionNeeds &
  TransactionIdNeeds &
  AttemptReversalNeeds & {
    readonly budget: Budget
    readonly limits: Pick<TimeLimits, 'reversalLeaseMs'>
    /** Without the account's test clock. */
    readonly realClock: Clock
    readonly processor: Pick<Processor, 'reverse'> & {
      /** Null if the connection of an operation cannot be opened. */
      capabilities(of: Ref): Promise<Capabilities | null>
    }
    readonly transactions: Pick<
      TransactionSweepStore,
      'claimDue' | 'deferRelease' | 'findContext' | 'insertReversalOfPending' | 'recordRelease' | 'recordSendingAgain'
    >
    /**
     * Writes the outcome of an operation that its keeper has, if any. Returns whether the operation has it now. Throws if the keeper or the
     * database does not respond.
     */
    readonly writeKeptOutcome: (operation: Pick<OperationRow, 'id'>) => Promise<boolean>
    readonly payments: Pick<TransactionStore, 'recordCreditOutcome'> & RecordModificationNeeds['transactions']
  }

/** Age of an operation until which the sweep waits for its keeper. */
const waitForKeeperMs = 15 * 60_000

type Recovery = 'recorded' | 'reversed' | 'released' | 'repeated' | 'deferred' | 'overtaken'

/**
 * Recovers due operations of one kind: unacknowledged reversals, and authorizations and unreferenced credits that a crash left pending; or
 * captures, voids and credits with pending or unknown outcomes. A claim expires, so that what a crash leaves is recovered later.
 */
const recover = async (
  which: RecoveredOperations,
  needs: Needs,
): Promise<ReadonlyMap<Recovery | 'abandoned', number>> => {
  const { transactions, clock, limits, budget } = needs
  let abandoned = 0
  const outcomes = await workThrough(
    (limit) => {
      const nowMs = clock.now()
      return transactions.claimDue(which, { nowMs, leaseUntil: nowMs + limits.reversalLeaseMs, limit })
    },
    async (decode: DueOperation): Promise<Recovery> => {
      const operation = decode()
      const kept = await writeKeptOutcome(operation, needs)
      if (kept !== null) return kept
      const kind = recoveryKind(operation)
      if (kind === 'first') abandoned++
      return recoveries[kind](operation, needs)
    },
    budget,
  )
  return new Map([...outcomes, ['abandoned', abandoned]])
}

/** Sends due reversals. An abandoned payment gets one first. */
export const recoverReversals = async (needs: Needs) => {
  const outcomes = await recover('reversals', needs)
  const count = (outcome: Recovery | 'abandoned') => outcomes.get(outcome) ?? 0
  return {
    abandoned: count('abandoned'),
    recorded: count('recorded'),
    reversed: count('reversed'),
    released: count('released'),
    deferred: count('deferred'),
  }
}

/** Repeats or looks up captures, voids and credits without an outcome. */
export const recoverFollowUps = async (needs: Needs) => {
  const outcomes = await recover('followUps', needs)
  const count = (outcome: Recovery) => outcomes.get(outcome) ?? 0
  return { recorded: count('recorded'), repeated: count('repeated'), deferred: count('deferred') }
}

/**
 * An operation whose request recorded nothing may have an outcome that waits for the database, so that it is neither reversed nor repeated.
 * While its keeper does not respond, it waits: but not for ever, since an abandoned payment holds a shopper's money.
 *
 * Null if there is no such outcome.
 */
const writeKeptOutcome = async (operation: OperationRow, needs: Needs): Promise<Recovery | null> => {
  const { type, responseCode, created } = operation
  if (type === 'reversal' || responseCode !== null) return null
  try {
    return (await needs.writeKeptOutcome(operation)) ? 'recorded' : null
  } catch {
    return needs.clock.now() - created < waitForKeeperMs ? 'deferred' : null
  }
}

type RecoveryKind = 'first' | 'modification' | 'accepted' | 'reversal' | 'release'

const recoveryKind = (operation: OperationRow): RecoveryKind => {
  const { id, transactionId, type, undoes } = operation
  if (type === 'reversal') return undoes === null ? 'release' : 'reversal'
  if (isAccepted(operation)) return 'accepted'
  return id === transactionId ? 'first' : 'modification'
}

const recoveries: Readonly<Record<RecoveryKind, (operation: OperationRow, needs: Needs) => Promise<Recovery>>> = {
  /**
   * An abandoned authorization or unreferenced credit may have happened and is reversed: no request is waiting for it any more.
   */
  first: async (operation, needs) => {
    const reversal = await beginReversal(operation, needs)
    return reversal === null ? 'overtaken' : recoveries.reversal(reversal, needs)
  },

  /**
   * A capture, void or credit without an outcome is repeated if the processor recognizes repeats, otherwise looked up, and sent again only
   * once it has certainly not happened. A processor that offers neither leaves it to a person.
   */
  modification: async (operation, needs) => {
    const { processorRef: ref } = operation
    if (ref === null) return 'overtaken'
    const context = await needs.transactions.findContext(operation)
    const can = await needs.processor.capabilities(ref)
    // A release names the total that it releases, so that a repeat has no effect.
    if (can === null || can.repeats === 'byKey' || isRelease(operation, context.payment))
      return sendAgain(operation, context, needs)
    if (can.finds !== 'byOurReference') {
      await markAttention(operation, 'cannot_be_repeated', needs)
      return 'deferred'
    }
    const found = await findOutcome(ref, toSentModification(operation, context), can, needs)
    if (found === 'absent') {
      // Stored first: after a crash a look-up has to wait until this sending would show.
      const isPending = await needs.transactions.recordSendingAgain(operation.id, {
        at: needs.clock.now(),
        realTime: needs.realClock.now(),
      })
      return isPending ? sendAgain(operation, context, needs) : 'overtaken'
    }
    const outcome: Outcome = found === 'unclear' ? { result: 'unknown', ref, reason: 'timeout' } : found
    return recordRecovery(operation, { outcome, latency: 0 }, needs)
  },

  /**
   * An operation that the processor accepted and decides later is looked up, or repeated if the processor only recognizes repeats. One that
   * can neither be looked up nor repeated waits for the processor's message.
   */
  accepted: async (operation, needs) => {
    const { id, transactionId, processorRef: ref } = operation
    if (ref === null) return 'overtaken'
    const can = await needs.processor.capabilities(ref)
    const context = id === transactionId ? null : await needs.transactions.findContext(operation)
    if (context !== null && can?.repeats === 'byKey' && can.finds === 'never')
      return sendAgain(operation, context, needs)
    const found =
      can === null || can.finds === 'never'
        ? 'notFound'
        : await requestLookup(ref, context === null ? undefined : toSentModification(operation, context), needs)
    const outcome: Outcome = found === 'notFound' ? { result: 'unknown', ref, reason: 'timeout' } : found
    return id === transactionId
      ? recordFoundCredit(operation, outcome, needs)
      : recordRecovery(operation, orUnknown({ outcome, latency: operation.latency }), needs)
  },

  /** A processor that reverses by its own reference only needs a look-up, unless its response brought that reference. */
  reversal: async (operation, needs) => {
    const { undoes, processorRef: ref, attempts } = operation
    if (undoes === null || ref === null) return 'overtaken'
    const can = await needs.processor.capabilities(ref)
    const reverse = async (of: Ref): Promise<Recovery> => {
      const result = await attemptReversal({ undoes, ref: of, attempts }, needs)
      return result === 'done' ? 'reversed' : 'deferred'
    }
    if (can === null || can.reverses === 'byOurReference' || ref.raw !== undefined) return reverse(ref)
    if (can.finds !== 'byOurReference') {
      await markAttention(operation, 'cannot_be_repeated', needs)
      return 'deferred'
    }
    // Only first operations of payments are reversed so: they have references of their own.
    const found = await findOutcome(ref, undefined, can, needs)
    // Without a reference of the processor this counts the attempt and sends nothing.
    if (found === 'unclear') return reverse(ref)
    if (found !== 'absent' && found.result !== 'declined') return reverse(found.ref)
    await needs.operations.recordReversal(undoes, needs.clock.now())
    return 'reversed'
  },

  /** The rest of a hold is released. The captures of the payment stay. */
  release: async (operation, needs) => {
    const { transactions, clock } = needs
    const { payment, rootRef } = await transactions.findContext(operation)
    if (rootRef === null) return 'overtaken'
    const reversal = await requestRelease(rootRef, operation, payment, needs)
    const now = clock.now()
    if (reversal === 'retry') {
      const deferral = toDeferral(operation.attempts + 1, now, 'no_acknowledgement')
      const attention = await transactions.deferRelease(operation.id, deferral)
      if (attention !== null) needs.reportAttention(attention)
      return 'deferred'
    }
    await transactions.recordRelease(operation.id, now)
    return 'released'
  },
}

/**
 * Releases the rest of a hold. A processor that cannot do so beside captures releases a whole hold only; the rest of another one ends at the
 * issuer by its lifetime. By the amount of the release: the captures of its time may have been voided since.
 */
const requestRelease = async (
  rootRef: Ref,
  { amount, attempts }: OperationRow,
  { approved, released, currency }: PaymentRow,
  needs: Needs,
): Promise<Reversal> => {
  const can = await needs.processor.capabilities(rootRef)
  if (can === null) return 'retry'
  if (can.givesBackRest) return requestReversal(rootRef, attempts + 1, needs, moneyOf(released, currency))
  return amount < approved ? 'done' : requestReversal(rootRef, attempts + 1, needs)
}

const toSentModification = (
  operation: Pick<OperationRow, 'type'>,
  context: ModificationContext,
): SentModification | undefined =>
  operation.type === 'capture' || operation.type === 'void' || operation.type === 'credit'
    ? { type: operation.type, original: originalOf(operation, context) }
    : undefined

/** Sends a capture, void or credit again under its own references. */
const sendAgain = async (operation: OperationRow, context: ModificationContext, needs: Needs): Promise<Recovery> =>
  recordRecovery(operation, orUnknown(await sendModification(operation, context, needs)), needs)

const recordRecovery = async (
  operation: OperationRow,
  response: ProcessorResponse,
  { clock, ids, reportAttention, payments }: Needs,
): Promise<Recovery> => {
  const { status } = await recordModification(operation, response, {
    clock,
    ids,
    reportAttention,
    transactions: payments,
  })
  return status === 'pending' ? 'deferred' : 'repeated'
}

/** Records what a look-up found of an unreferenced credit. */
const recordFoundCredit = async (
  operation: OperationRow,
  outcome: Outcome,
  { clock, reportAttention, payments: transactions }: Needs,
): Promise<Recovery> => {
  if (outcome.result !== 'approved' && outcome.result !== 'declined') {
    const pollAfterMs = outcome.result === 'pending' ? outcome.pollAfterMs : 0
    const pending = { result: 'pending', ref: outcome.ref, pollAfterMs } as const
    await recordAccepted(operation, pending, operation.latency, { clock, reportAttention, transactions })
    return 'deferred'
  }
  const isRecorded = await transactions.recordCreditOutcome(toCreditOutcome(operation, outcome, clock.now()))
  return isRecorded ? 'repeated' : 'overtaken'
}

/** A retry that was never sent leaves the outcome of the first request unknown. */
const orUnknown = ({ outcome, latency }: ProcessorResponse): ProcessorResponse => ({
  outcome: outcome.result === 'notSent' ? { result: 'unknown', ref: outcome.ref, reason: 'disconnected' } : outcome,
  latency,
})

const beginReversal = (operation: OperationRow, needs: Needs): Promise<OperationRow | null> => {
  const now = needs.clock.now()
  return retryOnIdCollision(needs, (id) =>
    needs.transactions.insertReversalOfPending(
      operation,
      unknownOutcome.responseCode,
      { id, due: now + needs.limits.reversalLeaseMs },
      now,
    ),
  )
}

import type { AttentionReason } from '#contract/transactions/attention'
import type { NewAttention } from '../../../store/transactions/attention.ts'
import type { Deferral } from '../../../store/transactions/operations.ts'
import type { OperationStore } from '../../../store/transactions/transactionStore.ts'
import type { Clock } from '../../clock.ts'
import { dailyMs, nextAttempt, nextPoll } from './schedule.ts'

export interface ReportAttentionNeeds {
  /** Logs an operation that has come to need attention. */
  readonly reportAttention: (attention: NewAttention) => void
}

/** The next attempt of an operation after `attempts` attempts without an outcome. @param reason for attention, once the schedule is over */
export const toDeferral = (attempts: number, at: number, reason: AttentionReason): Deferral => {
  const { due, isExhausted } = nextAttempt(attempts, at)
  return { due, attention: isExhausted ? reason : null, at }
}

/** The next look-up of an operation that the processor accepted. @param pollAfterMs of the processor's response, 0 without one */
export const toPollDeferral = (created: number, pollAfterMs: number, at: number): Deferral => {
  const { due, isOverdue } = nextPoll(created, pollAfterMs, at)
  return { due, attention: isOverdue ? 'pending_too_long' : null, at }
}

export interface MarkAttentionNeeds extends ReportAttentionNeeds {
  readonly clock: Clock
  readonly operations: Pick<OperationStore, 'markNeedsAttention'>
}

/**
 * Marks a pending operation for a person, before its schedule is over: its processor offers no way to find out the outcome. It stays
 * pending and due each day. An operation that
 * is marked already keeps its reason and is due a day later; one that has ended stays as it is.
 */
export const markAttention = async (
  { id }: { readonly id: number },
  reason: AttentionReason,
  { clock, operations, reportAttention }: MarkAttentionNeeds,
): Promise<void> => {
  const now = clock.now()
  const attention = await operations.markNeedsAttention(id, reason, now + dailyMs, now)
  if (attention !== null) reportAttention(attention)
}

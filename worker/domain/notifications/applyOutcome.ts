import type { Approved, Declined, Outcome } from '../../processors/processor.ts'
import type { Notification } from '../../processors/notifications.ts'
import type { FoundNotified, NotificationRow } from '../../store/notifications/notifications.ts'
import type { NotificationStore } from '../../store/notifications/notificationStore.ts'
import type { OutcomeChange } from '../../store/notifications/notifiedOutcomes.ts'
import { toCreditOutcome } from '../transactions/creditOutcome.ts'
import { toModificationOutcome } from '../transactions/modifications/modificationOutcome.ts'
import type { ReportAttentionNeeds } from '../transactions/recovery/attention.ts'
import { retryOnIdCollision } from '../transactions/retryOnIdCollision.ts'
import type { TransactionIdNeeds } from '../transactions/retryOnIdCollision.ts'
import { toModificationVerdict } from '../transactions/verdict.ts'

export interface ApplyOutcomeNeeds extends TransactionIdNeeds, ReportAttentionNeeds {
  readonly notifications: Pick<NotificationStore, 'applyOutcome' | 'find'>
}

type NotifiedOutcome = Extract<Notification, { kind: 'outcome' }>['outcome']

/**
 * Applies a notified outcome to its operation: one round trip. A pending capture, void or credit gets the outcome.
 * A late approval of what was reversed is reversed again. An authorization waits for the request or sweep that called the processor.
 *
 * An outcome that contradicts the recorded one changes no amount: the operation needs attention, and is logged.
 *
 * @param notification null for a message without an id
 */
export const applyOutcome = async (
  outcome: NotifiedOutcome,
  found: FoundNotified,
  notification: NotificationRow | null,
  needs: ApplyOutcomeNeeds,
): Promise<void> => {
  const { clock, notifications, reportAttention } = needs
  const { operation } = found
  const at = clock.now()
  const attention = await retryOnIdCollision(needs, (releaseId) =>
    notifications.applyOutcome({
      operation: operation.id,
      result: outcome.result,
      amount: comparedAmount(outcome, found),
      change: toChange(outcome, found, releaseId, at),
      notification,
      at,
    }),
  )
  if (attention !== null) reportAttention(attention)
}

/** The moved amount of a capture or credit. Null for others, whose amount a message may count in another way. */
const comparedAmount = (outcome: NotifiedOutcome, { operation: { type, amount } }: FoundNotified): number | null =>
  outcome.result === 'approved' && (type === 'capture' || type === 'credit')
    ? Math.min(amount, Number(outcome.approved.minor))
    : null

const toChange = (
  notified: NotifiedOutcome,
  { operation, reversal }: FoundNotified,
  releaseId: number,
  at: number,
): OutcomeChange => {
  const { id, transactionId, type, processorRef: ref } = operation
  if (ref === null || type === 'reversal') return { of: 'nothing' }
  const outcome: Approved | Declined = { ...notified, ref }
  const verdict = toModificationVerdict(outcome)
  if (verdict === null) return { of: 'nothing' }
  if (id !== transactionId) {
    const response = { outcome, latency: operation.latency }
    return { of: 'modification', outcome: toModificationOutcome(operation, response, verdict, { releaseId, at }) }
  }
  if (reversal !== null) return notified.result === 'approved' ? { of: 'reversed' } : { of: 'nothing' }
  return type === 'credit' ? { of: 'credit', outcome: toCreditOutcome(operation, outcome, at) } : { of: 'nothing' }
}

/** Whether an outcome of `onUnsolicited` is final. */
export const isFinal = (outcome: Outcome): outcome is Approved | Declined =>
  outcome.result === 'approved' || outcome.result === 'declined'

import { toHex, utf8 } from '#contract/encoding/bytes'
import type { Notification } from '../../processors/notifications.ts'
import type { NotificationStore } from '../../store/notifications/notificationStore.ts'
import type { NotificationRow } from '../../store/notifications/notifications.ts'
import type { Clock } from '../clock.ts'
import { recordDispute } from '../disputes/record.ts'
import type { RecordDisputeNeeds } from '../disputes/record.ts'
import { applyOutcome } from './applyOutcome.ts'
import type { ApplyOutcomeNeeds } from './applyOutcome.ts'

type Needs = ApplyOutcomeNeeds &
  RecordDisputeNeeds & {
    readonly notifications: Pick<NotificationStore, 'applyReturn' | 'insert'>
    /** Real time, without the account's test clock. */
    readonly realClock: Clock
  }

/**
 * - `applied`: its effect and itself are stored, now or by an earlier delivery
 * - `early`: it names an operation by a reference that the gateway may be about to store. The processor has to send it again.
 */
export type Applied = 'applied' | 'early'

/** An outcome in another currency is not that of the operation. */
const isOfOtherCurrency = (notification: Notification, currency: number): boolean =>
  notification.kind === 'outcome' &&
  notification.outcome.result === 'approved' &&
  notification.outcome.approved.currency !== currency

/** How long a message may be ahead of the response that brings the processor's reference. Milliseconds. */
const earliestMs = 10 * 60_000

/**
 * Applies a verified message of a connection's processor: two or three round trips. The result depends neither on the order of messages nor
 * on how often they arrive. It touches operations of this account, mode and connection alone.
 *
 * @throws Error if the database fails: the processor has to send it again
 */
export const applyNotification = async (
  notification: Notification,
  connection: string,
  needs: Needs,
): Promise<Applied> => {
  const { notifications, clock, realClock } = needs
  const { kind, at, of } = notification
  const id = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(notification.id))))
  const row: NotificationRow = { connection, id, kind, at, received: realClock.now() }
  const { isStored, found } = await notifications.find(connection, of, id)
  if (isStored) return 'applied'
  if (found === null || isOfOtherCurrency(notification, found.currency)) {
    if (found === null && 'theirs' in of && realClock.now() - at < earliestMs) return 'early'
    await notifications.insert(row, null, 'unknown_operation')
    return 'applied'
  }
  const operation = found.operation.id
  switch (notification.kind) {
    case 'outcome':
      await applyOutcome(notification.outcome, found, row, needs)
      break
    case 'dispute': {
      const { caseId, stage, amount = null, reason = null, evidenceDueBy = null } = notification
      // Its reports are a set, so that a repeat after a crash changes nothing.
      await recordDispute({ connection, caseId, operation, stage, at, amount, reason, evidenceDueBy }, needs)
      await notifications.insert(row, operation, 'applied')
      break
    }
    case 'return':
      await notifications.applyReturn({
        operation: found.captureId ?? operation,
        code: notification.code ?? null,
        notification: row,
        at: clock.now(),
      })
  }
  return 'applied'
}

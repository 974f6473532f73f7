import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { decodeNewAttention, selectNewAttention } from '../transactions/attention.ts'
import type { NewAttention } from '../transactions/attention.ts'
import { creditOutcomeStatements } from '../transactions/creditOutcomes.ts'
import type { CreditOutcome } from '../transactions/creditOutcomes.ts'
import { modificationOutcomeStatements } from '../transactions/modificationOutcomes.ts'
import type { ModificationOutcome } from '../transactions/modificationOutcomes.ts'
import { repeatReversalOf } from '../transactions/operations.ts'
import { numberEvent } from '../transactions/eventNumbers.ts'
import { announceAttention } from '../transactions/transactionEvents.ts'
import { storeNotification } from './notifications.ts'
import type { NotificationRow } from './notifications.ts'

/** What an outcome changes, if its operation is pending. */
export type OutcomeChange =
  | { readonly of: 'modification'; readonly outcome: ModificationOutcome }
  | { readonly of: 'credit'; readonly outcome: CreditOutcome }
  /** The operation was reversed, so its late approval is reversed again. */
  | { readonly of: 'reversed' }
  /** The request or sweep that called the processor records it. */
  | { readonly of: 'nothing' }

export interface NotifiedOutcome {
  readonly operation: number
  readonly result: 'approved' | 'declined'
  /** The moved amount in minor units. Null if the operation's amount is not compared with it. */
  readonly amount: number | null
  readonly change: OutcomeChange
  /** The message, or null if it has no id: its effect is stored, and it is not. */
  readonly notification: NotificationRow | null
  /** Milliseconds since 1970, by the account's clock. */
  readonly at: number
}

const changeStatements = ({ owner }: OwnerScope, { operation, change, at }: NotifiedOutcome): Statement[] => {
  switch (change.of) {
    case 'modification':
      return modificationOutcomeStatements(owner, change.outcome)
    case 'credit':
      return creditOutcomeStatements(owner, change.outcome)
    case 'reversed':
      return [repeatReversalOf(operation, at)]
    case 'nothing':
      return []
  }
}

/**
 * A condition on a row of `operations`: it ended otherwise. What was undone agrees with both outcomes, and an approval of what is reversed is
 * reversed again.
 */
const contradicts = ({ result, amount }: NotifiedOutcome): Statement =>
  result === 'declined'
    ? sql("status IN ('approved', 'settled', 'returned')")
    : sql(
        `(status IN ('declined', 'failed')
            AND NOT EXISTS (SELECT 1 FROM operations AS reversal WHERE reversal.undoes = operations.id AND reversal.status <> 'failed')
          OR status IN ('approved', 'settled', 'returned') AND amount <> coalesce(?, amount))`,
        amount,
      )

/**
 * One round trip, all or nothing, safe to repeat: applies a notified outcome to its operation, and stores the
 * message. An outcome that contradicts the recorded one changes no amount: the operation needs attention, and is returned.
 */
export const applyNotifiedOutcome = async (
  scope: OwnerScope,
  notified: NotifiedOutcome,
): Promise<NewAttention | null> => {
  const { database, owner } = scope
  const { operation, notification, at } = notified
  const contradiction = contradicts(notified)
  const where = sql(
    `id = ? AND account = ? AND mode = ? AND ${contradiction.sql}`,
    operation,
    owner.account,
    owner.mode,
    ...contradiction.values,
  )
  const isNew =
    notification === null
      ? sql('TRUE')
      : sql(
          'NOT EXISTS (SELECT 1 FROM notifications WHERE connection = ? AND notifications.id = ?)',
          notification.connection,
          notification.id,
        )
  const which = sql('SELECT ?', operation)
  const results = await database.batchWithRetry([
    ...changeStatements(scope, notified),
    sql(
      `UPDATE operations SET attention = ?, attentionReason = 'outcome_contradicted', updated = ?, ${numberEvent()}
       WHERE ${where.sql} AND attention IS NULL AND ${isNew.sql}`,
      at,
      at,
      ...where.values,
      ...isNew.values,
    ),
    ...(notification === null
      ? []
      : [
          storeNotification(
            scope,
            notification,
            operation,
            sql(
              `iif(EXISTS (SELECT 1 FROM operations WHERE ${where.sql}), 'contradicted', 'applied')`,
              ...where.values,
            ),
          ),
        ]),
    announceAttention(which, at),
    selectNewAttention(which, at),
  ])
  return decodeNewAttention(results.at(-1))
}

import { returnStatements } from '../batches/dueReturns.ts'
import { sql } from '../sql/database.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { storeNotification } from './notifications.ts'
import type { NotificationRow } from './notifications.ts'

export interface NotifiedReturn {
  readonly operation: number
  /** A NACHA return code. */
  readonly code: string | null
  readonly notification: NotificationRow
  /** Milliseconds since 1970, by the account's clock. */
  readonly at: number
}

/**
 * One round trip, all or nothing, safe to repeat: applies the return of a settled capture or credit, and stores the message. The return of an
 * operation whose batch is open is applied once the batch has closed.
 */
export const applyNotifiedReturn = async (
  scope: OwnerScope,
  { operation, code, notification, at }: NotifiedReturn,
): Promise<void> => {
  const { account, mode } = scope.owner
  const foreseen = JSON.stringify({ event: 'returned', ...(code !== null && { code }) })
  await scope.database.batchWithRetry([
    sql(
      `UPDATE operations SET foreseen = ?, foreseenAt = ?
       WHERE id = ? AND account = ? AND mode = ? AND type IN ('capture', 'credit') AND status IN ('approved', 'settled')
         AND (foreseen IS NULL OR foreseen ->> 'event' <> 'returned')`,
      foreseen,
      at,
      operation,
      account,
      mode,
    ),
    ...returnStatements([operation], at),
    storeNotification(scope, notification, operation, sql("'applied'")),
  ])
}

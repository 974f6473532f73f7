import { cameToNothing, mostDeclines } from '#contract/checkouts/attempts'
import type { CheckoutStatus } from '#contract/checkouts/view'
import type { EventType } from '#contract/events/events'
import type { CheckoutRow } from './checkoutColumns.ts'
import { all, toSqlList, sql } from '../sql/database.ts'
import { announce, rowAsJson } from '../events/events.ts'
import { inScope } from '../sql/sweepScope.ts'
import type { Statement } from '../sql/database.ts'
import type { SweepScope } from '../sql/sweepScope.ts'

/** What is told of checkouts. A canceled one is not told of: its merchant has asked for that. */

const columns = [
  'id',
  'origin',
  'currency',
  'total',
  'customer',
  'created',
  'expires',
  'receipt',
] as const satisfies readonly (keyof CheckoutRow)[]

/**
 * A checkout as its events keep it: one flat object of what is shown, and nothing else. `metadata`, what the shopper answered to the
 * merchant's own inputs, is all in it that may be personal: `json_set(snapshot, '$.metadata', NULL)` forgets the shopper. It is an object
 * of texts, or null.
 */
export interface CheckoutSnapshot extends Pick<CheckoutRow, (typeof columns)[number]> {
  readonly status: CheckoutStatus
  readonly transactionId: number | null
  readonly subscription: string | null
  readonly metadata: Readonly<Record<string, string>> | null
}

/** How a checkout stands when it is told of. */
const statusByEvent = {
  'checkout.created': 'open',
  'checkout.completed': 'completed',
  'checkout.expired': 'expired',
} as const satisfies Partial<Record<EventType, CheckoutStatus>>

interface CheckoutEvent {
  readonly type: keyof typeof statusByEvent
  /** A piece of SQL for WHERE, of `checkouts` and of `completion`, what followed from its payment. */
  readonly which: Statement
  readonly requestId: string | null
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Announces what happens to checkouts, each of which it can happen to once. */
const announceCheckout = ({ type, which, requestId, at }: CheckoutEvent): Statement =>
  announce(
    sql(
      `SELECT checkouts.account, checkouts.mode, '${type}' AS type, checkouts.id AS resource, '' AS occasion, ? AS requestId, ? AS at,
              0 AS place,
              json_set(${rowAsJson('checkouts', columns)}, '$.status', '${statusByEvent[type]}', '$.transactionId', completion.transactionId,
                       '$.subscription', completion.subscription, '$.metadata', payment.orderData -> '$.metadata') AS snapshot
       FROM checkouts
       LEFT JOIN checkoutCompletions AS completion ON completion.checkout = checkouts.id
       LEFT JOIN transactions AS payment ON payment.id = completion.transactionId
       WHERE ${which.sql}`,
      requestId,
      at,
      ...which.values,
    ),
  )

/** For the end of the batch that writes it. */
export const announceCheckoutCreated = (
  { id, created }: Pick<CheckoutRow, 'id' | 'created'>,
  requestId: string | null,
): Statement =>
  announceCheckout({ type: 'checkout.created', which: sql('checkouts.id = ?', id), requestId, at: created })

/** For the end of the batch that writes what followed from its payment. */
export const announceCheckoutCompleted = (checkout: string, at: number, requestId: string | null): Statement =>
  announceCheckout({
    type: 'checkout.completed',
    which: sql('checkouts.id = ? AND completion.at = ?', checkout, at),
    requestId,
    at,
  })

/** Of a checkout: whether it has a try whose payment is, or may yet turn out to be, one. */
const isPaidOrPaying = `EXISTS (SELECT 1 FROM checkoutTries JOIN transactions ON transactions.id = checkoutTries.transactionId
  WHERE checkout = checkouts.id AND transactions.status NOT IN (${toSqlList(cameToNothing)}))`

/** Of a checkout: whether so many tries were declined that it was closed before it could run out. */
const isClosed = `(SELECT count(*) FROM checkoutTries JOIN transactions ON transactions.id = checkoutTries.transactionId
  WHERE checkout = checkouts.id AND transactions.status = 'declined') >= ${mostDeclines}`

/** True of checkouts whose end is to be announced, or to be looked at again. */
export const isExpiryCheckDue = (scope: SweepScope, nowMs: number): Statement =>
  all(sql('announceExpiry <= ?', nowMs), inScope(scope))

/**
 * One round trip: announces up to `limit` checkouts that have run out, each once, whoever else does the same. One with a try that may yet be
 * a payment is looked at `again` later; from the moment that one is announced nobody can pay it, whatever their clock says.
 *
 * Its time is that of the announcement. The moment at which it ran out, which its `expires` tells, may lie before events that were read
 * already, and whoever reads on from the last of them would never come to it; and where a try was under way then, it had not run out yet.
 *
 * @returns how many were announced
 */
export const insertExpiryEvents = async (
  scope: SweepScope,
  nowMs: number,
  again: number,
  limit: number,
): Promise<number> => {
  const runsOut = isExpiryCheckDue(scope, nowMs)
  const due = sql(
    `checkouts.id IN (SELECT id FROM checkouts WHERE ${runsOut.sql} ORDER BY announceExpiry, id LIMIT ?)`,
    ...runsOut.values,
    limit,
  )
  const expired = sql(
    `${due.sql} AND checkouts.canceled IS NULL AND checkouts.expires <= ? AND NOT ${isPaidOrPaying} AND NOT ${isClosed}`,
    ...due.values,
    nowMs,
  )
  const [announced = []] = await scope.database.batch([
    // Both read what is due before anything is changed.
    sql(`SELECT count(*) AS n FROM checkouts WHERE ${expired.sql}`, ...expired.values),
    announceCheckout({ type: 'checkout.expired', which: expired, requestId: null, at: nowMs }),
    sql(
      `UPDATE checkouts SET announceExpiry = CASE WHEN canceled IS NULL AND ${isPaidOrPaying} THEN ? END WHERE ${due.sql}`,
      again,
      ...due.values,
    ),
  ])
  return announced[0]?.['n'] as number
}

import { unpaidStates, maxDeclines } from '#contract/checkouts/attempts'
import type { CheckoutStatus } from '#contract/checkouts/view'
import type { EventType } from '#contract/events/events'
import type { GivenConsent } from './givenConsents.ts'
import type { CheckoutRow } from './checkoutColumns.ts'
import { all, toSqlList, sql } from '../sql/database.ts'
import { announce, rowAsJson } from '../events/events.ts'
import { isOwned } from '../sql/ownedRows.ts'
import type { Statement } from '../sql/database.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** Events of checkouts. A cancellation has no event, since the merchant requested it. */

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
 * The snapshot of a checkout in events: a flat object of the resource's members. Two may be personal: `metadata`, the shopper's values of
 * the merchant's own inputs, and `phone`. Redaction sets them to null.
 */
export interface CheckoutSnapshot extends Pick<CheckoutRow, (typeof columns)[number]> {
  readonly status: CheckoutStatus
  readonly transactionId: number | null
  readonly subscription: string | null
  readonly discountCode: string | null
  readonly shippingOption: string | null
  readonly metadata: Readonly<Record<string, string>> | null
  readonly phone: string | null
  readonly consents: readonly GivenConsent[] | null
}

/** The status of a checkout in each event. */
const statusByEvent = {
  'checkout.created': 'open',
  'checkout.completed': 'completed',
  'checkout.expired': 'expired',
} as const satisfies Partial<Record<EventType, CheckoutStatus>>

interface CheckoutEvent {
  readonly type: keyof typeof statusByEvent
  /** A WHERE condition on `checkouts` and `completion`. */
  readonly which: Statement
  readonly requestId: string | null
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Inserts events of checkouts, at most one of each type per checkout. */
const announceCheckout = ({ type, which, requestId, at }: CheckoutEvent): Statement =>
  announce(
    sql(
      `SELECT checkouts.account, checkouts.mode, '${type}' AS type, checkouts.id AS resource, '' AS occasion, ? AS requestId, ? AS at,
              0 AS place,
              json_set(${rowAsJson('checkouts', columns)}, '$.status', '${statusByEvent[type]}', '$.transactionId', completion.transactionId,
                       '$.subscription', completion.subscription, '$.discountCode', attempt.pricedOrder ->> '$.code',
                       '$.shippingOption', attempt.pricedOrder ->> '$.shippingOption.id', '$.metadata', payment.orderData -> '$.metadata',
                       '$.phone', nullif(attempt.phone, ''), '$.consents', json(attempt.consents)) AS snapshot
       FROM checkouts
       LEFT JOIN checkoutCompletions AS completion ON completion.checkout = checkouts.id
       LEFT JOIN checkoutTries AS attempt ON attempt.transactionId = completion.transactionId
       LEFT JOIN transactions AS payment ON payment.id = completion.transactionId
       WHERE ${which.sql}`,
      requestId,
      at,
      ...which.values,
    ),
  )

/** Stands at the end of the batch that inserts the checkout. */
export const announceCheckoutCreated = (
  { id, created }: Pick<CheckoutRow, 'id' | 'created'>,
  requestId: string | null,
): Statement =>
  announceCheckout({ type: 'checkout.created', which: sql('checkouts.id = ?', id), requestId, at: created })

/** Stands at the end of the batch that inserts the completion. */
export const announceCheckoutCompleted = (checkout: string, at: number, requestId: string | null): Statement =>
  announceCheckout({
    type: 'checkout.completed',
    which: sql('checkouts.id = ? AND completion.at = ?', checkout, at),
    requestId,
    at,
  })

/** A condition on `checkouts`: an attempt is pending or paid. */
const isPaidOrPaying = `EXISTS (SELECT 1 FROM checkoutTries JOIN transactions ON transactions.id = checkoutTries.transactionId
  WHERE checkout = checkouts.id AND transactions.status NOT IN (${toSqlList(unpaidStates)}))`

/** A condition on `checkouts`: too many declined attempts have closed it. */
const isClosed = `(SELECT count(*) FROM checkoutTries JOIN transactions ON transactions.id = checkoutTries.transactionId
  WHERE checkout = checkouts.id AND transactions.status = 'declined') >= ${maxDeclines}`

/** A condition: the checkout's expiry must be checked. */
export const isExpiryCheckDue = (scope: OwnerScope, nowMs: number): Statement =>
  all(sql('announceExpiry <= ?', nowMs), isOwned(scope))

/**
 * One round trip: inserts the events of at most `limit` expired checkouts and returns their number. Safe to run concurrently. A checkout with
 * a pending attempt is checked again later. After its event a checkout can no longer be paid, even if clocks differ.
 *
 * The event has the current time and not that of `expires`: a client that reads events forward by time would miss an earlier one.
 *
 * @param recheckAt when checkouts with a pending attempt are checked again
 */
export const insertExpiryEvents = async (
  scope: OwnerScope,
  nowMs: number,
  recheckAt: number,
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
    // Both statements select due checkouts before the UPDATE.
    sql(`SELECT count(*) AS n FROM checkouts WHERE ${expired.sql}`, ...expired.values),
    announceCheckout({ type: 'checkout.expired', which: expired, requestId: null, at: nowMs }),
    sql(
      `UPDATE checkouts SET announceExpiry = CASE WHEN canceled IS NULL AND ${isPaidOrPaying} THEN ? END WHERE ${due.sql}`,
      recheckAt,
      ...due.values,
    ),
  ])
  return announced[0]?.['n'] as number
}

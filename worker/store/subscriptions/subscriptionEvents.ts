import type { EventType } from '#contract/events'
import { sql } from '../sql/database.ts'
import { announce } from '../events/events.ts'
import { eventsOfRows } from '../events/rowEvents.ts'
import type { Cause } from '../events/rowEvents.ts'
import type { BillRow, SubscriptionRow } from './subscriptionColumns.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'

/** What events keep of a subscription: what a read of it shows, and its customer's id, which is its only personal data. */
const columns = [
  'id',
  'customer',
  'plan',
  'label',
  'installments',
  'wallet',
  'currency',
  'total',
  'tax',
  'surcharge',
  'shipping',
  'status',
  'charges',
  'starts',
  'resumesAt',
  'due',
  'created',
] as const satisfies readonly (keyof SubscriptionRow)[]

/** A subscription as its events keep it. */
export type SubscriptionSnapshot = Pick<SubscriptionRow, (typeof columns)[number]>

export type SubscriptionEvent = Extract<EventType, `subscription.${string}`>

/** Events of subscriptions that are changed by a statement that reads them itself. */
export const subscriptionEvent = eventsOfRows('subscriptions', columns)

/** The occasion of an event that stands before the statement that advances the version. */
export const nextVersion = sql('subscriptions.version + 1')

interface Written {
  readonly subscription: SubscriptionRow
  readonly bill: BillRow | null
}

const byVersion = ({ subscription }: Written) => String(subscription.version + 1)

/** The occasions of events that a subscription can have more than once. */
const occasions: Partial<Record<SubscriptionEvent, (written: Written) => string>> = {
  'subscription.updated': byVersion,
  'subscription.paused': byVersion,
  'subscription.resumed': byVersion,
  'subscription.charged': ({ bill }) => String(bill?.period),
  'subscription.charge_failed': ({ bill }) => `${bill?.period}:${bill?.attempts}`,
  'subscription.past_due': byVersion,
  'subscription.unpaid': byVersion,
}

/**
 * Announces events of a subscription, in this order, if `condition` is true.
 *
 * @param written the rows after the change, with the version as it was read
 */
export const announceSubscription = (
  { account, mode }: Owner,
  written: Written,
  events: readonly SubscriptionEvent[],
  { at, requestId }: Cause,
  condition: Statement,
): Statement => {
  const { subscription } = written
  return announce(
    sql(
      `SELECT ? AS account, ? AS mode, event.value ->> '$.type' AS type, ? AS resource, event.value ->> '$.occasion' AS occasion,
              ? AS requestId, ? AS at, event.key AS place, ? AS snapshot
       FROM json_each(?) AS event WHERE ${condition.sql}`,
      account,
      mode,
      subscription.id,
      requestId,
      at,
      JSON.stringify(Object.fromEntries(columns.map((column) => [column, subscription[column]]))),
      JSON.stringify(events.map((type) => ({ type, occasion: occasions[type]?.(written) ?? '' }))),
      ...condition.values,
    ),
  )
}

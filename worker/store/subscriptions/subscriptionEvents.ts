import type { EventType } from '#contract/events/events'
import { sql } from '../sql/database.ts'
import { announce } from '../events/events.ts'
import { createRowAnnouncer } from '../events/rowEvents.ts'
import type { Cause } from '../events/rowEvents.ts'
import { subscriptionSnapshotColumns } from './subscriptionColumns.ts'
import type { BillRow, SubscriptionRow } from './subscriptionColumns.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'

export type SubscriptionEvent = Extract<EventType, `subscription.${string}`>

/** Inserts events of subscription rows that a statement of the same batch changes. */
export const announceSubscriptionRows = createRowAnnouncer('subscriptions', subscriptionSnapshotColumns.names)

/** The occasion of an event that stands before the UPDATE that increments the version. */
export const nextVersion = sql('subscriptions.version + 1')

interface ChangedRows {
  readonly subscription: SubscriptionRow
  readonly bill: BillRow | null
}

const byVersion = ({ subscription }: ChangedRows) => String(subscription.version + 1)

/** The occasions of events that a subscription can have more than once. */
const occasions: Partial<Record<SubscriptionEvent, (changed: ChangedRows) => string>> = {
  'subscription.updated': byVersion,
  'subscription.paused': byVersion,
  'subscription.resumed': byVersion,
  'subscription.charged': ({ bill }) => String(bill?.period),
  'subscription.charge_failed': ({ bill }) => `${bill?.period}:${bill?.attempts}`,
  'subscription.past_due': byVersion,
  'subscription.unpaid': byVersion,
}

/**
 * Inserts events of a subscription in this order, if `condition` is true.
 *
 * @param changed the rows after the change, with the version as it was read
 */
export const announceSubscription = (
  { account, mode }: Owner,
  changed: ChangedRows,
  events: readonly SubscriptionEvent[],
  { at, requestId }: Cause,
  condition: Statement,
): Statement => {
  const { subscription } = changed
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
      JSON.stringify(Object.fromEntries(subscriptionSnapshotColumns.encodeChange(subscription))),
      JSON.stringify(events.map((type) => ({ type, occasion: occasions[type]?.(changed) ?? '' }))),
      ...condition.values,
    ),
  )
}

import type { EventType } from '#contract/events'
import { sql } from '../sql/database.ts'
import { announce } from '../events/events.ts'
import { eventsOfRows } from '../events/rowEvents.ts'
import type { Cause } from '../events/rowEvents.ts'
import type { Standing, SubscriptionRow } from './subscriptions.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'

/** What events keep of a subscription: what a read of it shows, and whose it is. Nothing of it is personal but that number. */
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

/** Events of subscriptions that a statement changes without having read them. */
export const subscriptionEvent = eventsOfRows('subscriptions', columns)

/** An expression of SQL, before the statement that counts the version on: what tells events of one type apart that may come again. */
export const nextVersion = sql('subscriptions.version + 1')

type Written = Pick<Standing, 'subscription' | 'bill'>

const byVersion = ({ subscription }: Written) => String(subscription.version + 1)

/** What tells events of one type apart that may happen to a subscription more than once. */
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
 * Announces what happened to a subscription that is known as it is going to be written, or just was: in this order, where `condition`, an
 * expression of SQL, is true.
 *
 * @param written with the version as it was read
 */
export const announceSubscription = (
  { account, mode }: Owner,
  written: Written,
  happened: readonly SubscriptionEvent[],
  { at, requestId }: Cause,
  condition: Statement,
): Statement => {
  const { subscription } = written
  return announce(
    sql(
      `SELECT ? AS account, ? AS mode, happened.value ->> '$.type' AS type, ? AS resource, happened.value ->> '$.occasion' AS occasion,
              ? AS requestId, ? AS at, happened.key AS place, ? AS snapshot
       FROM json_each(?) AS happened WHERE ${condition.sql}`,
      account,
      mode,
      subscription.id,
      requestId,
      at,
      JSON.stringify(Object.fromEntries(columns.map((column) => [column, subscription[column]]))),
      JSON.stringify(happened.map((type) => ({ type, occasion: occasions[type]?.(written) ?? '' }))),
      ...condition.values,
    ),
  )
}

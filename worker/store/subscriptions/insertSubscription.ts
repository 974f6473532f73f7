import { lookUpWallet, missingWalletReason, walletSource } from '../customers/storedMethods.ts'
import type { MissingWallet } from '../customers/storedMethods.ts'
import { planColumns, selectPlan } from '../plans/plans.ts'
import type { PlanRow } from '../plans/plans.ts'
import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { claimedKeyColumns, isKeyFree, selectClaimedKey } from '../sql/idempotency.ts'
import type { IdempotentRequest } from '../sql/idempotency.ts'
import type { OwnerScope, StoreScope } from '../sql/scope.ts'
import type { BillingChange } from './billingState.ts'
import { claimForSubscription, toSubscriptionKey } from './claimedSubscriptions.ts'
import type { SubscriptionKey } from './claimedSubscriptions.ts'
import { subscriptionColumns } from './subscriptionColumns.ts'
import type { SubscriptionRow } from './subscriptionColumns.ts'
import { announceSubscription } from './subscriptionEvents.ts'
import { subscriptionById } from './subscriptions.ts'

/** The rows that a subscription refers to. */
export interface SubscriptionReferences {
  readonly customer: string
  readonly plan: string
  /** Null for the customer's default. */
  readonly wallet: string | null
}

/** The plan, and the result of the wallet lookup. */
export interface Prerequisites {
  /** Null if the account has no such plan in this mode, or has deleted it. */
  readonly plan: PlanRow | null
  /** The reason why no payment method can be charged, or null. */
  readonly missing: MissingWallet | null
  /** The key of the request, if an earlier one has claimed it. */
  readonly claimed: SubscriptionKey | null
}

/** One round trip. Deletes the key of the request if it has expired. */
export const findPrerequisites = async (
  { database, owner }: OwnerScope,
  { customer, plan, wallet }: SubscriptionReferences,
  idempotent: IdempotentRequest | null,
): Promise<Prerequisites> => {
  const reference = { customer, wallet }
  const [deleteExpired, selectKey] = idempotent === null ? [null, null] : selectClaimedKey(owner, idempotent)
  const {
    plan: [found],
    wallet: [walletRow],
    claimed,
  } = await database.named({
    deleteExpired,
    claimed: selectKey,
    plan: selectPlan(owner, plan),
    wallet: lookUpWallet(owner, reference),
  })
  const key = claimedKeyColumns.decodeFirst(claimed)
  return {
    plan: found === undefined ? null : planColumns.decode(found),
    missing: missingWalletReason(reference, walletRow),
    claimed: key && toSubscriptionKey(key),
  }
}

/** A new subscription, the bill of its first period if that is paid already, and their events. */
export type NewSubscription = BillingChange

/** A condition: customer, plan and payment method of a new subscription exist. */
export const isSubscribable = (owner: Owner, { customer, plan: planId, wallet }: SubscriptionReferences): Statement => {
  const [source, plan] = [walletSource(owner, { customer, wallet }), selectPlan(owner, planId)]
  // walletSource selects no row of a deleted customer.
  return all(sql(`EXISTS (${source.sql})`, ...source.values), sql(`EXISTS (${plan.sql})`, ...plan.values))
}

/**
 * Statements that insert a subscription, count it and insert its events.
 *
 * @param requestId of the request that subscribes; null for background work
 * @param condition default: customer, plan and payment method exist
 */
export const subscriptionInsertion = (
  owner: Owner,
  created: NewSubscription,
  requestId: string | null,
  condition: Statement = isSubscribable(owner, created.subscription),
): readonly [insertion: Statement, count: Statement, events: Statement] => {
  const { subscription, events } = created
  const { id, customer } = subscription
  const where = subscriptionById(owner, id)
  const inserted = sql(`EXISTS (SELECT 1 FROM subscriptions WHERE ${where.sql})`, ...where.values)
  return [
    sql(
      `INSERT INTO subscriptions (${subscriptionColumns.list()})
       SELECT ${subscriptionColumns.placeholders} WHERE ${condition.sql} RETURNING id`,
      ...subscriptionColumns.encode(subscription),
      ...condition.values,
    ),
    sql(`UPDATE customers SET enrolled = enrolled + 1 WHERE id = ? AND ${inserted.sql}`, customer, ...inserted.values),
    announceSubscription(owner, created, events, { at: subscription.created, requestId }, inserted),
  ]
}

/**
 * One round trip: inserts a subscription and claims the key of the request. False if the customer, the plan or the payment method does not
 * exist any more, or another request has claimed the key.
 */
export const insertSubscription = async (
  { database, owner, cause }: StoreScope,
  subscription: SubscriptionRow,
  idempotent: IdempotentRequest | null,
): Promise<boolean> => {
  const { id } = subscription
  const where = subscriptionById(owner, id)
  const created: NewSubscription = { subscription, bill: null, events: ['subscription.created'] }
  const allowed = all(isSubscribable(owner, subscription), isKeyFree(owner, idempotent))
  const claim =
    idempotent === null ? [] : [claimForSubscription(owner, idempotent, { subscription: id, operation: null })]
  const [[inserted] = []] = await database.batchWithVerification(
    [...subscriptionInsertion(owner, created, cause, allowed), ...claim],
    sql(`SELECT id FROM subscriptions WHERE ${where.sql}`, ...where.values),
  )
  return inserted !== undefined
}

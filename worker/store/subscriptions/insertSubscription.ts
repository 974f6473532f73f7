import { lookUpWallet, missingWalletReason, walletSource } from '../customers/storedMethods.ts'
import type { MissingWallet } from '../customers/storedMethods.ts'
import { planColumns, selectPlan } from '../plans/plans.ts'
import type { PlanRow } from '../plans/plans.ts'
import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope, StoreScope } from '../sql/scope.ts'
import type { BillingChange } from './billingState.ts'
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
}

/** One round trip. */
export const findPrerequisites = async (
  { database, owner }: OwnerScope,
  { customer, plan, wallet }: SubscriptionReferences,
): Promise<Prerequisites> => {
  const reference = { customer, wallet }
  const {
    plan: [found],
    wallet: [walletRow],
  } = await database.named({ plan: selectPlan(owner, plan), wallet: lookUpWallet(owner, reference) })
  return {
    plan: found === undefined ? null : planColumns.decode(found),
    missing: missingWalletReason(reference, walletRow),
  }
}

/** A new subscription, the bill of its first period if that is paid already, and their events. */
export type NewSubscription = BillingChange

/**
 * Statements that insert a subscription, if its customer, plan and payment method exist, count it and insert its events.
 *
 * @param requestId of the request that subscribes; null for background work
 */
export const subscriptionInsertion = (
  owner: Owner,
  created: NewSubscription,
  requestId: string | null,
): readonly [insertion: Statement, count: Statement, events: Statement] => {
  const { subscription, events } = created
  const { id, customer, plan: planId, wallet } = subscription
  const where = subscriptionById(owner, id)
  const inserted = sql(`EXISTS (SELECT 1 FROM subscriptions WHERE ${where.sql})`, ...where.values)
  const [source, plan] = [walletSource(owner, { customer, wallet }), selectPlan(owner, planId)]
  // walletSource selects no row of a deleted customer.
  const exist = all(sql(`EXISTS (${source.sql})`, ...source.values), sql(`EXISTS (${plan.sql})`, ...plan.values))
  return [
    sql(
      `INSERT INTO subscriptions (${subscriptionColumns.list()})
       SELECT ${subscriptionColumns.placeholders} WHERE ${exist.sql} RETURNING id`,
      ...subscriptionColumns.encode(subscription),
      ...exist.values,
    ),
    sql(`UPDATE customers SET enrolled = enrolled + 1 WHERE id = ? AND ${inserted.sql}`, customer, ...inserted.values),
    announceSubscription(owner, created, events, { at: subscription.created, requestId }, inserted),
  ]
}

/** One round trip. False if the customer, the plan or the payment method does not exist any more. */
export const insertSubscription = async (
  { database, owner, cause }: StoreScope,
  subscription: SubscriptionRow,
): Promise<boolean> => {
  const where = subscriptionById(owner, subscription.id)
  const [[inserted] = []] = await database.batchWithVerification(
    subscriptionInsertion(owner, { subscription, bill: null, events: ['subscription.created'] }, cause),
    sql(`SELECT id FROM subscriptions WHERE ${where.sql}`, ...where.values),
  )
  return inserted !== undefined
}

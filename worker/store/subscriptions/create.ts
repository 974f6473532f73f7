import { all, sql } from '../sql/database.ts'
import type { PlanRow } from '../plans/plans.ts'
import { planColumns, selectPlan } from '../plans/plans.ts'
import { announceSubscription } from './subscriptionEvents.ts'
import type { SubscriptionEvent } from './subscriptionEvents.ts'
import { subscriptionColumns, subscriptionById } from './subscriptions.ts'
import type { Standing, SubscriptionRow } from './subscriptions.ts'
import { lookUpWallet, walletSource, missingWalletReason } from '../customers/storedMethods.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope, StoreScope } from '../sql/scope.ts'

/** What a subscription refers to. */
export interface EnrolmentReferences {
  readonly customer: string
  readonly plan: string
  /** Null for the customer's default. */
  readonly wallet: string | null
}

/** What of that is there. */
export interface EnrolmentGround {
  /** Null where the account has no such plan in this mode, or has deleted it. */
  readonly plan: PlanRow | null
  /** Why nobody could be charged, or null. */
  readonly missing: ReturnType<typeof missingWalletReason>
}

/** One round trip. */
export const lookUpEnrolment = async (
  { database, owner }: OwnerScope,
  { customer, plan, wallet }: EnrolmentReferences,
): Promise<EnrolmentGround> => {
  const reference = { customer, wallet }
  const read = await database.named({ plan: selectPlan(owner, plan), wallet: lookUpWallet(owner, reference) })
  const [found] = read.plan
  return {
    plan: found === undefined ? null : planColumns.decode(found),
    missing: missingWalletReason(reference, read.wallet[0]),
  }
}

/** A subscription that begins, with the bill of its first period where that is paid already, and what of that is to be announced. */
export interface Enrolment extends Pick<Standing, 'subscription' | 'bill'> {
  readonly happened: readonly SubscriptionEvent[]
}

/**
 * Writes a subscription down, where its customer, its plan and what it is charged to are there, and answers its id; then counts it with its
 * customer, and announces it.
 *
 * @param requestId of the request that subscribes; null where time does
 */
export const enrolment = (
  owner: Owner,
  { happened, ...enrolled }: Enrolment,
  requestId: string | null,
): readonly [insertion: Statement, count: Statement, events: Statement] => {
  const { subscription } = enrolled
  const { id, customer, plan: planId, wallet } = subscription
  const own = subscriptionById(owner, id)
  const written = sql(`EXISTS (SELECT 1 FROM subscriptions WHERE ${own.sql})`, ...own.values)
  const [source, plan] = [walletSource(owner, { customer, wallet }), selectPlan(owner, planId)]
  // A payment method is only ever found with a customer that was not deleted.
  const stands = all(sql(`EXISTS (${source.sql})`, ...source.values), sql(`EXISTS (${plan.sql})`, ...plan.values))
  return [
    sql(
      `INSERT INTO subscriptions (${subscriptionColumns.join(', ')})
       SELECT ${subscriptionColumns.map(() => '?').join(', ')} WHERE ${stands.sql} RETURNING id`,
      ...subscriptionColumns.map((column) => subscription[column]),
      ...stands.values,
    ),
    sql(`UPDATE customers SET enrolled = enrolled + 1 WHERE id = ? AND ${written.sql}`, customer, ...written.values),
    announceSubscription(owner, enrolled, happened, { at: subscription.created, requestId }, written),
  ]
}

/** One round trip. False, and nothing written, where the customer, the plan or what is charged is not there any more. */
export const insertSubscription = async (
  { database, owner, cause }: StoreScope,
  subscription: SubscriptionRow,
): Promise<boolean> => {
  const begun: Enrolment = { subscription, bill: null, happened: ['subscription.created'] }
  const own = subscriptionById(owner, subscription.id)
  const [[inserted] = []] = await database.writing(
    enrolment(owner, begun, cause),
    sql(`SELECT id FROM subscriptions WHERE ${own.sql}`, ...own.values),
  )
  return inserted !== undefined
}

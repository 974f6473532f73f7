import type { Database } from './database.ts'
import { all, sql } from './database.ts'
import type { Owner } from './owner.ts'
import type { PlanRow } from './plans.ts'
import { selectPlan } from './plans.ts'
import { subscriptionColumns, theSubscription } from './subscriptions.ts'
import type { SubscriptionRow } from './subscriptions.ts'
import { lookUpWallet, walletSource, whyNoWallet } from './walletEntries.ts'

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
  readonly missing: ReturnType<typeof whyNoWallet>
}

/** One round trip. */
export const lookUpEnrolment = async (
  database: Database,
  owner: Owner,
  { customer, plan, wallet }: EnrolmentReferences,
): Promise<EnrolmentGround> => {
  const reference = { customer, wallet }
  const read = await database.named({ plan: selectPlan(owner, plan), wallet: lookUpWallet(owner, reference) })
  const [found] = read.plan
  return {
    plan: found === undefined ? null : (found as unknown as PlanRow),
    missing: whyNoWallet(reference, read.wallet[0]),
  }
}

/**
 * One round trip: writes a subscription down, and counts it with its customer. False, and nothing written, where its customer, its plan or
 * what it is charged to is not there any more.
 */
export const insertSubscription = async (
  database: Database,
  owner: Owner,
  subscription: SubscriptionRow,
): Promise<boolean> => {
  const { id, customer, plan: planId, wallet } = subscription
  const own = theSubscription(owner, id)
  const [source, plan] = [walletSource(owner, { customer, wallet }), selectPlan(owner, planId)]
  // A payment method is only ever found with a customer that was not deleted.
  const stands = all(sql(`EXISTS (${source.sql})`, ...source.values), sql(`EXISTS (${plan.sql})`, ...plan.values))
  const [[inserted] = []] = await database.batch([
    sql(
      `INSERT INTO subscriptions (${subscriptionColumns.join(', ')})
       SELECT ${subscriptionColumns.map(() => '?').join(', ')} WHERE ${stands.sql} RETURNING id`,
      ...subscriptionColumns.map((column) => subscription[column]),
      ...stands.values,
    ),
    sql(
      `UPDATE customers SET enrolled = enrolled + 1 WHERE id = ? AND EXISTS (SELECT 1 FROM subscriptions WHERE ${own.sql})`,
      customer,
      ...own.values,
    ),
  ])
  return inserted !== undefined
}

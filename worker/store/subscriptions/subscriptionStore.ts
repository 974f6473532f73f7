import { storeOf } from '../sql/scope.ts'
import { findSubscription, findSubscriptionOfCustomer, updateBillingState } from './billingState.ts'
import { findPrerequisites, insertSubscription } from './create.ts'
import { claimDueSubscriptions } from './dueSubscriptions.ts'
import { selectBills, selectSubscriptions } from './subscriptions.ts'

/** The subscriptions and bills of one account and mode. */
export const subscriptionStore = storeOf({
  find: findSubscription,
  findOfCustomer: findSubscriptionOfCustomer,
  list: selectSubscriptions,
  listBills: selectBills,
  findPrerequisites,
  insert: insertSubscription,
  update: updateBillingState,
})

export type SubscriptionStore = ReturnType<typeof subscriptionStore>

/** Subscriptions that one sweep bills. */
export const subscriptionSweepStore = storeOf({
  claimDue: claimDueSubscriptions,
})

export type SubscriptionSweepStore = ReturnType<typeof subscriptionSweepStore>

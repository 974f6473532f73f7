import { createStore } from '../sql/scope.ts'
import { findSubscription, findSubscriptionOfCustomer, updateBillingState } from './billingState.ts'
import { findPrerequisites, insertSubscription } from './insertSubscription.ts'
import { claimDueSubscriptions } from './dueSubscriptions.ts'
import { searchSubscriptions } from './search.ts'
import { listBillRows, listSubscriptionRows } from './subscriptions.ts'

/** The subscriptions and bills of one account and mode. */
export const subscriptionStore = createStore({
  find: findSubscription,
  findOfCustomer: findSubscriptionOfCustomer,
  list: listSubscriptionRows,
  search: searchSubscriptions,
  listBills: listBillRows,
  findPrerequisites,
  insert: insertSubscription,
  update: updateBillingState,
})

export type SubscriptionStore = ReturnType<typeof subscriptionStore>

/** Subscriptions that one sweep bills. */
export const subscriptionSweepStore = createStore({
  claimDue: claimDueSubscriptions,
})

export type SubscriptionSweepStore = ReturnType<typeof subscriptionSweepStore>

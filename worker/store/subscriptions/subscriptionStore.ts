import { bindScope } from '../sql/scope.ts'
import type { StoreScope } from '../sql/scope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'
import { insertSubscription, lookUpEnrolment } from './create.ts'
import {
  claimDueSubscriptions,
  findSubscription,
  findSubscriptionOf,
  listBills,
  listSubscriptions,
  writeStanding,
} from './subscriptions.ts'

/** The subscriptions and bills of one account and mode. */
export const subscriptionStore = (scope: StoreScope) =>
  bindScope(scope, {
    find: findSubscription,
    findOf: findSubscriptionOf,
    list: listSubscriptions,
    listBills,
    lookUpEnrolment,
    insert: insertSubscription,
    write: writeStanding,
  })

export type SubscriptionStore = ReturnType<typeof subscriptionStore>

/** Subscriptions that one sweep bills. */
export const subscriptionSweepStore = (scope: SweepScope) =>
  bindScope(scope, {
    claimDue: claimDueSubscriptions,
  })

export type SubscriptionSweepStore = ReturnType<typeof subscriptionSweepStore>

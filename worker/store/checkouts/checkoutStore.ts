import { bindScope } from '../sql/scope.ts'
import type { StoreScope } from '../sql/scope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'
import { expireCheckouts } from './checkoutEvents.ts'
import {
  cancelCheckout,
  claimDueCheckouts,
  findCheckout,
  insertCheckout,
  nothingDue,
  receiptSent,
  takeReceipt,
} from './checkouts.ts'
import { completeCheckout } from './completions.ts'
import { forgetUnpaid } from './redaction.ts'

/** The dynamic checkouts of one account and mode. */
export const checkoutStore = (scope: StoreScope) =>
  bindScope(scope, {
    insert: insertCheckout,
    find: findCheckout,
    cancel: cancelCheckout,
    complete: completeCheckout,
    takeReceipt,
    receiptSent,
    nothingDue,
  })

export type CheckoutStore = ReturnType<typeof checkoutStore>

/** Checkouts that one sweep processes. */
export const checkoutSweepStore = (scope: SweepScope) =>
  bindScope(scope, {
    claimDue: claimDueCheckouts,
    expire: expireCheckouts,
    forgetUnpaid,
  })

export type CheckoutSweepStore = ReturnType<typeof checkoutSweepStore>

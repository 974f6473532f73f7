import { storeOf } from '../sql/scope.ts'
import { insertExpiryEvents } from './checkoutEvents.ts'
import {
  claimDueCheckouts,
  insertCheckout,
  markCheckoutCanceled,
  nothingDue,
  receiptSent,
  selectCheckout,
  takeReceipt,
} from './checkouts.ts'
import { insertCompletion } from './completions.ts'
import { redactUnpaidCheckouts } from './redaction.ts'

/** The dynamic checkouts of one account and mode. */
export const checkoutStore = storeOf({
  insert: insertCheckout,
  find: selectCheckout,
  cancel: markCheckoutCanceled,
  complete: insertCompletion,
  takeReceipt,
  receiptSent,
  nothingDue,
})

export type CheckoutStore = ReturnType<typeof checkoutStore>

/** Checkouts that one sweep processes. */
export const checkoutSweepStore = storeOf({
  claimDue: claimDueCheckouts,
  expire: insertExpiryEvents,
  redactUnpaid: redactUnpaidCheckouts,
})

export type CheckoutSweepStore = ReturnType<typeof checkoutSweepStore>

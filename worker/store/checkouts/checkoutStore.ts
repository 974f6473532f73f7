import { createStore } from '../sql/scope.ts'
import { insertExpiryEvents } from './checkoutEvents.ts'
import {
  claimDueCheckouts,
  insertCheckout,
  markCheckoutCanceled,
  clearDue,
  markReceiptSent,
  findCheckoutRow,
  findCheckoutRowWithReceipts,
  claimReceipt,
} from './checkouts.ts'
import { searchCheckouts } from './search.ts'
import { insertCompletion } from './completions.ts'
import { insertReceipt, markReceiptResent } from './receipts.ts'
import { redactUnpaidCheckouts } from './redaction.ts'

/** The dynamic checkouts of one account and mode. */
export const checkoutStore = createStore({
  insert: insertCheckout,
  find: findCheckoutRow,
  search: searchCheckouts,
  findWithReceipts: findCheckoutRowWithReceipts,
  cancel: markCheckoutCanceled,
  complete: insertCompletion,
  claimReceipt,
  markReceiptSent,
  insertReceipt,
  markReceiptResent,
  clearDue,
})

export type CheckoutStore = ReturnType<typeof checkoutStore>

/** Checkouts that one sweep processes. */
export const checkoutSweepStore = createStore({
  claimDue: claimDueCheckouts,
  expire: insertExpiryEvents,
  redactUnpaid: redactUnpaidCheckouts,
})

export type CheckoutSweepStore = ReturnType<typeof checkoutSweepStore>

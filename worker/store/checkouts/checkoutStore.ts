import { createStore } from '../sql/scope.ts'
import { insertExpiryEvents } from './checkoutEvents.ts'
import { claimDueCheckouts, clearDue } from './dueCheckouts.ts'
import { insertCheckout } from './insertCheckout.ts'
import { markCheckoutCanceled } from './cancellation.ts'
import { claimReceipt, markReceiptSent } from './receiptClaim.ts'
import { findCheckoutRow, findCheckoutRowWithReceipts } from './findCheckout.ts'
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

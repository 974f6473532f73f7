import type { PricedOrder } from '#contract/checkouts/order'
import type { Order } from '#contract/transactions/order'
import type { TransactionState } from '#contract/transactions/transactions'
import { consentsColumn } from './givenConsents.ts'
import { sql } from '../sql/database.ts'
import type { Row, Statement } from '../sql/database.ts'
import { defineColumns, enumText, exactJson, flag, integer, json, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'

/** An attempt to pay, with its payment. */
const attemptColumns = defineColumns({
  nonce: text,
  transactionId: integer,
  created: integer,
  locale: text,
  email: text,
  phone: text,
  consents: consentsColumn,
  /** Whether the payment method is to be saved. */
  store: flag,
  charged: flag,
  /** The order that was charged; null if the checkout offers no choices. */
  pricedOrder: nullable(json<PricedOrder>()),
  /** Of the payment. */
  status: enumText<TransactionState>(),
  responseCode: nullable(text),
  authCode: nullable(text),
  network: text,
  last4: text,
  /** The payment's order, with amounts in their original text. */
  orderData: nullable(exactJson<Order>()),
  customer: nullable(text),
  wallet: nullable(text),
})

export type CheckoutAttemptRow = RowOf<typeof attemptColumns>

/** The customer, payment method and subscription that a paid checkout created. */
const completionColumns = defineColumns({
  transactionId: integer,
  customer: nullable(text),
  wallet: nullable(text),
  subscription: nullable(text),
  at: integer,
})

export type CompletionRow = RowOf<typeof completionColumns>

/**
 * Selects attempts of checkouts, the oldest first.
 *
 * @param which the condition after the column `checkout`: `= ?` or `IN (…)`
 */
export const selectAttempts = (which: Statement): Statement =>
  sql(
    `SELECT checkout, nonce, checkoutTries.transactionId, checkoutTries.created, locale, email, phone, consents, store, charged, pricedOrder, transactions.status,
            operations.responseCode, operations.authCode, coalesce(network, '') AS network, coalesce(last4, '') AS last4, orderData,
            transactions.customer, transactions.wallet
     FROM checkoutTries
     JOIN transactions ON transactions.id = checkoutTries.transactionId
     JOIN operations ON operations.id = checkoutTries.transactionId
     WHERE checkout ${which.sql} ORDER BY checkoutTries.created, checkoutTries.transactionId`,
    ...which.values,
  )

export const selectCompletions = (which: Statement): Statement =>
  sql(`SELECT * FROM checkoutCompletions WHERE checkout ${which.sql}`, ...which.values)

/** The columns of attempts and completions, for a SELECT of them as JSON. */
export const { names: attemptNames } = attemptColumns

export const { names: completionNames } = completionColumns

/** Decodes the rows of `selectAttempts` and `selectCompletions`. */
export const decodeAttempts = (attempts: readonly Row[], [completion]: readonly Row[]) => ({
  attempts: attempts.map(attemptColumns.decode),
  completion: completion === undefined ? null : completionColumns.decode(completion),
})

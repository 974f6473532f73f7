import { maxDeclines } from '#contract/checkouts/attempts'
import { consentsColumn } from './givenConsents.ts'
import type { GivenConsent } from './givenConsents.ts'
import { isCheckoutOpen, isPaidOrPaying } from './openState.ts'
import type { PricedOrder } from '#contract/checkouts/order'
import { all, sql } from '../sql/database.ts'
import { flag, json, nullable } from '../sql/row.ts'
import type { Statement } from '../sql/database.ts'

/** A new attempt to pay a checkout. */
export interface NewCheckoutAttempt {
  readonly checkout: string
  /** Single-use id of the attempt. */
  readonly nonce: string
  readonly locale: string
  readonly email: string
  readonly phone: string
  readonly consents: readonly GivenConsent[] | null
  /** Whether the payment method is to be saved. */
  readonly store: boolean
  readonly charged: boolean
  /** Null if the checkout offers no choices. */
  readonly pricedOrder: PricedOrder | null
  readonly at: number
  /** When the sweep completes the checkout, if the request crashes. */
  readonly recheckAt: number
}

/**
 * A condition: the nonce is unused, the checkout is open, and no attempt is pending or paid. Batches run one after the other, so one of
 * concurrent attempts is allowed.
 */
export const isAttemptAllowed = ({ checkout, nonce, at }: NewCheckoutAttempt): Statement => {
  const busy = isPaidOrPaying(checkout)
  return all(
    sql(`EXISTS (SELECT 1 FROM checkouts WHERE id = ? AND ${isCheckoutOpen})`, checkout, at),
    sql('NOT EXISTS (SELECT 1 FROM checkoutTries WHERE checkout = ? AND nonce = ?)', checkout, nonce),
    sql(`NOT ${busy.sql}`, ...busy.values),
    sql(
      `(SELECT count(*) FROM checkoutTries JOIN transactions ON transactions.id = checkoutTries.transactionId
        WHERE checkout = ? AND status = 'declined') < ?`,
      checkout,
      maxDeclines,
    ),
  )
}

const pricedOrderColumn = nullable(json<PricedOrder>())

/** Statements for the batch that inserts the attempt's payment, after that INSERT. */
export const insertAttempt = (
  {
    checkout,
    nonce,
    locale,
    email,
    phone,
    consents,
    store,
    charged,
    pricedOrder,
    at,
    recheckAt: again,
  }: NewCheckoutAttempt,
  transactionId: number,
  requestId: string,
): readonly [attempt: Statement, due: Statement] => {
  const inserted = sql('EXISTS (SELECT 1 FROM operations WHERE id = ? AND requestId = ?)', transactionId, requestId)
  return [
    sql(
      `INSERT INTO checkoutTries (checkout, nonce, transactionId, created, locale, email, phone, consents, store, charged, pricedOrder)
       SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE ${inserted.sql}`,
      checkout,
      nonce,
      transactionId,
      at,
      locale,
      email,
      phone,
      consentsColumn.write(consents),
      flag.write(store),
      flag.write(charged),
      pricedOrderColumn.write(pricedOrder),
      ...inserted.values,
    ),
    sql(`UPDATE checkouts SET due = ? WHERE id = ? AND ${inserted.sql}`, again, checkout, ...inserted.values),
  ]
}

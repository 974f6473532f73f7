import { mostDeclines } from '#contract/checkouts/attempts'
import { isPaidOrPaying, isCheckoutOpen } from './checkouts.ts'
import { all, sql } from '../sql/database.ts'
import { flag } from '../sql/row.ts'
import type { Statement } from '../sql/database.ts'

/** A try to pay a checkout that is about to be made. */
export interface NewCheckoutAttempt {
  readonly checkout: string
  /** Its name, which is spent with it. */
  readonly nonce: string
  readonly locale: string
  readonly email: string
  /** Whether the payment method is to be saved. */
  readonly store: boolean
  readonly charged: boolean
  readonly at: number
  /** When the sweep looks what became of it, if whoever makes it does not live to see that. */
  readonly recheckAt: number
}

/**
 * A piece of SQL that is true where the try may be made: its name is not spent, and its checkout is open. Batches follow one another, so
 * of any number of tries at once the first alone finds it so.
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
      mostDeclines,
    ),
  )
}

/** Statements for the batch that opens the try's payment, where the one before has written it. */
export const insertAttempt = (
  { checkout, nonce, locale, email, store, charged, at, recheckAt: again }: NewCheckoutAttempt,
  transactionId: number,
  requestId: string,
): readonly [made: Statement, watched: Statement] => {
  const opened = sql('EXISTS (SELECT 1 FROM operations WHERE id = ? AND requestId = ?)', transactionId, requestId)
  return [
    sql(
      `INSERT INTO checkoutTries (checkout, nonce, transactionId, created, locale, email, store, charged)
       SELECT ?, ?, ?, ?, ?, ?, ?, ? WHERE ${opened.sql}`,
      checkout,
      nonce,
      transactionId,
      at,
      locale,
      email,
      flag.write(store),
      flag.write(charged),
      ...opened.values,
    ),
    sql(`UPDATE checkouts SET due = ? WHERE id = ? AND ${opened.sql}`, again, checkout, ...opened.values),
  ]
}

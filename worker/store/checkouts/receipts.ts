import { actorNameColumns, actorNames } from '../audit/actorColumns.ts'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { defineColumns, enumText, integer, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { StoreScope } from '../sql/scope.ts'

/** A receipt that was sent again. */
export const receiptColumns = defineColumns({
  /** Milliseconds since 1970. */
  at: integer,
  recipient: enumText<'shopper' | 'other'>(),
  state: enumText<'sent' | 'failed'>(),
  key: text,
  ...actorNameColumns,
})

export type ReceiptRow = RowOf<typeof receiptColumns>

/** Selects the receipts of a checkout that were sent again, oldest first. The caller's first statement checks the owner. */
export const selectReceipts = (id: string): Statement =>
  sql(
    `SELECT at, recipient, state, actor AS key, ${actorNames('checkoutReceipts.actor', 'checkouts.account')}
     FROM checkoutReceipts JOIN checkouts ON checkouts.id = checkoutReceipts.checkout WHERE checkout = ? ORDER BY nth`,
    id,
  )

/** A receipt to send again. */
export interface NewReceipt {
  readonly checkout: string
  readonly at: number
  readonly recipient: 'shopper' | 'other'
  /** The most since this time. */
  readonly most: number
  readonly since: number
}

const nthColumn = defineColumns({ nth: integer })

/**
 * One round trip: records a receipt before it is sent, as failed, and returns its number. Null if there are too many.
 */
export const insertReceipt = async (
  { database, owner, key }: StoreScope,
  { checkout, at, recipient, most, since }: NewReceipt,
): Promise<number | null> => {
  const row = await database.row(
    sql(
      `INSERT INTO checkoutReceipts (checkout, nth, at, recipient, state, actor)
       SELECT id, (SELECT coalesce(max(nth), 0) + 1 FROM checkoutReceipts WHERE checkout = id), ?, ?, 'failed', ? FROM checkouts
       WHERE id = ? AND account = ? AND mode = ?
         AND (SELECT count(*) FROM checkoutReceipts WHERE checkout = id AND at > ?) < ?
       RETURNING nth`,
      at,
      recipient,
      key,
      checkout,
      owner.account,
      owner.mode,
      since,
      most,
    ),
  )
  return row && nthColumn.decode(row).nth
}

/** One round trip. */
export const markReceiptResent = async (
  { database, owner }: StoreScope,
  checkout: string,
  nth: number,
): Promise<void> => {
  await database.batch([
    sql(
      `UPDATE checkoutReceipts SET state = 'sent' WHERE checkout = ? AND nth = ?
         AND EXISTS (SELECT 1 FROM checkouts WHERE id = checkoutReceipts.checkout AND account = ? AND mode = ?)`,
      checkout,
      nth,
      owner.account,
      owner.mode,
    ),
  ])
}

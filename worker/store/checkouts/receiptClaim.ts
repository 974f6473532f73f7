import { sql } from '../sql/database.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { checkoutById } from './checkoutById.ts'

/**
 * One round trip: claims the sending of a receipt and returns whether this call claimed it. The receipt counts as failed until
 * `markReceiptSent`, so a crash never sends it twice.
 */
export const claimReceipt = async ({ database, owner }: OwnerScope, id: string): Promise<boolean> => {
  const where = checkoutById(owner, id)
  const claimed = await database.row(
    sql(
      `UPDATE checkouts SET receipt = 'failed', due = NULL WHERE ${where.sql} AND receipt = 'due' RETURNING id`,
      ...where.values,
    ),
  )
  return claimed !== null
}

export const markReceiptSent = async ({ database, owner }: OwnerScope, id: string): Promise<void> => {
  const where = checkoutById(owner, id)
  await database.batch([sql(`UPDATE checkouts SET receipt = 'sent' WHERE ${where.sql}`, ...where.values)])
}

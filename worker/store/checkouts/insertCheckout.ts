import { checkoutColumns } from './checkoutColumns.ts'
import type { CheckoutRow } from './checkoutColumns.ts'
import { announceCheckoutCreated } from './checkoutEvents.ts'
import { customerExists } from '../customers/customers.ts'
import { sql } from '../sql/database.ts'
import type { StoreScope } from '../sql/scope.ts'
import { checkoutById } from './checkoutById.ts'

/** One round trip. False, without an insert, if its customer does not exist. */
export const insertCheckout = async (
  { database, cause: requestId }: StoreScope,
  row: CheckoutRow,
): Promise<boolean> => {
  const hasCustomer = row.customer === null ? sql('TRUE') : customerExists(row, row.customer)
  const where = checkoutById(row, row.id)
  const [[inserted] = []] = await database.batchWithVerification(
    [
      sql(
        `INSERT INTO checkouts (${checkoutColumns.list()}) SELECT ${checkoutColumns.placeholders} WHERE ${hasCustomer.sql} RETURNING id`,
        ...checkoutColumns.encode(row),
        ...hasCustomer.values,
      ),
      announceCheckoutCreated(row, requestId),
    ],
    sql(`SELECT id FROM checkouts WHERE ${where.sql}`, ...where.values),
  )
  return inserted !== undefined
}

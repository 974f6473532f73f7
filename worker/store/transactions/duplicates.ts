import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { defineColumns, integer } from '../sql/row.ts'

/** States of a payment that moved no money, so that an equal payment is no duplicate. */
const withoutEffect = "('declined', 'failed', 'reversed', 'voided', 'expired')"

export const duplicateColumns = defineColumns({ id: integer })

/**
 * Selects the newest earlier payment with the card, amount and order of the payment inserted by the same batch. The index of the last four
 * digits has one in ten thousand payments of other cards, within the window.
 *
 * @param since only payments after this time, milliseconds since 1970
 */
export const selectDuplicate = (id: number, since: number): Statement =>
  sql(
    `SELECT earlier.id FROM transactions AS mine CROSS JOIN transactions AS earlier INDEXED BY transactionsByLast4
     WHERE mine.id = ? AND earlier.account = mine.account AND earlier.mode = mine.mode
       AND earlier.last4 = mine.last4 AND earlier.fingerprint = mine.fingerprint AND earlier.id <> mine.id AND earlier.created > ?
       AND earlier.type = mine.type AND earlier.currency = mine.currency AND earlier.requested = mine.requested
       AND earlier.orderReference IS mine.orderReference AND earlier.status NOT IN ${withoutEffect}
     ORDER BY earlier.created DESC, earlier.id DESC LIMIT 1`,
    id,
    since,
  )

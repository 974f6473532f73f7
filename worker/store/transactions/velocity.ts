import { sql } from '../sql/database.ts'
import { defineColumns, flag, integer, nullable, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { Statement } from '../sql/database.ts'

/** What an earlier payment has in common with one by a token from a browser: the card, its issuer's range, the browser's address. */
export type SharedAttribute = 'card' | 'range' | 'address' | 'browser'

/** An earlier payment. Of those with the same card it may be any; the others are by tokens from browsers. */
export const earlierPaymentColumns = defineColumns({
  common: enumText<SharedAttribute>(),
  /** The card's fingerprint. */
  card: text,
  /** Null where the outcome is not known, or never will be. */
  approved: nullable(flag),
  /** Milliseconds since 1970. */
  created: integer,
})

export type EarlierPayment = RowOf<typeof earlierPaymentColumns>

/** The index that finds the newest, and how many are read. */
const kinds: Readonly<Record<SharedAttribute, readonly [index: string, column: string | null, newest: number]>> = {
  card: ['transactionsByFingerprint', 'fingerprint', 10],
  range: ['transactionsByCardRange', 'cardRange', 12],
  address: ['transactionsBySource', 'source', 12],
  browser: ['transactionsFromBrowsers', null, 30],
}

/** Selects the payments before one that the same batch has inserted: none, unless it is by a token from a browser. */
export const selectEarlierPayments = (id: number): Statement =>
  sql(
    Object.entries(kinds)
      .map(
        ([common, [index, column, newest]]) =>
          `SELECT * FROM (SELECT '${common}' AS common, earlier.fingerprint AS card, earlier.created,
             CASE WHEN earlier.status IN ('pending', 'failed', 'reversed') THEN NULL ELSE earlier.status <> 'declined' END AS approved
           FROM transactions AS mine CROSS JOIN transactions AS earlier INDEXED BY ${index}
           WHERE mine.id = ?1 AND mine.source IS NOT NULL AND earlier.account = mine.account AND earlier.mode = mine.mode
             AND earlier.id <> ?1${column === null ? '' : ` AND earlier.${column} = mine.${column}`}${
               common === 'card' ? '' : ' AND earlier.source IS NOT NULL'
             }
           ORDER BY earlier.id DESC LIMIT ${newest})`,
      )
      .join(' UNION ALL '),
    id,
  )

/**
 * Which counts of card testing a payment belongs to: those of its range, its address and all browsers together; the last alone; or none.
 * Counts read a few rows of an index, so a payment that does not count leaves the index.
 */
export type VelocitySample = 'full' | 'browsers' | 'none'

/** Takes a payment out of the counts that it does not belong to. Safe to repeat. */
export const excludeFromVelocity = (id: number, sample: VelocitySample): readonly Statement[] => {
  if (sample === 'full') return []
  // An address that no payment has.
  const source = sample === 'browsers' ? '' : null
  return [sql('UPDATE transactions SET source = ?, cardRange = NULL WHERE id = ? AND source IS NOT NULL', source, id)]
}

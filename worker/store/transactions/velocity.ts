import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'

/** What an earlier payment has in common with one by a token from a browser: the card, its issuer's range, the browser's address. */
export type Common = 'card' | 'range' | 'address' | 'browser'

/** An earlier payment. Of those with the same card it may be any; the others are by tokens from browsers. */
export interface EarlierPayment {
  readonly common: Common
  /** The card's fingerprint. */
  readonly card: string
  /** 1 approved, 0 declined, null where it is not known, or never will be. */
  readonly approved: 0 | 1 | null
  /** Milliseconds since 1970. */
  readonly created: number
}

/** In which index the newest are found, and how many are looked at: so many rows are read, however many there are. */
const kinds: Readonly<Record<Common, readonly [index: string, column: string | null, newest: number]>> = {
  card: ['transactionsByFingerprint', 'fingerprint', 10],
  range: ['transactionsByCardRange', 'cardRange', 12],
  address: ['transactionsBySource', 'source', 12],
  browser: ['transactionsFromBrowsers', null, 30],
}

/** Selects the payments before one that has just been inserted: none, unless it is by a token from a browser. */
export const earlierPayments = (id: number): Statement =>
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
 * What a payment is to those after it: evidence for its range, its address and all browsers together; for the last alone; or for nothing.
 * Each payment is read by its index, so what is no evidence leaves the index, or it would fill the few rows that are looked at.
 */
export type Evidence = 'full' | 'browsers' | 'none'

/** Takes a settled payment out of the evidence, as far as it is none. Safe to repeat. */
export const withdrawEvidence = (id: number, evidence: Evidence): readonly Statement[] => {
  if (evidence === 'full') return []
  // An address that nobody has.
  const source = evidence === 'browsers' ? '' : null
  return [sql('UPDATE transactions SET source = ?, cardRange = NULL WHERE id = ? AND source IS NOT NULL', source, id)]
}

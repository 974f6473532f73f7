import { sql } from '../sql/database.ts'
import { defineColumns, flag, integer, nullable, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { Statement } from '../sql/database.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** The attribute that an earlier payment shares with one by a card from a browser: card, issuer range, browser's address, or just a browser. */
export type SharedAttribute = 'card' | 'range' | 'address' | 'browser'

/** An earlier payment. Payments with the same card may have any source; the others have cards from browsers. */
export const earlierPaymentColumns = defineColumns({
  common: enumText<SharedAttribute>(),
  /** The card's fingerprint. */
  card: text,
  /** Whether its card is of the same issuer range. */
  sameRange: flag,
  /** Null if the outcome is unknown. */
  approved: nullable(flag),
  /** Whether its outcome is awaited. */
  inFlight: flag,
  /** Milliseconds since 1970. */
  created: integer,
})

export type EarlierPayment = RowOf<typeof earlierPaymentColumns>

/** The index for each attribute, its column, and the number of newest payments read. */
const kinds: Readonly<Record<SharedAttribute, readonly [index: string, column: string | null, newest: number]>> = {
  card: ['transactionsByFingerprint', 'fingerprint', 10],
  range: ['transactionsByCardRange', 'cardRange', 24],
  address: ['transactionsBySource', 'source', 24],
  browser: ['transactionsFromBrowsers', null, 30],
}

/** Payments that are pending for longer have an unknown outcome, and may wait for their reversal for hours. */
const inFlightMs = 60_000

/**
 * Selects payments before the one inserted by the same batch. No row unless that has a card from a browser.
 *
 * Before, by id: of concurrent payments each sees those that come first, so that no two wait for each other's outcome.
 */
export const selectEarlierPayments = (id: number): Statement =>
  sql(
    Object.entries(kinds)
      .map(
        ([common, [index, column, newest]]) =>
          `SELECT * FROM (SELECT '${common}' AS common, earlier.fingerprint AS card, earlier.created,
             coalesce(earlier.cardRange = mine.cardRange, 0) AS sameRange,
             CASE WHEN earlier.status IN ('pending', 'failed', 'reversed') THEN NULL ELSE earlier.status <> 'declined' END AS approved,
             earlier.status = 'pending' AND earlier.created > mine.created - ${inFlightMs} AS inFlight
           FROM transactions AS mine CROSS JOIN transactions AS earlier INDEXED BY ${index}
           WHERE mine.id = ?1 AND mine.source IS NOT NULL AND earlier.account = mine.account AND earlier.mode = mine.mode
             AND earlier.id < ?1${column === null ? '' : ` AND earlier.${column} = mine.${column}`}${
               common === 'card' ? '' : ' AND earlier.source IS NOT NULL'
             }
           ORDER BY earlier.id DESC LIMIT ${newest})`,
      )
      .join(' UNION ALL '),
    id,
  )

/** One round trip: the payments before one of the account's payments, as they are now. */
export const findEarlierPayments = async ({ database }: OwnerScope, id: number): Promise<readonly EarlierPayment[]> => {
  const { earlier } = await database.named({ earlier: selectEarlierPayments(id) })
  return earlier.map(earlierPaymentColumns.decode)
}

/**
 * The velocity counts that include a payment: issuer range, address and all browsers; only all browsers; or none. Counts read few rows of an
 * index, so an excluded payment is removed from the index.
 */
export type VelocitySample = 'full' | 'browsers' | 'none'

/** Excludes a payment from velocity counts. Safe to repeat. */
export const excludeFromVelocity = (id: number, sample: VelocitySample): readonly Statement[] => {
  if (sample === 'full') return []
  // An empty address, which equals that of no browser.
  const source = sample === 'browsers' ? '' : null
  return [sql('UPDATE transactions SET source = ?, cardRange = NULL WHERE id = ? AND source IS NOT NULL', source, id)]
}

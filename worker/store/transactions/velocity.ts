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
  /** Of payments with the same card: whether it was declined for a wrong security code, or by a velocity rule after such declines. */
  wrongCode: flag,
  /** Milliseconds since 1970. */
  created: integer,
})

export type EarlierPayment = RowOf<typeof earlierPaymentColumns>

const hourMs = 3_600_000

/** Counts look at the last hour, and while many cards are declined at the last day for one issuer range. */
const windowMs = { usual: hourMs, underAttack: 24 * hourMs } as const

/**
 * The most payments that counts look at. They read the index of all payments by time, which has range and address: an index of its own for
 * each attribute would cost every payment three rows written, a thousand times the price of a row read.
 */
const mostRecent = 5_000

/** The most payments with the same last four digits among which those with the same card are found: of two million payments. */
const mostWithLast4 = 200

/** The newest payments by attribute that counts need. */
const newest = { card: 10, range: 24, address: 24, browser: 30 } as const satisfies Record<SharedAttribute, number>

/** Declines among the newest browser payments from which the last day is looked at as well. */
const declinesUnderAttack = 10

/** Payments that are pending for longer have an unknown outcome, and may wait for their reversal for hours. */
const inFlightMs = 60_000

/** A column of the payment itself. A scalar, since a join with its one row would sort the others before their LIMIT. */
const mine = (column: string): string => `(SELECT ${column} FROM mine)`

/** One row read, and only for a declined payment: a payment and its first operation have the same id. */
const isWrongCode = `CASE status WHEN 'declined' THEN
   coalesce((SELECT responseCode FROM operations WHERE operations.id = sameCard.id) IN ('82', 'G05', 'G06'), 0) ELSE 0 END`

const columns = (common: SharedAttribute): string =>
  `'${common}' AS common, fingerprint AS card, created, coalesce(cardRange = ${mine('cardRange')}, 0) AS sameRange,
   CASE WHEN status IN ('pending', 'failed', 'reversed') THEN NULL ELSE status <> 'declined' END AS approved,
   status = 'pending' AND created > ${mine('created')} - ${inFlightMs} AS inFlight,
   ${common === 'card' ? isWrongCode : '0'} AS wrongCode`

/** Payments of the account before this one, newest first, by an index that begins with the account. */
const before = (index: string, condition: string): string =>
  `FROM transactions INDEXED BY ${index}
   WHERE account = ${mine('account')} AND mode = ${mine('mode')} AND ${condition}
     AND created <= ${mine('created')} AND id < ${mine('id')}
   ORDER BY created DESC, id DESC`

/** Ids of payments from browsers in a window of time that share the address or range, newest first. One row read for each in the window. */
const similar = (window: string): string =>
  `SELECT id, source = ${mine('source')} AS sameAddress, cardRange = ${mine('cardRange')} AS sameRange
   FROM (SELECT id, source, cardRange ${before('transactionsByTime', window)} LIMIT ${mostRecent})
   WHERE source = ${mine('source')} OR (source IS NOT NULL AND cardRange = ${mine('cardRange')})`

const lastHour = `created > ${mine('created')} - ${windowMs.usual}`
const isUnderAttack = `(SELECT count(*) FROM transactions WHERE status = 'declined' AND id IN (SELECT id FROM browsers)) >= ${declinesUnderAttack}`

/** Empty unless many cards are declined: as a bound of the index, so that nothing is read then. */
const restOfDay = `created <= ${mine('created')} - ${windowMs.usual}
  AND created > ${mine('created')} - iif(${isUnderAttack}, ${windowMs.underAttack}, ${windowMs.usual})`

/** The payments with these ids. @param ids selects them, newest first */
const withIds = (common: Exclude<SharedAttribute, 'card'>, ids: string): string =>
  `SELECT * FROM (SELECT ${columns(common)} FROM transactions WHERE id IN (${ids} LIMIT ${newest[common]}))`

/** Ids of similar payments without those of returning shoppers. */
const ofNewCards = (from: 'hour' | 'day', condition: string): string =>
  `SELECT ${from}.id FROM ${from} CROSS JOIN transactions AS similar ON similar.id = ${from}.id
   WHERE ${condition} AND similar.isKnownCard = 0`

/**
 * Selects payments before the one inserted by the same batch, by attribute. No row unless that has a card from a browser.
 *
 * Before, by id: of concurrent payments each sees those that come first, so that no two wait for each other's outcome.
 */
export const selectEarlierPayments = (id: number): Statement =>
  sql(
    `WITH
       mine AS MATERIALIZED (
         SELECT id, account, mode, created, fingerprint, last4, cardRange, source FROM transactions WHERE id = ? AND source IS NOT NULL),
       browsers AS MATERIALIZED (
         SELECT id ${before('transactionsByTime', `${lastHour} AND source IS NOT NULL`)} LIMIT ${newest.browser}),
       hour AS MATERIALIZED (${similar(lastHour)}),
       day AS MATERIALIZED (
         SELECT id FROM hour WHERE sameRange
         UNION ALL
         SELECT id FROM (${similar(restOfDay)}) WHERE sameRange)
     SELECT * FROM (SELECT ${columns('card')}
       FROM (SELECT id, fingerprint, cardRange, status, created ${before('transactionsByLast4', `last4 = ${mine('last4')}`)} LIMIT ${mostWithLast4}) AS sameCard
       WHERE fingerprint = ${mine('fingerprint')} LIMIT ${newest.card})
     UNION ALL ${withIds('range', ofNewCards('day', 'TRUE'))}
     UNION ALL ${withIds('address', ofNewCards('hour', 'sameAddress'))}
     UNION ALL ${withIds('browser', 'SELECT id FROM browsers')}`,
    id,
  )

/** One round trip: the payments before one of the account's payments, as they are now. */
export const findEarlierPayments = async ({ database }: OwnerScope, id: number): Promise<readonly EarlierPayment[]> => {
  const { earlier } = await database.named({ earlier: selectEarlierPayments(id) })
  return earlier.map(earlierPaymentColumns.decode)
}

/**
 * The velocity counts that include a payment: issuer range, address and all browsers; of a card that was approved here before, the same without
 * range and address; only all browsers; or none.
 */
export type VelocitySample = 'full' | 'knownCard' | 'browsers' | 'none'

/**
 * Assignments of the outcome of a payment, which exclude it from velocity counts. Returning shoppers are frequent, and their payments are
 * recognized by their rows. The others are removed from the range and address of the index, which costs a row written: an attack would fill it.
 */
export const velocityAssignments: Readonly<Record<VelocitySample, string>> = {
  full: '',
  knownCard: ', isKnownCard = 1',
  // An empty address, which equals that of no browser.
  browsers: ", source = '', cardRange = NULL",
  none: ', source = NULL, cardRange = NULL',
}

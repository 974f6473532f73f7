import { sum } from '../batches/totals.ts'
import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { isOwned } from '../sql/ownedRows.ts'
import { defineColumns, integer, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { scanPosition } from '../sql/sweepPositions.ts'
import { currencyOf, dayOf } from './rollUp.ts'

/** What operations of one day and currency add to one figure. */
const figureColumns = defineColumns({
  /** Days since 1970. */
  day: integer,
  /** ISO 4217 number. */
  currency: integer,
  /** `captured`, `credited`, `approved`, or `declined:` with a response code. */
  figure: text,
  operations: integer,
  /** Minor units. */
  amount: sum,
})

export type FigureRow = RowOf<typeof figureColumns>

/** The same of operations that no scan has read. Other operations of the shard are one row without a day. */
const tailColumns = defineColumns({ day: nullable(integer), operations: integer, last: integer })

/** The days of figures, in days since 1970, both inclusive, and their currency; undefined for all. */
export interface FigureRange {
  readonly from: number
  readonly to: number
  readonly currency: number | undefined
}

/** The most operations that no scan has read and that a read adds up. Scans leave far fewer, unless the sweep stands still. */
const longestTail = 20_000

const dayRange = ({ from, to, currency }: FigureRange, day: string, currencySql: string): Statement =>
  all(sql(`${day} BETWEEN ? AND ?`, from, to), ...(currency === undefined ? [] : [sql(`${currencySql} = ?`, currency)]))

/**
 * One round trip: the figures of an account and mode, those of scans and those of operations that no scan has read. `lastRead` is the id up to
 * which they contain all operations; null if there is no later one.
 *
 * @param unscannedUntil the id of an operation of now: later ones belong to accounts with a test clock
 */
export const readFigures = async (
  scope: OwnerScope,
  range: FigureRange,
  unscannedUntil: number,
): Promise<{ readonly figures: readonly FigureRow[]; readonly lastRead: number | null }> => {
  const owned = isOwned(scope)
  const scanned = all(owned, dayRange(range, 'day', 'currency'))
  const counts = all(owned, sql('inFigures = 0 AND figure IS NOT NULL'), dayRange(range, dayOf, currencyOf))
  const { rolledUp, tail } = await scope.database.named({
    rolledUp: sql(
      `SELECT day, currency, figure, operations, CAST(amount AS TEXT) AS amount FROM dailyFigures WHERE ${scanned.sql}`,
      ...scanned.values,
    ),
    tail: sql(
      `SELECT iif(counts, ${dayOf}, NULL) AS day, iif(counts, ${currencyOf}, NULL) AS currency, iif(counts, figure, NULL) AS figure,
              count(*) AS operations, CAST(sum(amount) AS TEXT) AS amount, max(id) AS last
       FROM (SELECT *, ${counts.sql} AS counts
             FROM (SELECT id, transactionId, account, mode, created, amount, figure, inFigures FROM operations
                   WHERE id > ${scanPosition('figures')} AND id <= ? ORDER BY id LIMIT ${longestTail}) AS operations) AS operations
       GROUP BY 1, 2, 3`,
      ...counts.values,
      unscannedUntil,
    ),
  })
  const ends = tail.map(tailColumns.decode)
  const isWhole = ends.reduce((count, { operations }) => count + operations, 0) < longestTail
  return {
    figures: [...rolledUp, ...tail.filter(({ day }) => day !== null)].map(figureColumns.decode),
    lastRead: isWhole ? null : Math.max(...ends.map(({ last }) => last)),
  }
}

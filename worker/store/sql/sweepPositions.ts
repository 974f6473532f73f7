import { defineColumns, integer, nullable } from './row.ts'
import { sql } from './database.ts'
import type { Statement } from './database.ts'
import type { ShardScope } from './scope.ts'

/**
 * Rows that rarely come due have no entry in the index of due rows when they are inserted: an entry costs as much as a row, and nearly all
 * rows end before a sweep would look at them. The sweep reads them once, in the order of their ids, which contain the time, and indexes those
 * that are still open. The column `awaitsScan` is 1 until then.
 *
 * No clock can hide a row: the statement that inserts a row compares its id with the position, so a row whose id is
 * behind it has its entry at once. Rows of accounts with a test clock, which may stand anywhere, have theirs always, and a change of the clock
 * gives them to the others (`worker/store/accounts/testClock.ts`).
 */
export type Scan = 'operations' | 'holds' | 'tokens' | 'figures'

/** An SQL expression: the last id that a scan has read. */
export const scanPosition = (scan: Scan): string =>
  `coalesce((SELECT position FROM sweepPositions WHERE name = '${scan}'), 0)`

/** The value of `awaitsScan` of a new row, as SQL. @param id an SQL expression @param isOnRealTime whether its account has no test clock */
export const willBeScanned = (scan: Scan, id: string, isOnRealTime: boolean): string =>
  isOnRealTime ? `(${id} > ${scanPosition(scan)})` : '0'

/** A condition: the scan has not read the row with this id. */
export const isUnscanned = (scan: Scan, until: number): Statement =>
  sql(`id > ${scanPosition(scan)} AND id <= ?`, until)

/** The last statement of a scan's batch: it has read all ids up to this one. */
export const advanceScan = (scan: Scan, last: number | string): Statement =>
  sql(
    `INSERT INTO sweepPositions (name, position) VALUES ('${scan}', ?)
     ON CONFLICT DO UPDATE SET position = excluded.position WHERE excluded.position > position`,
    last,
  )

const lastColumn = defineColumns({ last: nullable(integer) })

/** One round trip: the last of the next ids that a scan reads, at most `limit` of them. Null if there is none. */
export const findScanEnd = async (
  { database }: ShardScope,
  scan: Scan,
  table: 'operations' | 'transactions',
  { until, limit }: ScanRange,
): Promise<number | null> => {
  const unscanned = isUnscanned(scan, until)
  const row = await database.row(
    sql(
      `SELECT max(id) AS last FROM (SELECT id FROM ${table} WHERE ${unscanned.sql} ORDER BY id LIMIT ?)`,
      ...unscanned.values,
      limit,
    ),
  )
  return row && lastColumn.decode(row).last
}

/** What one scan reads. */
export interface ScanRange {
  /** The last id: rows after it are too young. */
  readonly until: number
  readonly limit: number
}

import { all, sql } from './database.ts'
import type { Database, Row, Statement } from './database.ts'
import type { Owner } from './owner.ts'

/** What is asked for: a page by its number, from 1, or the one that begins after the entry that `cursor` names. */
export interface PageRequest {
  readonly pageNumber: number
  readonly pageSize: number
  readonly cursor: string | null
}

/**
 * What is there: the entries of the page, how many the whole list has (null where nobody counts them), and the cursor of the next page,
 * null on the last one.
 */
export interface Page<Entry> {
  readonly total: number | null
  readonly entries: readonly Entry[]
  readonly next: string | null
}

interface ListedRows {
  readonly table: string
  /** What SELECT gives to `entry`; the cursor's column is among it. */
  readonly columns: string
  /** A piece of SQL for WHERE: what belongs to the list, even if it is not shown any more, because a cursor may still name it. */
  readonly within: Statement
  /** A piece of SQL for WHERE: what of that is shown. Default: all. */
  readonly visible?: string
  /**
   * SELECT of one row with `total`, which a counter has to know: counting reads every row. No row where there is no such list. Null where
   * there is no counter: then a page beyond the last reads all that it passes over.
   */
  readonly total: Statement | null
  /**
   * Columns by which one entry is newer than another. The last of them tells the entries of the list apart, and is the cursor. Some index
   * has the columns of `within`, then these. Default: created, id.
   */
  readonly sortColumns?: readonly string[]
}

/** A list that is read in pages, newest first. */
export interface PagedList<Entry, Missing extends string> extends ListedRows {
  /** What is answered where there is no such list. */
  readonly missing?: Missing
  readonly entry: (row: Row) => Entry
}

/** SELECT of the total of a list that an owner has once: what `counters` says by this name. */
export const selectTotal = ({ account, mode }: Owner, name: string): Statement =>
  sql(
    'SELECT coalesce((SELECT total FROM counters WHERE account = ? AND mode = ? AND name = ?), 0) AS total',
    account,
    mode,
    name,
  )

const sortOrder = ({ sortColumns = ['created', 'id'] }: ListedRows) => ({
  sortColumns,
  key: sortColumns.at(-1) as string,
})

/** SELECT of a column of the entry that a cursor names, shown or not. */
const cursorColumn = (list: ListedRows, cursor: string, column: string): Statement =>
  sql(
    `SELECT ${column} FROM ${list.table} WHERE ${sortOrder(list).key} = ? AND (${list.within.sql})`,
    cursor,
    ...list.within.values,
  )

/** A piece of SQL for WHERE: what is older than the entry of the cursor. */
const olderThan = (list: ListedRows, cursor: string): Statement => {
  const { sortColumns } = sortOrder(list)
  // A SELECT for each column: of one with several, SQLite takes the first alone into its index, and reads all that are as new.
  const position = sortColumns.slice(0, -1).map((column) => cursorColumn(list, cursor, column))
  return sql(
    `(${sortColumns.join(', ')}) < (${[...position.map((one) => `(${one.sql})`), '?'].join(', ')})`,
    ...position.flatMap(({ values }) => values),
    cursor,
  )
}

/** What follows LIMIT, for so many entries after as many as come before the page. */
const limitClause = ({ total }: ListedRows, before: number, count: number): Statement => {
  if (before === 0) return sql('?', count)
  if (total === null) return sql('? OFFSET ?', count, before)
  // As a condition, the total would be asked for each row anew, and all of them be read.
  return sql(`iif((${total.sql}) > ?, ?, 0) OFFSET ?`, ...total.values, before, count, before)
}

const selectEntries = (list: ListedRows, { pageNumber, pageSize, cursor }: PageRequest, count: number): Statement => {
  const where = all(list.within, sql(list.visible ?? 'TRUE'), cursor === null ? sql('TRUE') : olderThan(list, cursor))
  const order = sortOrder(list).sortColumns.map((column) => `${column} DESC`)
  const limit = limitClause(list, cursor === null ? (pageNumber - 1) * pageSize : 0, count)
  return sql(
    `SELECT ${list.columns} FROM ${list.table} WHERE ${where.sql} ORDER BY ${order.join(', ')} LIMIT ${limit.sql}`,
    ...where.values,
    ...limit.values,
  )
}

/**
 * Reads a page of a list: one round trip. After a cursor it costs as much at the end of the list as at its beginning, and goes on where the
 * page before ended, whatever was added or deleted since. By number it reads all that it passes over; a page beyond the last is known by
 * its number to be empty, and reads nothing.
 *
 * @returns `missing` where there is no such list, `cursor_not_found` where nothing that the list has, or had, goes by the cursor
 */
export const readPage = async <Entry, Missing extends string = never>(
  database: Database,
  list: PagedList<Entry, Missing>,
  page: PageRequest,
): Promise<Page<Entry> | NoInfer<Missing> | 'cursor_not_found'> => {
  const { key } = sortOrder(list)
  const { cursor, pageSize } = page
  const read = await database.named({
    total: list.total,
    cursor: cursor === null ? null : cursorColumn(list, cursor, key),
    // One more than the page shows, which tells whether another follows.
    entries: selectEntries(list, page, pageSize + 1),
  })
  const [counter] = read.total
  if (list.total !== null && counter === undefined) return missingReason(list)
  if (cursor !== null && read.cursor.length === 0) return 'cursor_not_found'
  const rows = read.entries.slice(0, pageSize)
  return {
    total: (counter?.['total'] ?? null) as number | null,
    entries: rows.map(list.entry),
    next: read.entries.length > pageSize ? String(rows.at(-1)?.[key]) : null,
  }
}

const missingReason = <Entry, Missing extends string>({ table, missing }: PagedList<Entry, Missing>): Missing => {
  if (missing === undefined) throw new Error(`The list of ${table} has no total.`)
  return missing
}

import { all, sql } from './database.ts'
import type { Database, Row, Statement } from './database.ts'
import type { Owner } from './owner.ts'

/** A page by its number, from 1, or the page after the entry with the id `cursor`. */
export interface PageRequest {
  readonly pageNumber: number
  readonly pageSize: number
  readonly cursor: string | null
}

/**
 * The entries of a page, the total of the list (null for lists without a counter), and the cursor of the next page (null on the last
 * page).
 */
export interface Page<Entry> {
  readonly total: number | null
  readonly entries: readonly Entry[]
  readonly next: string | null
}

interface ListedRows {
  readonly table: string
  /** The selected columns, including that of the cursor. */
  readonly columns: string
  /** A WHERE condition: the rows of the list, including invisible ones, since a cursor may refer to them. */
  readonly within: Statement
  /** A WHERE condition: the visible rows. Default: all. */
  readonly visible?: string
  /**
   * SELECT of one row with `total` from a stored counter, since counting reads every row. No row if the list does not exist. Null for a
   * list without a counter: a page beyond the last then reads all rows before it.
   */
  readonly total: Statement | null
  /**
   * Columns that the list is sorted by, newest first. The last one is unique in the list and is the cursor. An index must have the columns
   * of `within` followed by these. Default: created, id.
   */
  readonly sortColumns?: readonly string[]
}

/** A list that is read in pages, newest first. */
export interface PagedList<Entry, Missing extends string> extends ListedRows {
  /** The result if the list does not exist. */
  readonly missing?: Missing
  readonly entry: (row: Row) => Entry
}

/** SELECT of the total of an owner's list from `counters`. */
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

/** SELECT of a column of the cursor's entry, visible or not. */
const cursorColumn = (list: ListedRows, cursor: string, column: string): Statement =>
  sql(
    `SELECT ${column} FROM ${list.table} WHERE ${sortOrder(list).key} = ? AND (${list.within.sql})`,
    cursor,
    ...list.within.values,
  )

/** A WHERE condition: the entry is older than the cursor's entry. */
const olderThan = (list: ListedRows, cursor: string): Statement => {
  const { sortColumns } = sortOrder(list)
  // One SELECT per column: with a SELECT of several columns SQLite uses only the first in the index, and reads all rows equal in it.
  const position = sortColumns.slice(0, -1).map((column) => cursorColumn(list, cursor, column))
  return sql(
    `(${sortColumns.join(', ')}) < (${[...position.map((one) => `(${one.sql})`), '?'].join(', ')})`,
    ...position.flatMap(({ values }) => values),
    cursor,
  )
}

/** The LIMIT clause: `count` entries after `before` entries. */
const limitClause = ({ total }: ListedRows, before: number, count: number): Statement => {
  if (before === 0) return sql('?', count)
  if (total === null) return sql('? OFFSET ?', count, before)
  // In the WHERE clause the total would be evaluated for each row, and all rows would be read.
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
 * Reads a page of a list: one round trip. By cursor every page costs the same, and entries added or deleted meanwhile do not shift it. By
 * number it reads all rows before the page; a page beyond the last is recognized by the total and reads no rows.
 *
 * @returns `missing` if the list does not exist, `cursor_not_found` if the list never had the cursor's entry
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
    // One more than the page has, to detect a next page.
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

import { all, sql } from './database.ts'
import type { Database, Row, Statement } from './database.ts'
import type { Owner } from './owner.ts'

/**
 * A page by its number, from 1, or the page that a cursor begins: older entries than the one with the id `cursor`, or newer ones with a
 * hyphen before the id.
 */
export interface PageRequest {
  readonly pageNumber: number
  readonly pageSize: number
  readonly cursor: string | null
}

/**
 * The entries of a page, the total of the list (null for lists without a counter), and the cursors of the next page (null on the last one)
 * and of the previous page (null on the first one, and for a page without entries).
 */
export interface Page<Entry> {
  readonly total: number | null
  readonly entries: readonly Entry[]
  readonly next: string | null
  readonly previous: string | null
}

interface ListedRows {
  readonly table: string
  /** The selected columns, including that of the cursor. */
  readonly columns: string
  /** A WHERE condition: the rows of the list, including invisible ones, since a cursor may refer to them. */
  readonly within: Statement
  /** A WHERE condition: the visible rows. Default: all. */
  readonly visible?: Statement
  /**
   * SELECT of one row with `total` from a stored counter, since counting reads every row. No row if the list does not exist. Null for a
   * list without a counter: a page beyond the last then reads all rows before it.
   */
  readonly total: Statement | null
  /**
   * Columns that the list is sorted by, newest first. The last one is unique in the list. An index must have the columns of `within` followed
   * by these. Default: created, id.
   */
  readonly sortColumns?: readonly string[]
  /** The column with the cursor, and a WHERE condition that finds the entry of one. Default: the last one of `sortColumns`. */
  readonly cursor?: { readonly column: string; readonly find: (cursor: string) => Statement }
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

const sortOrder = ({ sortColumns = ['created', 'id'], cursor }: ListedRows) => {
  const last = sortColumns.at(-1) as string
  const key = cursor?.column ?? last
  return {
    sortColumns,
    key,
    find: cursor?.find ?? ((id: string) => sql(`${last} = ?`, id)),
    isSortedByKey: key === last,
  }
}

/** The entry at which a page begins, and on which side of it. */
interface Position {
  readonly id: string
  readonly newer: boolean
}

export const toPosition = (cursor: string): Position =>
  cursor.startsWith('-') ? { id: cursor.slice(1), newer: true } : { id: cursor, newer: false }

/** SELECT of a column of the position's entry, visible or not. */
const positionColumn = (list: ListedRows, { id }: Position, column: string): Statement => {
  const where = all(sortOrder(list).find(id), list.within)
  return sql(`SELECT ${column} FROM ${list.table} WHERE ${where.sql}`, ...where.values)
}

/** A WHERE condition: the entry is on the position's side of its entry. */
const beyond = (list: ListedRows, position: Position): Statement => {
  const { sortColumns, isSortedByKey } = sortOrder(list)
  // One SELECT per column: with a SELECT of several columns SQLite uses only the first in the index, and reads all rows equal in it.
  const values = sortColumns.map((column, index) =>
    isSortedByKey && index === sortColumns.length - 1 ? sql('?', position.id) : positionColumn(list, position, column),
  )
  return sql(
    `(${sortColumns.join(', ')}) ${position.newer ? '>' : '<'} (${values.map((one) => `(${one.sql})`).join(', ')})`,
    ...values.flatMap((one) => one.values),
  )
}

/** The LIMIT clause: `count` entries after `before` entries. */
const limitClause = ({ total }: ListedRows, before: number, count: number): Statement => {
  if (before === 0) return sql('?', count)
  if (total === null) return sql('? OFFSET ?', count, before)
  // In the WHERE clause the total would be evaluated for each row, and all rows would be read.
  return sql(`iif((${total.sql}) > ?, ?, 0) OFFSET ?`, ...total.values, before, count, before)
}

/** SELECT of a page's entries and one more, to detect a further page, in the direction of the position. */
const selectEntries = (
  list: ListedRows,
  { pageNumber, pageSize }: PageRequest,
  position: Position | null,
): Statement => {
  const where = all(list.within, list.visible ?? sql('TRUE'), position === null ? sql('TRUE') : beyond(list, position))
  const order = sortOrder(list).sortColumns.map((column) => `${column} ${position?.newer === true ? 'ASC' : 'DESC'}`)
  const limit = limitClause(list, position === null ? (pageNumber - 1) * pageSize : 0, pageSize + 1)
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
  const { cursor, pageNumber, pageSize } = page
  const position = cursor === null ? null : toPosition(cursor)
  const read = await database.named({
    total: list.total,
    cursor: position === null ? null : positionColumn(list, position, '1'),
    entries: selectEntries(list, page, position),
  })
  const [counter] = read.total
  if (list.total !== null && counter === undefined) return missingReason(list)
  if (position !== null && read.cursor.length === 0) return 'cursor_not_found'
  const rows = read.entries.slice(0, pageSize)
  const hasMore = read.entries.length > pageSize
  if (position?.newer === true) rows.reverse()
  // A page that begins at a cursor has that entry on its other side.
  const { hasNewer, hasOlder } =
    position?.newer === true
      ? { hasNewer: hasMore, hasOlder: true }
      : { hasNewer: position !== null || pageNumber > 1, hasOlder: hasMore }
  const cursorAt = (row: Row | undefined, prefix = '') => (row === undefined ? null : `${prefix}${String(row[key])}`)
  return {
    total: (counter?.['total'] ?? null) as number | null,
    entries: rows.map(list.entry),
    next: hasOlder ? cursorAt(rows.at(-1)) : null,
    previous: hasNewer ? cursorAt(rows[0], '-') : null,
  }
}

const missingReason = <Entry, Missing extends string>({ table, missing }: PagedList<Entry, Missing>): Missing => {
  if (missing === undefined) throw new Error(`The list of ${table} has no total.`)
  return missing
}

import type { DatabaseSync } from 'node:sqlite'

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

type Column = { readonly name: string; readonly type: string; readonly pk: number }

const columnsOf = (database: DatabaseSync, table: string): Column[] =>
  database.prepare('SELECT name, type, pk FROM pragma_table_info(?)').all(table) as unknown as Column[]

/** The columns of which no two rows may have the same value. */
const uniqueColumns = (database: DatabaseSync, table: string): Set<string> =>
  new Set(
    database
      .prepare(
        `SELECT columns.name FROM pragma_index_list(?) AS indexes, pragma_index_info(indexes.name) AS columns WHERE indexes."unique" = 1`,
      )
      .all(table)
      .map(({ name }) => String(name)),
  )

const shared = new Set(['account', 'mode'])

/**
 * Adds copies of the newest row of an account to a table, each a second older than the one before. Texts that must be unique end with the number of the
 * copy.
 *
 * @throws Error if the account has no row to copy
 */
export const cloneRows = (database: DatabaseSync, table: string, account: string, count: number): void => {
  const unique = uniqueColumns(database, table)
  const columns = columnsOf(database, table)
  const keys = columns.filter(({ pk }) => pk > 0)
  // SQLite numbers these itself.
  const isNumbered = (column: Column) => keys.length === 1 && column.pk > 0 && column.type === 'INTEGER'
  const copied = columns.filter((column) => !isNumbered(column))
  const valueOf = ({ name, type, pk }: Column): string => {
    const value = quote(name)
    if ((pk > 0 || unique.has(name)) && !shared.has(name))
      return type === 'TEXT'
        ? `substr(${value}, 1, max(0, length(${value}) - 7)) || printf('%07d', numbers.n)`
        : `${value} - numbers.n`
    return name === 'created' || name === 'at' ? `${value} - 1000 * numbers.n` : value
  }
  const newest = keys.map(({ name }) => `${quote(name)} DESC`).join()
  const { changes } = database
    .prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
       INSERT INTO ${quote(table)} (${copied.map(({ name }) => quote(name)).join()})
       SELECT ${copied.map(valueOf).join()}
       FROM numbers, (SELECT * FROM ${quote(table)} WHERE account = ?2 ORDER BY ${newest} LIMIT 1)`,
    )
    .run(count, account)
  if (Number(changes) < count) throw new Error(`${table} has no row of ${account} to copy.`)
}

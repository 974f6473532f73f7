import type { Row } from '../../store/sql/database.ts'

export interface StoredRow {
  readonly table: string
  readonly row: Row
}

/**
 * All rows of these accounts in all tables, and all rows of tables without accounts. Rows of other accounts are not read: other tests may
 * have left a hundred thousand.
 */
export const storedRows = async (database: D1Database, ...accounts: readonly string[]): Promise<StoredRow[]> => {
  const { results: tables } = await database
    .prepare(
      `SELECT name, EXISTS (SELECT 1 FROM pragma_table_info(tables.name) AS columns WHERE columns.name = 'account') AS hasAccount
       FROM sqlite_master AS tables WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`,
    )
    .all<{ name: string; hasAccount: number }>()
  const ofAccounts = `WHERE account IN (SELECT value FROM json_each(?))`
  const found = await database.batch<Row>(
    tables.map(({ name, hasAccount }) =>
      hasAccount === 1
        ? database.prepare(`SELECT * FROM "${name}" ${ofAccounts}`).bind(JSON.stringify(accounts))
        : database.prepare(`SELECT * FROM "${name}"`),
    ),
  )
  return found.flatMap(({ results }, at) => results.map((row) => ({ table: tables[at]!.name, row })))
}

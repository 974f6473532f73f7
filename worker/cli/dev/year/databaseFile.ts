import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { quoteName } from '../../wrangler/literals.ts'

/** The files of the local databases in a state folder. */
const databaseFiles = (state: string): string[] =>
  globSync('v3/d1/*/*.sqlite', { cwd: state })
    .filter((file) => !file.endsWith('metadata.sqlite'))
    .map((file) => join(state, file))

/** Tables of a schema without those of D1 and SQLite. */
const tablesOf = (database: DatabaseSync, schema: 'main' | 'year'): string[] =>
  database
    .prepare(
      `SELECT name FROM ${schema}.sqlite_schema
       WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name <> 'd1_migrations'`,
    )
    .all()
    .map(({ name }) => String(name))

const countRows = (database: DatabaseSync, table: string, condition = 'TRUE'): number =>
  Number(database.prepare(`SELECT count(*) AS rows FROM ${quoteName(table)} WHERE ${condition}`).get()!['rows'])

/** Whether a state folder has no rows but those of an account, its keys and its owner, which every start inserts. */
export const isUnused = (state: string, account: string): boolean =>
  databaseFiles(state).every((file) => {
    const database = new DatabaseSync(file, { readOnly: true })
    const own = `'${account.replaceAll("'", "''")}'`
    const conditions: Readonly<Record<string, string>> = {
      accounts: `id <> ${own}`,
      apiKeys: `account <> ${own} OR id NOT LIKE 'demo-key-%'`,
      // The demo owner. A person who has joined has a recovery code.
      members: `account <> ${own} OR recoveryHash IS NOT NULL`,
      // The number of the account's keys.
      usage: "name <> 'apiKeys'",
    }
    try {
      return tablesOf(database, 'main').every((table) => countRows(database, table, conditions[table]) === 0)
    } finally {
      database.close()
    }
  })

/** Replaces the rows of the database in a state folder, which no process uses, by those of another one with the same tables. */
export const replaceRows = (state: string, bytes: Uint8Array): void => {
  const [file, ...others] = databaseFiles(state)
  if (file === undefined || others.length > 0) throw new Error(`${state} has no single database.`)
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  try {
    database.exec("ATTACH ':memory:' AS year")
    database.deserialize(bytes, { dbName: 'year' })
    // The rows are complete: triggers would count them again.
    const triggers = database.prepare("SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'").all()
    const columns = database.prepare("SELECT name FROM pragma_table_xinfo(?, 'main') WHERE hidden = 0")
    database.exec('BEGIN IMMEDIATE')
    for (const { name } of triggers) database.exec(`DROP TRIGGER main.${quoteName(String(name))}`)
    for (const table of tablesOf(database, 'year')) {
      const names = columns.all(table).map(({ name }) => quoteName(String(name)))
      database.exec(`DELETE FROM main.${quoteName(table)}`)
      database.exec(
        `INSERT INTO main.${quoteName(table)} (${names.join()}) SELECT ${names.join()} FROM year.${quoteName(table)}`,
      )
    }
    for (const { sql } of triggers) database.exec(String(sql))
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Row, SqlValue } from '../store/sql/database.ts'

/** D1 binds no more. */
const mostParameters = 100

/** A statement on its way to a batch. */
interface Prepared {
  readonly text: string
  readonly values: readonly SqlValue[]
}

const migrations = new URL('../store/migrations/', import.meta.url)

/**
 * D1 as the store uses it (`prepare`, `bind`, `batch`), on SQLite in memory, in Node: the real SQL on the real schema without the worker
 * runtime, some hundred times as fast. A batch is one transaction, all or none; foreign keys and checks hold; errors read as D1's do.
 */
export const sqliteD1 = () => {
  const sqlite = new DatabaseSync(':memory:')
  for (const file of readdirSync(migrations).sort())
    sqlite.exec(`BEGIN; ${readFileSync(new URL(file, migrations), 'utf8')}; COMMIT`)

  const compiled = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const rows = (text: string, ...values: readonly SqlValue[]): Row[] => {
    if (values.length > mostParameters) throw new Error('too many SQL variables')
    const statement = compiled.get(text) ?? sqlite.prepare(text)
    compiled.set(text, statement)
    return statement.all(...values)
  }

  /** All or none. */
  const atomically = <T>(work: () => T): T => {
    sqlite.exec('BEGIN')
    try {
      const result = work()
      sqlite.exec('COMMIT')
      return result
    } catch (thrown) {
      sqlite.exec('ROLLBACK')
      throw new Error(`D1_ERROR: ${(thrown as Error).message}: SQLITE_ERROR`, { cause: thrown })
    }
  }

  const d1 = {
    prepare: (text: string) => ({ bind: (...values: SqlValue[]): Prepared => ({ text, values }) }),
    batch: (statements: readonly Prepared[]) =>
      new Promise((resolve) =>
        resolve(atomically(() => statements.map(({ text, values }) => ({ results: rows(text, ...values) })))),
      ),
  }
  return { d1: d1 as unknown as D1Database, rows, exec: (text: string): void => sqlite.exec(text) }
}

/** A copy of an account's rows, and their restore, while everything outside of the database goes on. */

type Value = string | number | null | readonly number[]
type Rows = readonly Record<string, Value>[]

interface AccountTable {
  readonly name: string
  /** The column that names the account. */
  readonly owner: string
  /** Without generated columns. */
  readonly columns: readonly string[]
}

export interface Backup {
  readonly tables: readonly (AccountTable & { readonly rows: Rows })[]
}

const quoted = (name: string): string => `"${name}"`

const bindable = (value: Value | undefined): unknown =>
  Array.isArray(value) ? new Uint8Array(value).buffer : (value ?? null)

/** The tables with rows of accounts. */
const accountTables = async (d1: D1Database): Promise<AccountTable[]> => {
  const { results } = await d1
    .prepare(
      `SELECT tables.name, json_group_array(columns.name) AS columns
       FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' AND tables.name NOT GLOB '_cf*' AND tables.name NOT GLOB 'sqlite*' GROUP BY tables.name`,
    )
    .all<{ name: string; columns: string }>()
  return results.flatMap(({ name, columns: listed }) => {
    const columns = JSON.parse(listed) as string[]
    const owner = name === 'accounts' ? 'id' : 'account'
    return columns.includes(owner) ? [{ name, owner, columns }] : []
  })
}

export const backUp = async (d1: D1Database, account: string): Promise<Backup> => {
  const tables = await accountTables(d1)
  const results = await d1.batch<Record<string, Value>>(
    tables.map(({ name, owner, columns }) =>
      d1
        .prepare(`SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)} WHERE ${quoted(owner)} = ?`)
        .bind(account),
    ),
  )
  return { tables: tables.map((table, index) => Object.assign(table, { rows: results[index]!.results })) }
}

/** One transaction: the account's rows are those of the backup. Triggers would count the rows again, so they are absent meanwhile. */
export const restore = async (d1: D1Database, account: string, { tables }: Backup): Promise<void> => {
  const { results: triggers } = await d1
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all<{ name: string; sql: string }>()
  await d1.batch([
    d1.prepare('PRAGMA defer_foreign_keys = ON'),
    ...triggers.map(({ name }) => d1.prepare(`DROP TRIGGER ${quoted(name)}`)),
    ...tables.map(({ name, owner }) =>
      d1.prepare(`DELETE FROM ${quoted(name)} WHERE ${quoted(owner)} = ?`).bind(account),
    ),
    ...tables.flatMap(({ name, columns, rows }) =>
      rows.map((row) =>
        d1
          .prepare(
            `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
          )
          .bind(...columns.map((column) => bindable(row[column]))),
      ),
    ),
    ...triggers.map(({ sql }) => d1.prepare(sql)),
  ])
}

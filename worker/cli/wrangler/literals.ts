import type { SqlValue, Statement } from '../../store/sql/statement.ts'

/** An SQL literal for `wrangler d1 execute`, which binds no parameters. The values are the operator's settings, ids and hashes of keys. */
export const literal = (value: SqlValue): string => {
  if (value === null) return 'NULL'
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}

/** A statement with its values as literals. As in SQLite `?` is the value after the highest one before it, `?3` the third. */
export const withLiterals = ({ sql, values }: Statement): string => {
  let highest = 0
  // Texts of the statement are matched first, since a ? in them is no parameter.
  return sql.replaceAll(/'(?:[^']|'')*'|\?(\d*)/g, (found, number: string | undefined) => {
    if (number === undefined) return found
    const index = number === '' ? highest + 1 : Number(number)
    highest = Math.max(highest, index)
    return literal(values[index - 1] ?? null)
  })
}

/** A name of SQL, such as that of a table. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

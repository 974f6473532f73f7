import type { Merchant } from '../merchant.ts'

const quoted = (value: string): string => `'${value}'`

/** The number of an account's rows in each table, which a rejected request must not change. */
export const countAllRows = async ({ id, rows }: Merchant): Promise<Readonly<Record<string, number>>> => {
  const tables = (await rows("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name")).filter(
    ({ sql }) => /^\s*account TEXT\b/m.test(String(sql)),
  )
  const counts = tables.map(({ name }) => `(SELECT count(*) FROM "${name}" WHERE account = ${quoted(id)}) AS "${name}"`)
  return (await rows(`SELECT ${counts.join()}`))[0] as Record<string, number>
}

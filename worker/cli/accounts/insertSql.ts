import { literal } from '../wrangler/literals.ts'

/** INSERT of a row that is left unchanged if it exists. */
export const insert = (table: string, row: Readonly<Record<string, string | number | null>>): string =>
  `INSERT OR IGNORE INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).map(literal).join(', ')});`

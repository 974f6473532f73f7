import type { Merchant } from '../merchant.ts'
import { storedRows } from './storedRows.ts'
import type { StoredRow } from './storedRows.ts'

/** What background work writes: the use of a key, and how far the deliveries of a webhook have got. */
const backgroundColumns: ReadonlySet<string> = new Set(['lastUsed', 'seen'])

/** All rows of an account, which a rejected request must not change. */
export const accountRows = async ({ database, id }: Pick<Merchant, 'database' | 'id'>): Promise<readonly StoredRow[]> =>
  (await storedRows(database, id))
    .filter(({ table, row }) => row['account'] === id || (table === 'accounts' && row['id'] === id))
    .map(({ table, row }) => ({
      table,
      row: Object.fromEntries(Object.entries(row).filter(([name]) => !backgroundColumns.has(name))),
    }))

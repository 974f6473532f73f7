import type { Usage } from '#contract/quotas'
import { sql } from '../sql/database.ts'
import { json } from '../sql/row.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** SQL column of the usage of a row's account in the row's mode. Triggers keep it. */
export const usageColumn = (table: 'apiKeys' | 'owner'): string =>
  `(SELECT json_group_object(name, total) FROM usage WHERE usage.account = ${table}.account AND usage.mode = ${table}.mode) AS usage`

/** One round trip: what an account uses in one mode. */
export const readUsage = async ({ database, owner: { account, mode } }: OwnerScope): Promise<Usage> => {
  const row = await database.row(
    sql(`SELECT ${usageColumn('owner')} FROM (SELECT ? AS account, ? AS mode) AS owner`, account, mode),
  )
  return json<Usage>().read(row?.['usage'], 'usage')
}

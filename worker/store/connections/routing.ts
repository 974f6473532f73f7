import type { RoutingRule } from '#contract/connections/routing'
import { settingsColumn, settingsOfMode } from '../accounts/settingsColumn.ts'
import { sql } from '../sql/database.ts'
import { defineColumns } from '../sql/row.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { connectionsColumn, selectConnections } from './connectionColumns.ts'
import type { ConnectionRow } from './connectionColumns.ts'

const routingColumns = defineColumns({ settings: settingsColumn, connections: connectionsColumn })

/** One round trip: the routing rules of an owner and all its connections, as they are now. */
export const readRouting = async ({
  database,
  owner: { account, mode },
}: OwnerScope): Promise<{ readonly rules: readonly RoutingRule[]; readonly connections: readonly ConnectionRow[] }> => {
  const row = await database.row(
    sql(
      `SELECT ${settingsOfMode('owner.mode')} AS settings, ${selectConnections('owner')}
       FROM (SELECT ? AS account, ? AS mode) AS owner JOIN accounts ON accounts.id = owner.account`,
      account,
      mode,
    ),
  )
  if (row === null) throw new Error('The account does not exist.')
  const { settings, connections } = routingColumns.decode(row)
  return { rules: settings.routing, connections }
}

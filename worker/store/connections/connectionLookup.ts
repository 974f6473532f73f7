import type { StoredAccountKey } from '../accounts/vaultKeys.ts'
import { sql } from '../sql/database.ts'
import { defineColumns, enumText, json, nullable } from '../sql/row.ts'
import type { ShardScope } from '../sql/scope.ts'
import { connectionColumns } from './connectionColumns.ts'
import type { ConnectionRow } from './connectionColumns.ts'

/** A connection, with what opens its secrets. */
export interface FoundConnection {
  readonly connection: ConnectionRow
  readonly mode: 'test' | 'live'
  readonly vaultKey: StoredAccountKey | null
}

const keyColumns = defineColumns({
  mode: enumText<'test' | 'live'>(),
  vaultKey: nullable(json<StoredAccountKey>()),
})

/** One round trip: a connection of an account by id, for an operation whose reference names both. Null if it does not exist. */
export const findConnection = async (
  { database }: ShardScope,
  account: string,
  id: string,
): Promise<FoundConnection | null> => {
  const row = await database.row(
    sql(
      `SELECT ${connectionColumns.list()}, mode,
         (SELECT json_object('wrappedKey', wrappedKey, 'rootVersion', rootVersion) FROM accountKeys
          WHERE accountKeys.account = connections.account AND accountKeys.mode = connections.mode) AS vaultKey
       FROM connections WHERE id = ? AND account = ?`,
      id,
      account,
    ),
  )
  return row && { connection: connectionColumns.decode(row), ...keyColumns.decode(row) }
}

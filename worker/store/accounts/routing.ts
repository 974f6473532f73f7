import { json, defineColumns } from '../sql/row.ts'
import type { Owner } from '../sql/owner.ts'
import { sql } from '../sql/statement.ts'
import type { Row, Statement } from '../sql/statement.ts'
import { modeColumns } from './settingsColumn.ts'

const columns = defineColumns({
  rules: json<readonly { readonly connection: string }[]>(),
  connections: json<readonly { readonly id: string; readonly disabled: number }[]>(),
})

/** Selects the routing rules and connections of an account in one mode, for the command line. No row for an unknown account. */
export const selectRouting = ({ account, mode }: Owner): Statement =>
  sql(
    `SELECT coalesce(${modeColumns[mode].settings} -> '$.routing', '[]') AS rules,
       (SELECT json_group_array(json_object('id', id, 'disabled', disabled)) FROM connections
        WHERE connections.account = accounts.id AND connections.mode = ?2) AS connections
     FROM accounts WHERE id = ?1`,
    account,
    mode,
  )

/** Decodes `selectRouting`. */
export const decodeRouting = (row: Row) => {
  const { rules, connections } = columns.decode(row)
  return { rules, connections: connections.map(({ id, disabled }) => ({ id, disabled: disabled === 1 })) }
}

import type { PublicSettings } from '../../processors/definition.ts'
import { defineColumns, flag, integer, json, nullable, text } from '../sql/row.ts'
import type { Column, RowOf } from '../sql/row.ts'
import type { Row } from '../sql/statement.ts'

/** A connection, with its secrets sealed. Times are milliseconds since 1970. */
export const connectionColumns = defineColumns({
  id: text,
  processor: text,
  label: text,
  settings: json<PublicSettings>(),
  sealedSecrets: nullable(text),
  wrappedSecretsKey: nullable(text),
  disabled: flag,
  used: flag,
  lastSuccess: nullable(integer),
  lastFailure: nullable(integer),
  created: integer,
  updated: integer,
})

export type ConnectionRow = RowOf<typeof connectionColumns>

/** The SQL column `connections`: those of a row's account and mode, as a JSON array. */
export const selectConnections = (table: string): string =>
  `(SELECT json_group_array(json_object(${connectionColumns.names.map((name) => `'${name}', own.${name}`).join(', ')}))
    FROM connections AS own WHERE own.account = ${table}.account AND own.mode = ${table}.mode) AS connections`

const rows = json<readonly Row[]>()

/** Decodes `selectConnections`. */
export const connectionsColumn: Column<readonly ConnectionRow[]> = {
  read: (value, name) => rows.read(value, name).map(connectionColumns.decode),
  write: () => {
    throw new TypeError('Connections are written one by one.')
  },
}

import type { AccountSettings } from '#contract/accounts/accounts'
import { connectionsColumn, selectConnections } from '../connections/connectionColumns.ts'
import type { ConnectionRow } from '../connections/connectionColumns.ts'
import type { Row } from '../sql/database.ts'
import { defineColumns, flag, integer, json, nullable, text, enumText } from '../sql/row.ts'
import { enabledWebhooksColumn } from '../webhooks/enabledWebhooks.ts'
import { settingsColumn, settingsOfMode } from './settingsColumn.ts'
import type { StoredAccountKey } from './vaultKeys.ts'

/** An account in one mode, with its settings, clock and vault key. */
export interface AccountRecord {
  readonly id: string
  readonly mode: 'test' | 'live'
  readonly suspended: boolean
  readonly settings: AccountSettings
  /** Offset of the account's test clock from real time, in milliseconds. 0 in live mode. */
  readonly clockOffsetMs: number
  /** Null until the worker creates it at first use. */
  readonly vaultKey: StoredAccountKey | null
  /** The ids of enabled webhooks. */
  readonly endpoints: readonly string[]
  /** All connections, also disabled ones. */
  readonly connections: readonly ConnectionRow[]
}

const accountRecordColumns = defineColumns({
  account: text,
  mode: enumText<'test' | 'live'>(),
  suspended: flag,
  settings: settingsColumn,
  clockOffsetMs: integer,
  wrappedKey: nullable(text),
  rootVersion: nullable(integer),
  endpoints: json<string[]>(),
  connections: connectionsColumn,
})

/** Decodes the account of a row that was selected with `accountColumns`. */
export const decodeAccount = (row: Row): AccountRecord => {
  const { account, mode, suspended, settings, clockOffsetMs, wrappedKey, rootVersion, endpoints, connections } =
    accountRecordColumns.decode(row)
  return {
    id: account,
    mode,
    suspended,
    settings,
    clockOffsetMs,
    vaultKey: wrappedKey === null || rootVersion === null ? null : { wrappedKey, rootVersion },
    endpoints,
    connections,
  }
}

/** The account's columns for SELECT, with `accountJoins`. The columns account and mode are those of the table itself. */
export const accountColumns = (
  table: 'apiKeys' | 'checkouts' | 'connections' | 'owner' | 'terminals' | 'webhooks',
): string =>
  `suspended, ${settingsOfMode(`${table}.mode`)} AS settings, CASE ${table}.mode WHEN 'test' THEN testClockOffset ELSE 0 END AS clockOffsetMs,
   wrappedKey, rootVersion, ${enabledWebhooksColumn(table)}, ${selectConnections(table)}`

export const accountJoins = (
  table: 'apiKeys' | 'checkouts' | 'connections' | 'owner' | 'terminals' | 'webhooks',
): string =>
  `JOIN accounts ON accounts.id = ${table}.account
   LEFT JOIN accountKeys ON accountKeys.account = ${table}.account AND accountKeys.mode = ${table}.mode`

import type { AccountSettings } from '#contract/accounts/accounts'
import type { Row } from '../sql/database.ts'
import { defineColumns, flag, integer, json, nullable, text, enumText } from '../sql/row.ts'
import { enabledWebhooksColumn } from '../webhooks/enabledWebhooks.ts'
import type { StoredAccountKey } from './vaultKeys.ts'

/** An account in one mode, as everything that acts for it needs it. */
export interface AccountRecord {
  readonly id: string
  readonly mode: 'test' | 'live'
  readonly suspended: boolean
  readonly settings: AccountSettings
  /** How far the account's clock is ahead of the real one, in milliseconds: 0 in live mode. */
  readonly clockOffsetMs: number
  /** Null until the worker makes one, at first need. */
  readonly vaultKey: StoredAccountKey | null
  /** The ids of the webhooks that are enabled. */
  readonly endpoints: readonly string[]
}

const accountRecordColumns = defineColumns({
  account: text,
  mode: enumText<'test' | 'live'>(),
  suspended: flag,
  settings: json<AccountSettings>(),
  clockOffsetMs: integer,
  wrappedKey: nullable(text),
  rootVersion: nullable(integer),
  endpoints: json<string[]>(),
})

/** The account of a row that `accountColumns` was selected with. */
export const decodeAccount = (row: Row): AccountRecord => {
  const { account, mode, suspended, settings, clockOffsetMs, wrappedKey, rootVersion, endpoints } =
    accountRecordColumns.decode(row)
  return {
    id: account,
    mode,
    suspended,
    settings,
    clockOffsetMs,
    vaultKey: wrappedKey === null || rootVersion === null ? null : { wrappedKey, rootVersion },
    endpoints,
  }
}

/** For SELECT, with `accountJoins`: the account of each row of a table, but for the columns account and mode of that table itself. */
export const accountColumns = (table: 'apiKeys' | 'checkouts'): string =>
  `suspended, settings, CASE ${table}.mode WHEN 'test' THEN testClockOffset ELSE 0 END AS clockOffsetMs,
   wrappedKey, rootVersion, ${enabledWebhooksColumn(table)}`

export const accountJoins = (table: 'apiKeys' | 'checkouts'): string =>
  `JOIN accounts ON accounts.id = ${table}.account
   LEFT JOIN accountKeys ON accountKeys.account = ${table}.account AND accountKeys.mode = ${table}.mode`

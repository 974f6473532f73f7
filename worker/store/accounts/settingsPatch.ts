import { builtInConnection } from '#contract/connections/builtInConnection'
import { initialSettings, operatorSettingNames, secretSettingNames } from '#contract/accounts/accounts'
import type { AccountSettings } from '#contract/accounts/accounts'
import type { AuditEntry } from '../sql/audit.ts'
import type { Owner } from '../sql/owner.ts'
import { sql, toSqlList } from '../sql/statement.ts'
import type { Statement } from '../sql/statement.ts'
import { modeColumns, settingsOfMode } from './settingsColumn.ts'

/** New values of settings by name, for the mode and for both modes. */
export interface SettingsPatch {
  readonly own: Partial<AccountSettings>
  readonly shared: Partial<AccountSettings>
}

/** Who changes settings. The operator may change all; a key those of its mode, and a live key those that both modes share. */
export type SettingsAuthor = 'key' | 'operator'

/** The members of a JSON object in a column, replaced by those of a parameter. */
const merged = (column: string, parameter: string): string =>
  `(SELECT json_group_object(name, json(value)) FROM (
      SELECT key AS name, ${column} -> fullkey AS value FROM json_each(${column})
      WHERE key NOT IN (SELECT key FROM json_each(${parameter}))
      UNION ALL SELECT key, ${parameter} -> fullkey FROM json_each(${parameter})))`

/** The JSON text of a member in a column, or of its default in ?4. */
const current = (column: string): string => `coalesce(${column} -> fullkey, ?4 -> fullkey)`

/** The JSON text of a setting for the audit, without the sealed part of settings with secrets. */
const redacted = (value: string): string =>
  `iif(key IN (${toSqlList(secretSettingNames)}), json_replace(${value}, '$.sealed', '[redacted]'), ${value})`

/** Old and new values of the members that a parameter changes, for the audit. Secrets are redacted. */
const changes = (column: string, parameter: string): string =>
  `SELECT key AS name, ${redacted(current(column))} AS old, ${redacted(`${parameter} -> fullkey`)} AS new
    FROM json_each(${parameter}) WHERE ${current(column)} IS NOT (${parameter} -> fullkey)`

/**
 * The statements of a change of settings, for one batch: refused names, positions of routing rules that name no connection of the owner, audit
 * entry, update. The last one returns the settings. Only the given members are written, so that concurrent changes of others are kept.
 *
 * Whether the author may change shared settings is decided by the rows as they are in the batch: a test key may until the account's
 * first live key exists. A current value is not a change: it is
 * neither refused nor recorded.
 */
export const patchSettingsStatements = (
  { account, mode }: Owner,
  { own, shared }: SettingsPatch,
  author: SettingsAuthor,
  { at, key, requestId, action }: Omit<AuditEntry, 'detail'>,
): readonly [refused: Statement, missing: Statement, audit: Statement, update: Statement] => {
  const { settings, version } = modeColumns[mode]
  const otherVersion = modeColumns[mode === 'test' ? 'live' : 'test'].version
  const values = [account, ...[shared, own, initialSettings(mode)].map((each) => JSON.stringify(each))] as const
  const hasLiveKey = "EXISTS (SELECT 1 FROM apiKeys WHERE apiKeys.account = ?1 AND apiKeys.mode = 'live')"
  const mayChange = {
    shared: author === 'operator' || mode === 'live' ? 'TRUE' : `NOT ${hasLiveKey}`,
    operators: author === 'operator' ? 'TRUE' : 'FALSE',
  }
  const refused = `SELECT key AS name FROM accounts, json_each(?2)
     WHERE accounts.id = ?1 AND ${current('accounts.settings')} IS NOT (?2 -> fullkey)
       AND NOT iif(key IN (${toSqlList(operatorSettingNames)}), ${mayChange.operators}, ${mayChange.shared})`
  const missing = `SELECT key AS position FROM json_each(?3, '$.routing')
     WHERE value ->> '$.connection' <> '${builtInConnection}'
       AND NOT EXISTS (SELECT 1 FROM connections WHERE id = json_each.value ->> '$.connection' AND account = ?1 AND connections.mode = '${mode}')`
  const allowed = `NOT EXISTS (${refused}) AND NOT EXISTS (${missing})`
  const sharedChanges = changes('accounts.settings', '?2')
  const ownChanges = changes(`accounts.${settings}`, '?3')
  const hasChanged = `(EXISTS (${sharedChanges}) OR EXISTS (${ownChanges}))`
  return [
    // ?3 is part of the text because every bound value must be.
    sql(`${refused} AND ?3 IS NOT NULL`, ...values),
    sql(`${missing} AND ?2 IS NOT NULL AND ?4 IS NOT NULL ORDER BY key`, ...values),
    sql(
      `INSERT INTO audit (account, at, key, requestId, action, detail)
       SELECT ?1, ?5, ?6, ?7, ?8, json_object('mode', ?9, 'version', ${version} + 1, 'changes',
         json((SELECT json_group_object(name, json_object('old', json(old), 'new', json(new)))
               FROM (${sharedChanges} UNION ALL ${ownChanges}))))
       FROM accounts WHERE id = ?1 AND ${hasChanged} AND ${allowed}`,
      ...values,
      at,
      key,
      requestId,
      action,
      mode,
    ),
    sql(
      `UPDATE accounts SET settings = ${merged('settings', '?2')}, ${settings} = ${merged(settings, '?3')}, updated = ?5,
         ${version} = ${version} + ${hasChanged}, ${otherVersion} = ${otherVersion} + EXISTS (${sharedChanges})
       WHERE id = ?1 AND ${allowed}
       RETURNING ${settingsOfMode(`'${mode}'`)} AS settings`,
      ...values,
      at,
    ),
  ]
}

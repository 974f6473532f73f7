import type { AccountSettings, SettingName } from '#contract/accounts/accounts'
import type { AuditNote } from '../sql/audit.ts'
import { enumText, integer } from '../sql/row.ts'
import type { StoreScope } from '../sql/scope.ts'
import { settingsColumn } from './settingsColumn.ts'
import { patchSettingsStatements } from './settingsPatch.ts'
import type { SettingsPatch } from './settingsPatch.ts'

export type PatchedSettings =
  | { readonly result: 'changed'; readonly settings: AccountSettings }
  /** Positions of routing rules that name no connection of the account and mode. */
  | { readonly result: 'connection_not_found'; readonly rules: readonly number[] }
  | { readonly result: 'refused'; readonly names: readonly SettingName[] }

const nameColumn = enumText<SettingName>()

/**
 * One round trip: changes settings by a key. Changes nothing if routing rules name connections that do not exist, or if the key may not change
 * one of the settings. A connection is not deleted while a rule names it, in either order of both requests.
 */
export const patchSettings = async (
  { database, owner, sign }: StoreScope,
  patch: SettingsPatch,
  note: Omit<AuditNote, 'detail'>,
): Promise<PatchedSettings> => {
  const statements = patchSettingsStatements(owner, patch, 'key', sign({ ...note, detail: {} }))
  const [refused = [], missing = [], , [row] = []] = await database.batch(statements)
  if (missing.length > 0)
    return { result: 'connection_not_found', rules: missing.map(({ position }) => integer.read(position, 'position')) }
  return row === undefined
    ? { result: 'refused', names: refused.map(({ name }) => nameColumn.read(name, 'name')) }
    : { result: 'changed', settings: settingsColumn.read(row['settings'], 'settings') }
}

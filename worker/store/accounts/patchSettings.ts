import type { AccountSettings, SettingName } from '#contract/accounts/accounts'
import type { AuditNote } from '../sql/audit.ts'
import { enumText } from '../sql/row.ts'
import type { StoreScope } from '../sql/scope.ts'
import { settingsColumn } from './settingsColumn.ts'
import { patchSettingsStatements } from './settingsPatch.ts'
import type { SettingsPatch } from './settingsPatch.ts'

export type PatchedSettings =
  | { readonly result: 'changed'; readonly settings: AccountSettings }
  | { readonly result: 'refused'; readonly names: readonly SettingName[] }

const nameColumn = enumText<SettingName>()

/** One round trip: changes settings by a key, or returns the names of those that the key may not change, and changes nothing. */
export const patchSettings = async (
  { database, owner, sign }: StoreScope,
  patch: SettingsPatch,
  note: Omit<AuditNote, 'detail'>,
): Promise<PatchedSettings> => {
  const statements = patchSettingsStatements(owner, patch, 'key', sign({ ...note, detail: {} }))
  const [refused = [], , [row] = []] = await database.batch(statements)
  return row === undefined
    ? { result: 'refused', names: refused.map(({ name }) => nameColumn.read(name, 'name')) }
    : { result: 'changed', settings: settingsColumn.read(row['settings'], 'settings') }
}

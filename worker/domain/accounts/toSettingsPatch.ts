import { modeSettingNames, operatorSettingNames, sharedSettingNames } from '#contract/accounts/accounts'
import type { AccountSettings, AccountSettingsChange, StoredWebhookDefaults } from '#contract/accounts/accounts'
import type { SettingsPatch } from '../../store/accounts/settingsPatch.ts'

/** A change of settings with the secrets sealed, as it is stored. */
export interface SealedSettingsChange extends Omit<AccountSettingsChange, 'webhookDefaults'> {
  readonly webhookDefaults?: StoredWebhookDefaults | undefined
}

const pickSettings = (change: object, names: readonly string[]): Partial<AccountSettings> =>
  Object.fromEntries(Object.entries(change).filter(([name, value]) => value !== undefined && names.includes(name)))

/** The given settings, by where they are stored: with one mode, or for both. */
export const toSettingsPatch = (change: SealedSettingsChange | Partial<AccountSettings>): SettingsPatch => ({
  own: pickSettings(change, modeSettingNames),
  shared: pickSettings(change, [...sharedSettingNames, ...operatorSettingNames]),
})

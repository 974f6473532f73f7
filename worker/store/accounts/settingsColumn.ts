import {
  initialSettings,
  modeSettingNames,
  operatorSettingNames,
  sharedSettingNames,
} from '#contract/accounts/accounts'
import type { AccountSettings } from '#contract/accounts/accounts'
import { json } from '../sql/row.ts'
import type { Column } from '../sql/row.ts'
import type { Owner } from '../sql/owner.ts'

type Mode = Owner['mode']

/** The columns of one mode in the table accounts. */
export const modeColumns = {
  test: { settings: 'testSettings', version: 'testVersion' },
  live: { settings: 'liveSettings', version: 'liveVersion' },
} as const satisfies Record<Mode, object>

/** An SQL expression for the column `settings`: those of the mode of a row. @param mode an SQL expression, such as `apiKeys.mode` */
export const settingsOfMode = (mode: string): string =>
  `('{"mode":"' || ${mode} || '","shared":' || accounts.settings
    || iif(${mode} = 'live', ',"version":' || liveVersion || ',"own":' || liveSettings,
                             ',"version":' || testVersion || ',"own":' || testSettings) || '}')`

interface StoredSettings {
  readonly mode: Mode
  readonly version: number
  readonly shared: Readonly<Record<string, unknown>>
  readonly own: Readonly<Record<string, unknown>>
}

const sharedByModes = [...sharedSettingNames, ...operatorSettingNames]

const stored = json<StoredSettings>()

/** The stored settings of these names. */
const pick = (from: Readonly<Record<string, unknown>>, names: readonly string[]): Partial<AccountSettings> =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))

/** Decodes `settingsOfMode`. A setting that was never stored has its default. */
export const settingsColumn: Column<AccountSettings> = {
  read: (value, name) => {
    const { mode, version, shared, own } = stored.read(value, name)
    return { ...initialSettings(mode), ...pick(shared, sharedByModes), ...pick(own, modeSettingNames), version }
  },
  // Changes are written by patchSettings alone, so that no copy of all settings can undo another change.
  write: () => {
    throw new TypeError('Settings are patched, never written as a whole.')
  },
}

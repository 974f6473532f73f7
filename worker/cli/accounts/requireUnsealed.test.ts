import { expect, test } from 'vitest'
import { modeSettingNames, secretSettingNames } from '#contract/accounts/accounts'
import { CliError } from '../cliError.ts'
import { requireUnsealed } from './requireUnsealed.ts'

test('the command line rejects each setting that is stored encrypted, since it has no keys, and no other', () => {
  expect(secretSettingNames.length).toBeGreaterThan(0)
  for (const name of modeSettingNames) {
    const change = { [name]: {} }
    if (secretSettingNames.includes(name)) expect(() => requireUnsealed(change), name).toThrow(CliError)
    else expect(requireUnsealed(change), name).toEqual(change)
  }
})

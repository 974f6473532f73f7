import { applySettingsChange } from '#contract/accounts/accounts'
import type { AccountSettingsChange } from '#contract/accounts/accounts'
import type { AccountStore } from '../../store/accounts/accountStore.ts'
import type { Clock } from '../clock.ts'
import type { Account } from './account.ts'

/** Returns the settings of the key's account. */
export const getSettings = async ({ account }: { readonly account: Account }) => ({
  account: { id: account.id, ...account.settings },
  errors: null,
})

interface Needs {
  readonly account: Account
  readonly accounts: Pick<AccountStore, 'writeSettings'>
  readonly clock: Clock
}

/** Changes the given settings; absent members stay unchanged. The audit log stores the names of the changed members. */
export const changeSettings = async (change: AccountSettingsChange, { account, accounts, clock }: Needs) => {
  const settings = applySettingsChange(account.settings, change)
  await accounts.writeSettings(settings, {
    at: clock.now(),
    action: 'account.updated',
    detail: { members: Object.keys(change) },
  })
  return { account: { id: account.id, ...settings }, errors: null }
}

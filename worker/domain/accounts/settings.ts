import { changedSettings } from '#contract/accounts'
import type { AccountSettingsChange } from '#contract/accounts'
import type { RequestServices } from '../../app/compose.ts'

/** The settings of the account that the key opens. */
export const getSettings = async ({ account }: RequestServices) => ({
  account: { id: account.id, ...account.settings },
  errors: null,
})

/** Changes some of the settings; what is left out stays. The names of what changed go into the audit table with it. */
export const changeSettings = async (change: AccountSettingsChange, { account, accounts, clock }: RequestServices) => {
  const settings = changedSettings(account.settings, change)
  await accounts.writeSettings(settings, {
    at: clock.now(),
    action: 'account.updated',
    detail: { members: Object.keys(change) },
  })
  return { account: { id: account.id, ...settings }, errors: null }
}

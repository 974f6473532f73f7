import { operatorSettingNames } from '#contract/accounts/accounts'
import type { AccountSettings, AccountSettingsChange, SettingName } from '#contract/accounts/accounts'
import { ApiError } from '#contract/errors/apiError'
import type { ErrorDetail } from '#contract/errors/apiError'
import type { AccountStore } from '../../store/accounts/accountStore.ts'
import type { Clock } from '../clock.ts'
import type { Endpoints } from '../webhooks/endpoints.ts'
import type { Account } from './account.ts'
import { requireHttpsOrigins } from './liveOrigins.ts'
import { toSettings } from './toSettings.ts'
import { toSettingsPatch } from './toSettingsPatch.ts'
import { sealWebhookDefaults } from './webhookDefaults.ts'
import type { WebhookDefaultsNeeds } from './webhookDefaults.ts'

const toAccount = ({ id, mode }: Pick<Account, 'id' | 'mode'>, settings: AccountSettings) => ({
  account: { id, mode, ...toSettings(settings) },
  errors: null,
})

/** Returns the settings of the key's account in the key's mode. */
export const getSettings = async ({ account }: { readonly account: Account }) => toAccount(account, account.settings)

interface Needs extends WebhookDefaultsNeeds {
  readonly accounts: Pick<AccountStore, 'patchSettings'>
  readonly clock: Clock
  readonly endpoints: Pick<Endpoints, 'refreshAll'>
  /** Removes the account's keys from this isolate's cache. */
  readonly dropCachedKeys: () => void
}

const refusal = (field: SettingName): ErrorDetail => ({
  type: operatorSettingNames.includes(field) ? 'operator_only' : 'live_key_required',
  field,
})

const missingConnection = (rule: number): ErrorDetail => ({
  type: 'connection_not_found',
  field: `routing[${rule}].connection`,
})

const toApiError = ([first, ...others]: readonly ErrorDetail[]): ApiError => {
  if (first === undefined) throw new Error('A refused change has a reason.')
  return new ApiError(first, ...others)
}

/**
 * Changes the given settings of the key's mode; absent members stay unchanged. The audit log stores old and new values.
 *
 * Errors: format_invalid for http origins in live mode; connection_not_found for routing; those of `sealWebhookDefaults`; live_key_required for settings that both modes share, operator_only (403).
 */
export const changeSettings = async (change: AccountSettingsChange, needs: Needs) => {
  const { account, accounts, clock, dropCachedKeys, endpoints } = needs
  requireHttpsOrigins(account.mode, change.allowedOrigins)
  const webhookDefaults = await sealWebhookDefaults(change.webhookDefaults, needs)
  // Also if the response of the database is lost: the change may have been committed.
  const patched = await accounts
    .patchSettings(toSettingsPatch({ ...change, webhookDefaults }), { at: clock.now(), action: 'account.updated' })
    .finally(dropCachedKeys)
  if (patched.result === 'connection_not_found') throw toApiError(patched.rules.map(missingConnection))
  if (patched.result === 'refused') throw toApiError(patched.names.map(refusal))
  if (webhookDefaults !== undefined) await endpoints.refreshAll()
  return toAccount(account, patched.settings)
}

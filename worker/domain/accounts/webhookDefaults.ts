import type { AccountSettingsChange, StoredWebhookDefaults } from '#contract/accounts/accounts'
import { ApiError, apiError } from '#contract/errors/apiError'
import { findWebhookHostError } from '#contract/webhooks/webhookHost'
import type { WebhookVault } from '../../vault/webhookVault.ts'
import type { WebhookUrlNeeds } from '../webhooks/allowedUrl.ts'
import type { Account } from './account.ts'

export interface WebhookDefaultsNeeds extends WebhookUrlNeeds {
  readonly account: Account
  readonly webhookVault: Pick<WebhookVault, 'sealDefaultHeaders'>
}

/** Checks hosts by the rules of this deployment, which the contract does not know. Error: url_not_allowed, with a reason. */
const requireAllowedHosts = (hosts: readonly string[], { webhookUrlRules }: WebhookUrlNeeds): void => {
  const [first, ...others] = hosts.flatMap((host, index) => {
    const reason = findWebhookHostError(host, webhookUrlRules)
    const field = `webhookDefaults.hosts[${index}]`
    return reason === null ? [] : [{ type: 'url_not_allowed' as const, field, details: { reason } }]
  })
  if (first !== undefined) throw new ApiError(first, ...others)
}

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each) => others.includes(each))

const none: StoredWebhookDefaults = { hosts: [], headerNames: [] }

/**
 * The default headers of a change as they are stored, hosts and headers sealed together; undefined to keep the stored ones. A client that
 * does not know the headers cannot have them sent to another host: new hosts need the headers, too.
 *
 * Errors: required, for headers without hosts and for new hosts without headers; url_not_allowed.
 */
export const sealWebhookDefaults = async (
  change: AccountSettingsChange['webhookDefaults'],
  needs: WebhookDefaultsNeeds,
): Promise<StoredWebhookDefaults | undefined> => {
  if (change === undefined) return undefined
  const { hosts, headers } = change
  const headerNames = Object.keys(headers ?? {})
  if (headers != null && headerNames.length > 0) {
    if (hosts == null || hosts.length === 0) throw apiError('required', { field: 'webhookDefaults.hosts' })
    requireAllowedHosts(hosts, needs)
    return { hosts, headerNames, sealed: await needs.webhookVault.sealDefaultHeaders({ hosts, headers }) }
  }
  // Headers are never returned, so a client that sends back what it read has the hosts alone.
  if (hosts != null && hosts.length > 0) {
    if (isSameSet(hosts, needs.account.settings.webhookDefaults.hosts)) return undefined
    throw apiError('required', { field: 'webhookDefaults.headers' })
  }
  return headers === undefined && hosts == null ? undefined : none
}

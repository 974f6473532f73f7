import { webhookHostOf } from '#contract/webhooks/webhookHost'
import type { WebhookRow } from '../../store/webhooks/webhooks.ts'
import type { WebhookVault } from '../../vault/webhookVault.ts'
import type { Account } from '../accounts/account.ts'

export interface HeaderNamesNeeds {
  readonly account: Account
  readonly webhookVault: Pick<WebhookVault, 'openHeaders'>
}

/** Names of the custom headers that deliveries of a webhook have: its own ones, or the default headers if they are bound to its host. */
export const headerNamesOf = async (
  { id, url, headers }: Pick<WebhookRow, 'id' | 'url' | 'headers'>,
  { account, webhookVault }: HeaderNamesNeeds,
): Promise<readonly string[]> => {
  const host = webhookHostOf(url)
  if (headers === 'none') return []
  if (headers === 'defaults') {
    const { hosts, headerNames } = account.settings.webhookDefaults
    return hosts.includes(host) ? headerNames : []
  }
  return headers.names ?? Object.keys((await webhookVault.openHeaders(id, headers, host)).headers)
}

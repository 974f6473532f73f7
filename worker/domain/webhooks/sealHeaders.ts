import { webhookHostOf } from '#contract/webhooks/webhookHost'
import type { WebhookHeaders } from '../../store/webhooks/webhooks.ts'
import type { WebhookVault } from '../../vault/webhookVault.ts'

export interface SealWebhookHeadersNeeds {
  readonly webhookVault: Pick<WebhookVault, 'sealHeaders'>
}

/**
 * The headers of a webhook as they are stored: own ones sealed with the host that they are sent to, the account's default headers if they
 * are null, or none if they are empty.
 */
export const sealWebhookHeaders = async (
  id: string,
  headers: Readonly<Record<string, string>> | null,
  url: string,
  { webhookVault }: SealWebhookHeadersNeeds,
): Promise<WebhookHeaders> => {
  if (headers === null) return 'defaults'
  const names = Object.keys(headers)
  if (names.length === 0) return 'none'
  return { ...(await webhookVault.sealHeaders(id, { hosts: [webhookHostOf(url)], headers })), names }
}

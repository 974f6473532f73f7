import type { SealedColumns } from '../../store/webhooks/webhooks.ts'
import type { WebhookVault } from '../../vault/webhookVault.ts'

export interface SealWebhookHeadersNeeds {
  readonly webhookVault: Pick<WebhookVault, 'sealHeaders'>
}

/** Seals the headers of a webhook. Null without headers. */
export const sealWebhookHeaders = async (
  id: string,
  headers: Readonly<Record<string, string>> | null,
  { webhookVault }: SealWebhookHeadersNeeds,
): Promise<SealedColumns | null> =>
  headers === null || Object.keys(headers).length === 0 ? null : webhookVault.sealHeaders(id, headers)

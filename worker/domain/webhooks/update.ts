import { apiError } from '#contract/errors/apiError'
import type { UpdateWebhook } from '#contract/webhooks/webhooks'
import type { WebhookStore } from '../../store/webhooks/webhookStore.ts'
import type { WebhookVault } from '../../vault/webhookVault.ts'
import { requireAllowedUrl } from './allowedUrl.ts'
import type { WebhookUrlNeeds } from './allowedUrl.ts'
import { notFound } from '../notFound.ts'
import { webhookAuditDetail } from './auditDetail.ts'
import { notifyEndpoint } from './notify.ts'
import type { NotifyNeeds } from './notify.ts'
import { sealWebhookHeaders } from './sealHeaders.ts'
import { toWebhook } from './toApi.ts'
import type { ToWebhookNeeds } from './toApi.ts'

interface Needs extends NotifyNeeds, ToWebhookNeeds, WebhookUrlNeeds {
  readonly webhooks: Pick<WebhookStore, 'update'>
  readonly webhookVault: Pick<WebhookVault, 'openHeaders' | 'sealHeaders'>
}

/**
 * Changes a webhook. Missing members stay unchanged.
 *
 * Errors: not_found (404); url_not_allowed; already_exists (409) with the id of the webhook that has the URL.
 */
export const updateWebhook = async (
  id: string,
  { url, enabled, subscribedEvents: kinds, headers }: UpdateWebhook,
  needs: Needs,
) => {
  const { webhooks, clock } = needs
  if (url !== undefined) requireAllowedUrl(url, needs)
  const update = await webhooks.update(
    id,
    {
      url,
      enabled,
      kinds,
      headers: headers === undefined ? undefined : await sealWebhookHeaders(id, headers, needs),
    },
    { at: clock.now(), action: 'webhook.updated', detail: webhookAuditDetail(id, { url, enabled, kinds, headers }) },
  )
  switch (update.result) {
    case 'updated':
      await notifyEndpoint(id, 'refresh', needs)
      return { webhook: await toWebhook(update.webhook, needs), errors: null }
    case 'webhook_not_found':
      throw notFound('webhook')
    case 'url_taken':
      throw apiError('already_exists', { field: 'url', details: { id: update.by } })
  }
}

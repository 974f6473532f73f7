import { refuse } from '#contract/refusal'
import type { UpdateWebhook } from '#contract/webhooks'
import type { RequestServices } from '../../app/compose.ts'
import { requireAllowedUrl } from './allowedUrl.ts'
import { noSuchWebhook } from './noSuchWebhook.ts'
import { noteOf } from './note.ts'
import { sealedHeaders } from './sealed.ts'
import { shownWebhook } from './shown.ts'
import { tellEndpoint } from './tell.ts'

/**
 * Changes a webhook. What the request leaves out stays.
 *
 * Refusals: not_found (404); url_not_allowed; already_exists (409), where another webhook has the url; details.id is its id.
 */
export const updateWebhook = async (
  id: string,
  { url, enabled, subscribedEvents: kinds, headers }: UpdateWebhook,
  services: RequestServices,
) => {
  const { webhooks, clock } = services
  if (url !== undefined) requireAllowedUrl(url, services)
  const written = await webhooks.update(
    id,
    {
      url,
      enabled,
      kinds,
      headers: headers === undefined ? undefined : await sealedHeaders(id, headers, services),
    },
    { at: clock.now(), action: 'webhook.updated', detail: noteOf(id, { url, enabled, kinds, headers }) },
  )
  switch (written.result) {
    case 'updated':
      await tellEndpoint(id, 'lookAnew', services)
      return { webhook: await shownWebhook(written.webhook, services), errors: null }
    case 'webhook_not_found':
      throw noSuchWebhook()
    case 'url_taken':
      throw refuse('already_exists', { field: 'url', details: { id: written.by } })
  }
}

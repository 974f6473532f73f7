import { mostWebhooks } from '#contract/webhooks'
import type { CreateWebhook } from '#contract/webhooks'
import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import type { WebhookRow } from '../../store/webhooks/webhooks.ts'
import { requireAllowedUrl } from './allowedUrl.ts'
import { noteOf } from './note.ts'
import { sealedHeaders } from './sealed.ts'
import { mintWebhookSecret } from './secret.ts'
import { tellEndpoint } from './tell.ts'

/**
 * Registers a webhook, or says anew how the one of this url is to be: of any number of requests that are the first for a url, one is shown
 * the secret.
 *
 * Refusals: url_not_allowed; limit_reached (409).
 */
export const registerWebhook = async (said: CreateWebhook, services: RequestServices): Promise<Registered> => {
  const { account, webhooks, webhookVault, clock, ids } = services
  requireAllowedUrl(said.url, services)
  const { url, enabled, subscribedEvents: kinds } = said
  const headers = said.headers ?? account.settings.webhookDefaults.headers
  const id = ids.uuid()
  const secret = mintWebhookSecret()
  const created = clock.now()
  const inserted = await webhooks.insert(
    {
      id,
      url,
      enabled,
      kinds,
      headers: await sealedHeaders(id, headers, services),
      secret: await webhookVault.sealSecret(id, secret),
      created,
    },
    mostWebhooks,
    { at: created, action: 'webhook.registered', detail: noteOf(id, { url, enabled, kinds, headers }) },
  )
  switch (inserted.result) {
    case 'inserted':
      return shown({ id, url, enabled, kinds }, secret.reveal())
    case 'too_many':
      throw refuse('limit_reached', { details: { max: mostWebhooks } })
    case 'url_taken': {
      const known = await replace(inserted.by, { enabled, kinds, headers }, services)
      // It was deleted in between, so that the url is free again.
      return known === null ? registerWebhook(said, services) : shown(known, null)
    }
  }
}

interface Replacing extends Pick<WebhookRow, 'enabled' | 'kinds'> {
  readonly headers: Readonly<Record<string, string>> | null
}

/** Null where it is gone. */
const replace = async (id: string, { enabled, kinds, headers }: Replacing, services: RequestServices) => {
  const updated = await services.webhooks.update(
    id,
    { enabled, kinds, headers: await sealedHeaders(id, headers, services) },
    { at: services.clock.now(), action: 'webhook.updated', detail: noteOf(id, { enabled, kinds, headers }) },
  )
  if (updated.result !== 'updated') return null
  await tellEndpoint(id, 'lookAnew', services)
  return updated.webhook
}

const shown = (
  { id, url, enabled, kinds }: Pick<WebhookRow, 'id' | 'url' | 'enabled' | 'kinds'>,
  secret: string | null,
) => ({ webhook: { id, url, enabled, subscribedEvents: kinds, secret }, errors: null })

type Registered = ReturnType<typeof shown>

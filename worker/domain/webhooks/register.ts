import { redactedSecret } from '#contract/accounts/audit'
import { maxConcurrency as defaultConcurrency, maxWebhooks } from '#contract/webhooks/webhooks'
import type { CreateWebhook } from '#contract/webhooks/webhooks'
import { apiError } from '#contract/errors/apiError'
import type { WebhookRow } from '../../store/webhooks/webhooks.ts'
import type { WebhookStore } from '../../store/webhooks/webhookStore.ts'
import type { WebhookVault } from '../../vault/webhookVault.ts'
import type { Caller } from '../accounts/account.ts'
import { createdValues } from '../createdValues.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import { requireAllowedUrl } from './allowedUrl.ts'
import type { WebhookUrlNeeds } from './allowedUrl.ts'
import { auditedWebhook } from './auditedWebhook.ts'
import { notifyEndpoint } from './notify.ts'
import type { NotifyNeeds } from './notify.ts'
import { sealWebhookHeaders } from './sealHeaders.ts'
import { mintWebhookSecret } from './secret.ts'
import { memberScopes, requireSubscribable } from './subscription.ts'

interface Needs extends NotifyNeeds, WebhookUrlNeeds {
  readonly caller: Pick<Caller, 'member' | 'scopes'>
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly webhooks: Pick<WebhookStore, 'insert' | 'update'>
  readonly webhookVault: Pick<WebhookVault, 'sealHeaders' | 'sealSecret'>
}

/**
 * Registers a webhook, or updates the webhook with the same URL. Of concurrent first registrations one response contains the secret.
 *
 * Errors: url_not_allowed; those of `requireSubscribable`; limit_reached (409).
 */
export const registerWebhook = async (request: CreateWebhook, needs: Needs): Promise<RegisterWebhookResponse> => {
  const { caller, webhooks, webhookVault, clock, ids } = needs
  requireAllowedUrl(request.url, needs)
  const { url, enabled, subscribedEvents: kinds, eventTypes } = request
  const types = eventTypes ?? null
  requireSubscribable({ kinds, types }, caller)
  const headers = request.headers ?? null
  const maxConcurrency = request.maxConcurrency ?? defaultConcurrency
  const id = ids.uuid()
  const secret = mintWebhookSecret()
  const created = clock.now()
  const insertion = await webhooks.insert(
    {
      id,
      url,
      enabled,
      kinds,
      types,
      headers: await sealWebhookHeaders(id, headers, url, needs),
      maxConcurrency,
      secret: await webhookVault.sealSecret(id, secret),
      created,
      memberScopes: memberScopes(caller),
    },
    maxWebhooks,
    {
      at: created,
      action: 'webhook.registered',
      detail: {
        webhook: id,
        changes: createdValues({
          ...auditedWebhook({ url, enabled, kinds, types, headers, maxConcurrency }),
          secret: redactedSecret,
        }),
      },
    },
  )
  switch (insertion.result) {
    case 'inserted':
      return toResponse({ id, url, enabled, kinds, types, maxConcurrency }, secret.reveal())
    case 'too_many':
      throw apiError('limit_reached', { details: { max: maxWebhooks } })
    case 'url_taken': {
      const replaced = await replaceRegistration(
        insertion.by,
        { url, enabled, kinds, types, headers, maxConcurrency },
        needs,
      )
      // The other webhook was deleted meanwhile, so that the URL is free again.
      return replaced === null ? registerWebhook(request, needs) : toResponse(replaced, null)
    }
  }
}

interface Replacement extends Pick<WebhookRow, 'url' | 'enabled' | 'kinds' | 'types' | 'maxConcurrency'> {
  readonly headers: Readonly<Record<string, string>> | null
}

/** Null for a deleted webhook. */
const replaceRegistration = async (
  id: string,
  { url, enabled, kinds, types, headers, maxConcurrency }: Replacement,
  needs: Needs,
) => {
  const updated = await needs.webhooks.update(
    id,
    {
      enabled,
      kinds,
      types,
      maxConcurrency,
      headers: await sealWebhookHeaders(id, headers, url, needs),
      memberScopes: memberScopes(needs.caller),
    },
    auditedWebhook({ enabled, kinds, types, headers, maxConcurrency }),
    { at: needs.clock.now(), action: 'webhook.updated', detail: { webhook: id } },
  )
  if (updated.result !== 'updated') return null
  await notifyEndpoint(id, 'refresh', needs)
  return updated.webhook
}

const toResponse = (
  {
    id,
    url,
    enabled,
    kinds,
    types,
    maxConcurrency,
  }: Pick<WebhookRow, 'id' | 'url' | 'enabled' | 'kinds' | 'types' | 'maxConcurrency'>,
  secret: string | null,
) => ({
  webhook: { id, url, enabled, subscribedEvents: kinds, eventTypes: types, maxConcurrency, secret },
  errors: null,
})

type RegisterWebhookResponse = ReturnType<typeof toResponse>

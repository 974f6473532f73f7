import { apiError } from '#contract/errors/apiError'
import { webhookHostOf } from '#contract/webhooks/webhookHost'
import type { UpdateWebhook } from '#contract/webhooks/webhooks'
import type { WebhookRow } from '../../store/webhooks/webhooks.ts'
import type { WebhookStore } from '../../store/webhooks/webhookStore.ts'
import type { WebhookVault } from '../../vault/webhookVault.ts'
import { requireAllowedUrl } from './allowedUrl.ts'
import type { WebhookUrlNeeds } from './allowedUrl.ts'
import type { Caller } from '../accounts/account.ts'
import { notFound } from '../notFound.ts'
import { auditedWebhook } from './auditedWebhook.ts'
import { findWebhook } from './find.ts'
import { notifyEndpoint } from './notify.ts'
import type { Endpoints } from './endpoints.ts'
import { sealWebhookHeaders } from './sealHeaders.ts'
import { memberScopes, requireSubscribable } from './subscription.ts'
import { toWebhook } from './toApi.ts'
import type { ToWebhookNeeds } from './toApi.ts'

/** Requires the headers of a webhook that moves to another host: they were given for the old one. Error: required. */
const requireHeadersForHost = (url: string, { url: before, headers }: WebhookRow): void => {
  const hasOwn = typeof headers !== 'string'
  if (hasOwn && webhookHostOf(url) !== webhookHostOf(before)) throw apiError('required', { field: 'headers' })
}

/** The value after a change: undefined keeps it, null is a value. */
const keep = <T>(change: T | undefined, value: T): T => (change === undefined ? value : change)

interface Needs extends ToWebhookNeeds, WebhookUrlNeeds {
  readonly endpoints: Pick<Endpoints, 'failingSince' | 'forget' | 'refresh'>
  readonly caller: Pick<Caller, 'member' | 'scopes'>
  readonly webhooks: Pick<WebhookStore, 'find' | 'update'>
  readonly webhookVault: Pick<WebhookVault, 'openHeaders' | 'sealHeaders'>
}

/**
 * Changes a webhook. Missing members stay unchanged. The key must be able to read all events of the changed webhook, since a new URL would
 * receive them. A webhook with headers of its own moves to another host only with new headers. If another request widens the webhook meanwhile, its deliveries are limited to the scopes of this key.
 *
 * Errors: not_found (404); url_not_allowed; required, for the headers of a webhook on another host; those of `requireSubscribable`; already_exists (409) with the id of the webhook that has the URL.
 */
export const updateWebhook = async (
  id: string,
  { url, enabled, subscribedEvents: kinds, eventTypes: types, headers, maxConcurrency }: UpdateWebhook,
  needs: Needs,
) => {
  const { caller, webhooks, clock } = needs
  if (url !== undefined) requireAllowedUrl(url, needs)
  const before = await findWebhook(id, needs)
  if (url !== undefined && headers === undefined) requireHeadersForHost(url, before)
  requireSubscribable({ kinds: keep(kinds, before.kinds), types: keep(types, before.types) }, caller)
  const update = await webhooks.update(
    id,
    {
      url,
      enabled,
      kinds,
      types,
      maxConcurrency,
      headers: headers === undefined ? undefined : await sealWebhookHeaders(id, headers, url ?? before.url, needs),
      memberScopes: memberScopes(caller),
    },
    // A URL is redacted in the audit, so that only here it can be compared.
    auditedWebhook({ url: url === before.url ? undefined : url, enabled, kinds, types, headers, maxConcurrency }),
    { at: clock.now(), action: 'webhook.updated', detail: { webhook: id } },
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

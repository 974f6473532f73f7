import type { ReplayEvent } from '#contract/events/eventEndpoints'
import { kindOf } from '#contract/events/events'
import type { EventType } from '#contract/events/events'
import { apiError } from '#contract/errors/apiError'
import type { EventStore } from '../../store/events/eventStore.ts'
import type { WebhookRow } from '../../store/webhooks/webhooks.ts'
import type { Endpoints } from '../webhooks/endpoints.ts'
import { webhookDisabled } from '../webhooks/find.ts'
import { notFound } from '../notFound.ts'

interface Needs {
  readonly endpoints: Pick<Endpoints, 'replay'>
  readonly events: Pick<EventStore, 'findWithWebhooks'>
}

/** Errors: webhook_not_found; webhook_disabled (409). */
const requireEnabledWebhook = (id: string, webhooks: readonly WebhookRow[]): WebhookRow => {
  const webhook = webhooks.find((candidate) => candidate.id === id)
  if (webhook === undefined) throw apiError('webhook_not_found', { field: 'webhook' })
  if (!webhook.enabled) throw webhookDisabled(webhook)
  return webhook
}

const isSubscribed = ({ enabled, kinds }: WebhookRow, type: EventType): boolean =>
  enabled && (kinds === null || kinds.includes(kindOf(type)))

/**
 * Delivers an event again: to the webhook in the request, or to all enabled webhooks that are subscribed to its kind.
 *
 * Errors: not_found (404); webhook_not_found; webhook_disabled (409).
 */
export const replayEvent = async (id: string, { webhook }: ReplayEvent, { endpoints, events }: Needs) => {
  const { event, webhooks } = await events.findWithWebhooks(id)
  if (event === null) throw notFound('event')
  const receivers =
    webhook == null
      ? webhooks.filter((candidate) => isSubscribed(candidate, event.type))
      : [requireEnabledWebhook(webhook, webhooks)]
  await Promise.all(receivers.map((receiver) => endpoints.replay(receiver.id, event.position)))
  return { webhooks: receivers.map((receiver) => receiver.id), errors: null }
}

import type { ReplayEvent } from '#contract/events/eventEndpoints'
import { readScopeOf } from '#contract/events/events'
import type { EventType } from '#contract/events/events'
import { apiError } from '#contract/errors/apiError'
import type { EventStore } from '../../store/events/eventStore.ts'
import type { WebhookRow } from '../../store/webhooks/webhooks.ts'
import type { WebhookStore } from '../../store/webhooks/webhookStore.ts'
import type { Endpoints } from '../webhooks/endpoints.ts'
import { webhookDisabled } from '../webhooks/find.ts'
import { canReadType, isSubscribed, requireReadable } from '../webhooks/subscription.ts'
import type { Account, Caller } from '../accounts/account.ts'
import type { Clock } from '../clock.ts'
import { createdValues } from '../createdValues.ts'
import { notFound } from '../notFound.ts'

interface Needs {
  readonly caller: Pick<Caller, 'member' | 'scopes'>
  readonly endpoints: Pick<Endpoints, 'replay'>
  readonly events: Pick<EventStore, 'findWithWebhooks'>
  readonly account: Pick<Account, 'mode'>
  readonly clock: Clock
  readonly webhooks: Pick<WebhookStore, 'noteReplay'>
}

/** Errors: webhook_not_found; webhook_disabled (409); scope_missing (403), if the key of the webhook cannot read the event. */
const requireReceiver = (id: string, type: EventType, webhooks: readonly WebhookRow[]): WebhookRow => {
  const webhook = webhooks.find((candidate) => candidate.id === id)
  if (webhook === undefined) throw apiError('webhook_not_found', { field: 'webhook' })
  if (!webhook.enabled) throw webhookDisabled(webhook)
  if (!canReadType(type, webhook))
    throw apiError('scope_missing', { field: 'webhook', details: { scope: readScopeOf(type), webhook: id } })
  return webhook
}

const isReceiver = (webhook: WebhookRow, type: EventType): boolean =>
  webhook.enabled && isSubscribed(webhook, type) && canReadType(type, webhook)

/**
 * Delivers an event again: to the webhook in the request, or to all enabled webhooks that are subscribed to it.
 *
 * Errors: not_found (404); scope_missing (403), if the key or that of the webhook cannot read the event; webhook_not_found;
 * webhook_disabled (409).
 */
export const replayEvent = async (id: string, { webhook }: ReplayEvent, needs: Needs) => {
  const { account, caller, clock, endpoints, events } = needs
  const { event, webhooks } = await events.findWithWebhooks(id)
  if (event === null) throw notFound('event')
  requireReadable([event.type], caller)
  const receivers =
    webhook == null
      ? webhooks.filter((candidate) => isReceiver(candidate, event.type))
      : [requireReceiver(webhook, event.type, webhooks)]
  const ids = receivers.map((receiver) => receiver.id)
  if (ids.length > 0)
    await needs.webhooks.noteReplay({
      at: clock.now(),
      action: 'webhook.replayed',
      detail: { event: id, mode: account.mode, changes: createdValues({ webhooks: ids }) },
    })
  await Promise.all(ids.map((receiver) => endpoints.replay(receiver, { position: event.position, id })))
  return { webhooks: ids, errors: null }
}

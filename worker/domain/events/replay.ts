import type { ReplayEvent } from '#contract/eventEndpoints'
import { kindOf } from '#contract/events'
import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import type { EventRow } from '../../store/events/events.ts'
import type { WebhookRow } from '../../store/webhooks/webhooks.ts'
import { isDisabled } from '../webhooks/find.ts'
import { noSuchEvent } from './noSuchEvent.ts'

/** Refusals: webhook_not_found; webhook_disabled (409). */
const named = (id: string, webhooks: readonly WebhookRow[]): WebhookRow => {
  const webhook = webhooks.find((one) => one.id === id)
  if (webhook === undefined) throw refuse('webhook_not_found', { field: 'webhook' })
  if (!webhook.enabled) throw isDisabled(webhook)
  return webhook
}

const isToldOf = ({ enabled, kinds }: WebhookRow, { type }: EventRow): boolean =>
  enabled && (kinds === null || kinds.includes(kindOf(type)))

/**
 * Delivers an event once more: to the webhook that is named, or to all that are told of its kind.
 *
 * Refusals: not_found (404); webhook_not_found; webhook_disabled (409).
 */
export const replayEvent = async (id: string, { webhook }: ReplayEvent, { events, endpoints }: RequestServices) => {
  const { event, webhooks } = await events.findWithWebhooks(id)
  if (event === null) throw noSuchEvent()
  const told = webhook == null ? webhooks.filter((one) => isToldOf(one, event)) : [named(webhook, webhooks)]
  await Promise.all(told.map((one) => endpoints.replay(one.id, event.position)))
  return { webhooks: told.map((one) => one.id), errors: null }
}

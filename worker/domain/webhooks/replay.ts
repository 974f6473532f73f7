import { apiError } from '#contract/errors/apiError'
import type { ReplayWebhook } from '#contract/webhooks/webhooks'
import type { Account, Caller } from '../accounts/account.ts'
import type { Clock } from '../clock.ts'
import { createdValues } from '../createdValues.ts'
import { eventRetentionMs } from '../events/retention.ts'
import type { WebhookStore } from '../../store/webhooks/webhookStore.ts'
import type { Endpoints } from './endpoints.ts'
import { findWebhook, webhookDisabled } from './find.ts'
import type { FindWebhookNeeds } from './find.ts'
import { requireSubscribable } from './subscription.ts'

interface Needs extends FindWebhookNeeds {
  readonly caller: Pick<Caller, 'member' | 'scopes'>
  readonly clock: Clock
  readonly account: Pick<Account, 'mode'>
  readonly endpoints: Pick<Endpoints, 'replayRange' | 'replayUndelivered'>
  readonly webhooks: Pick<WebhookStore, 'find' | 'noteReplay'>
}

const dayMs = 86_400_000

/**
 * Milliseconds since 1970, `until` excluded. A date as `until` includes its whole day. Undelivered events are all those of the retention, unless
 * the request names a start. Error: required.
 */
const toRange = ({ since, until, undelivered }: ReplayWebhook, nowMs: number) => {
  if (since == null && undelivered !== true) throw apiError('required', { field: 'since' })
  return {
    since: since?.ms ?? nowMs - eventRetentionMs,
    until: Math.min(until == null ? nowMs : until.ms + (until.isDate ? dayMs : 0), nowMs),
  }
}

/**
 * Delivers the events of a period to a webhook again: all, or those whose delivery failed or was dropped.
 *
 * Errors: required, without `since` and `undelivered`; out_of_range, for an empty period or one that begins before the oldest stored events; not_found (404); scope_missing (403), if the
 * key cannot read an event of the webhook; webhook_disabled (409).
 */
export const replayWebhook = async (id: string, request: ReplayWebhook, needs: Needs) => {
  const now = needs.clock.now()
  const { since, until } = toRange(request, now)
  const oldest = now - eventRetentionMs
  if (since < oldest || since >= now)
    throw apiError('out_of_range', {
      field: 'since',
      details: { min: new Date(oldest).toISOString(), max: new Date(now).toISOString() },
    })
  if (until <= since)
    throw apiError('out_of_range', { field: 'until', details: { min: new Date(since).toISOString() } })
  const webhook = await findWebhook(id, needs)
  requireSubscribable(webhook, needs.caller)
  if (!webhook.enabled) throw webhookDisabled(webhook)
  const undelivered = request.undelivered ?? false
  const replay = { since: new Date(since).toISOString(), until: new Date(until).toISOString(), undelivered }
  await needs.webhooks.noteReplay({
    at: now,
    action: 'webhook.replayed',
    detail: { webhook: id, mode: needs.account.mode, changes: createdValues(replay) },
  })
  if (undelivered) await needs.endpoints.replayUndelivered(id, since, until)
  else await needs.endpoints.replayRange(id, since, until)
  return { replay, errors: null }
}

import { apiError } from '#contract/errors/apiError'
import type { ReplayWebhook } from '#contract/webhooks/webhooks'
import type { Caller } from '../accounts/account.ts'
import type { Clock } from '../clock.ts'
import { eventRetentionMs } from '../events/retention.ts'
import type { Endpoints } from './endpoints.ts'
import { findWebhook, webhookDisabled } from './find.ts'
import type { FindWebhookNeeds } from './find.ts'
import { requireSubscribable } from './subscription.ts'

interface Needs extends FindWebhookNeeds {
  readonly caller: Pick<Caller, 'scopes'>
  readonly clock: Clock
  readonly endpoints: Pick<Endpoints, 'replayRange'>
}

const dayMs = 86_400_000

/** Milliseconds since 1970, `until` excluded. A date as `until` includes its whole day. */
const toRange = ({ since, until }: ReplayWebhook, nowMs: number) => ({
  since: since.ms,
  until: Math.min(until == null ? nowMs : until.ms + (until.isDate ? dayMs : 0), nowMs),
})

/**
 * Delivers the events of a period to a webhook again.
 *
 * Errors: out_of_range, for an empty period or one that begins before the oldest stored events; not_found (404); scope_missing (403), if the
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
  await needs.endpoints.replayRange(id, since, until)
  return { replay: { since: new Date(since).toISOString(), until: new Date(until).toISOString() }, errors: null }
}

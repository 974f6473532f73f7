import { refuse } from '#contract/refusal'
import type { ReplayWebhook } from '#contract/webhooks'
import type { RequestServices } from '../../app/compose.ts'
import { eventsKeptMs } from '../events/kept.ts'
import { findWebhook, isDisabled } from './find.ts'

const dayMs = 86_400_000

/** From a time until before another, milliseconds since 1970. A date stands for all of its day. */
const rangeOf = ({ since, until }: ReplayWebhook, nowMs: number) => ({
  since: since.ms,
  until: Math.min(until == null ? nowMs : until.ms + (until.isDate ? dayMs : 0), nowMs),
})

/**
 * Delivers once more to a webhook what happened in a time.
 *
 * Refusals: out_of_range, for a time before that of the oldest events and for one that is empty; not_found (404); webhook_disabled (409).
 */
export const replayWebhook = async (id: string, said: ReplayWebhook, services: RequestServices) => {
  const now = services.clock.now()
  const { since, until } = rangeOf(said, now)
  const oldest = now - eventsKeptMs
  if (since < oldest || since >= now)
    throw refuse('out_of_range', {
      field: 'since',
      details: { min: new Date(oldest).toISOString(), max: new Date(now).toISOString() },
    })
  if (until <= since) throw refuse('out_of_range', { field: 'until', details: { min: new Date(since).toISOString() } })
  const webhook = await findWebhook(id, services)
  if (!webhook.enabled) throw isDisabled(webhook)
  await services.endpoints.replayRange(id, since, until)
  return { replay: { since: new Date(since).toISOString(), until: new Date(until).toISOString() }, errors: null }
}

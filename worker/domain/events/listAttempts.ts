import type { EventStore } from '../../store/events/eventStore.ts'
import { toDeliveryAttempt } from '../webhooks/toApi.ts'
import type { Endpoints } from '../webhooks/endpoints.ts'
import { requireReadable } from '../webhooks/subscription.ts'
import type { Caller } from '../accounts/account.ts'
import { notFound } from '../notFound.ts'
import { wholeListHeaders } from '../pageHeaders.ts'

interface Needs {
  readonly caller: Pick<Caller, 'member' | 'scopes'>
  readonly endpoints: Pick<Endpoints, 'deliveryOf'>
  readonly events: Pick<EventStore, 'findWithWebhooks'>
}

/**
 * Lists the deliveries of an event with their attempts, one for each webhook that it was queued for.
 *
 * Errors: not_found (404); scope_missing (403), if the key cannot read the event.
 */
export const listAttempts = async (id: string, { caller, endpoints, events }: Needs) => {
  const { event, webhooks } = await events.findWithWebhooks(id)
  if (event === null) throw notFound('event')
  requireReadable([event.type], caller)
  const deliveries = await Promise.all(
    webhooks.map(async ({ id: webhook, url }) => {
      const delivery = await endpoints.deliveryOf(webhook, { position: event.position, id })
      if (delivery === null) return []
      const { state, next, attempts } = delivery
      return [
        {
          webhook,
          url,
          state,
          next: next === null ? null : new Date(next).toISOString(),
          attempts: attempts.map(toDeliveryAttempt),
        },
      ]
    }),
  )
  const all = deliveries.flat()
  return { deliveries: all, headers: wholeListHeaders(`/v1/events/${id}/attempts`, all), errors: null }
}

import type { EventStore } from '../../store/events/eventStore.ts'
import { toDeliveryAttempt } from '../webhooks/toApi.ts'
import type { Endpoints } from '../webhooks/endpoints.ts'
import { notFound } from '../notFound.ts'

interface Needs {
  readonly endpoints: Pick<Endpoints, 'deliveryOf'>
  readonly events: Pick<EventStore, 'findWithWebhooks'>
}

/** Lists the deliveries of an event with their attempts, one for each webhook that it was queued for. Error: not_found (404). */
export const listAttempts = async (id: string, { endpoints, events }: Needs) => {
  const { event, webhooks } = await events.findWithWebhooks(id)
  if (event === null) throw notFound('event')
  const deliveries = await Promise.all(
    webhooks.map(async ({ id: webhook, url }) => {
      const delivery = await endpoints.deliveryOf(webhook, event.position)
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
  return { deliveries: deliveries.flat(), errors: null }
}

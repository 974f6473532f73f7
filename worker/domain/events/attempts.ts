import type { RequestServices } from '../../app/compose.ts'
import { shownAttempt } from '../webhooks/attempt.ts'
import { noSuchEvent } from './noSuchEvent.ts'

/** How an event stands with each webhook that was to be told of it: the objects of all are asked at once. Refusal: not_found (404). */
export const listAttempts = async (id: string, { events, endpoints }: RequestServices) => {
  const { event, webhooks } = await events.findWithWebhooks(id)
  if (event === null) throw noSuchEvent()
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
          attempts: attempts.map(shownAttempt),
        },
      ]
    }),
  )
  return { deliveries: deliveries.flat(), errors: null }
}

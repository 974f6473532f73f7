import { apiError } from '#contract/errors/apiError'
import { listDeliveries as endpoint } from '#contract/webhooks/deliveries'
import type { DeliverySearch } from '#contract/webhooks/deliveries'
import type { EventStore } from '../../store/events/eventStore.ts'
import type { Caller } from '../accounts/account.ts'
import { pageHeaders } from '../pageHeaders.ts'
import type { Endpoints, ListedDelivery } from './endpoints.ts'
import { findWebhook } from './find.ts'
import type { FindWebhookNeeds } from './find.ts'
import { canReadType, eventScopes } from './subscription.ts'
import { toDeliveryAttempt } from './toApi.ts'

interface Needs extends FindWebhookNeeds {
  /** With the ids of its enabled webhooks, which need no look-up. */
  readonly account: { readonly endpoints: readonly string[] }
  readonly caller: Pick<Caller, 'member' | 'scopes'>
  readonly endpoints: Pick<Endpoints, 'deliveries'>
  readonly events: Pick<EventStore, 'findHeads'>
}

const toState = ({ state, next, attempts }: ListedDelivery) => ({
  state,
  next: next === null ? null : new Date(next).toISOString(),
  attempts: attempts.map(toDeliveryAttempt),
})

/**
 * Lists a page of the deliveries of a webhook, newest event first, without events that the caller cannot read.
 *
 * Errors: not_found (404); query_invalid, for a cursor that is no event id.
 */
export const listDeliveries = async (
  id: string,
  { state, page, query }: DeliverySearch,
  { account, webhooks, caller, endpoints, events }: Needs,
) => {
  if (!account.endpoints.includes(id)) await findWebhook(id, { webhooks })
  const list = await endpoints.deliveries(id, { state, ...page })
  if (list === 'cursor_invalid') throw apiError('query_invalid', { field: 'cursor' })
  const heads = await events.findHeads(list.entries.map(({ event }) => event))
  const scopes = eventScopes(caller)
  const deliveries = list.entries.flatMap((entry) => {
    const event = heads.get(entry.event.id)
    if (event === undefined || !canReadType(event.type, { scopes })) return []
    const { type, resource, at } = event
    return [{ event: { id: event.id, type, resource, timestamp: new Date(at).toISOString() }, ...toState(entry) }]
  })
  const path = endpoint.path.replace('{Webhook}', id)
  return { deliveries, headers: pageHeaders(path, page, { total: null, ...list }, query), errors: null }
}

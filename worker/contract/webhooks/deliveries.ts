import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { envelope } from '../errors/envelope.ts'
import { deliveryStates } from '../events/eventEndpoints.ts'
import { identifier } from '../schema/fields.ts'
import { object } from '../schema/objects.ts'
import { pagingEntries, pagingParameters, rejectAliases, toPage } from '../schema/paging.ts'
import { queryParameter } from '../schema/parameters.ts'
import { attempt, eventTypeName } from './webhooks.ts'

/** Which deliveries of a webhook a list has: those that wait for an attempt, or those that ended without success. */
export const deliveryFilters = ['pending', 'undelivered'] as const
export type DeliveryFilter = (typeof deliveryFilters)[number]

const readFilter = (text: string): DeliveryFilter | undefined => deliveryFilters.find((name) => name === text)

/** Errors: query_invalid. */
const deliverySearch = () =>
  v.pipe(
    v.object({ state: queryParameter(readFilter, { type: 'string', enum: [...deliveryFilters] }), ...pagingEntries() }),
    rejectAliases(),
    v.transform(({ state, ...page }) => ({
      state: state ?? null,
      page: toPage(page),
      query: { ...(state !== undefined && { state }) },
    })),
  )
export type DeliverySearch = v.InferOutput<ReturnType<typeof deliverySearch>>

/**
 * The delivery of one event to the webhook of the list.
 *
 * - `next`: time of the next attempt, RFC 3339 in UTC; null if there is none
 * - `attempts`: oldest first
 */
export const webhookDelivery = () =>
  v.object({
    event: v.object({ id: v.string(), type: eventTypeName(), resource: v.string(), timestamp: v.string() }),
    state: v.picklist(deliveryStates),
    next: v.nullable(v.string()),
    attempts: v.array(attempt()),
  })

export const listDeliveries = endpoint({
  name: 'listDeliveries',
  method: 'GET',
  path: '/v1/webhook/{Webhook}/deliveries',
  tag: 'Webhooks',
  scope: 'webhooks:write',
  errorFormat: 'envelope',
  list: { counted: false },
  params: object({ Webhook: identifier() }),
  query: deliverySearch(),
  response: envelope({ deliveries: v.array(webhookDelivery()) }),
  extension: true,
})

export const deliveryEndpoints = [listDeliveries] as const

export const deliveryDocumentation = (): Documentation => ({
  listDeliveries: {
    summary: 'List the deliveries of a webhook',
    description:
      'Returns the deliveries of a webhook that were attempted or have ended, newest event first, with all attempts. Events that the key cannot read are left out, and so are those past their retention. `POST /v1/events/{Event}/replay` delivers one again, and `POST /v1/webhook/{Webhook}/replay` with `undelivered` all that failed.',
    parameters: {
      state:
        '`undelivered`: only deliveries that have `failed` or were `dropped`. `pending`: only those that wait for an attempt, also for the first one.',
      ...pagingParameters,
    },
  },
})

import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { event, eventKinds, eventTypes, hasKind } from './events.ts'
import { identifier } from '../schema/fields.ts'
import { parseQueryInstant } from '../schema/instant.ts'
import { object } from '../schema/objects.ts'
import { rejectAliases, toPage, pagingEntries, pagingParameters } from '../schema/paging.ts'
import { commaSeparated, queryParameter } from '../schema/parameters.ts'
import { attempt, eventRetentionDays } from '../webhooks/webhooks.ts'

const tag = 'Events'

/** States of the delivery of an event to one webhook. */
export const deliveryStates = ['pending', 'delivered', 'failed', 'dropped'] as const

const kindNumbers = [...eventKinds.keys()].map((kind) => String(kind))

/**
 * Query of the list of events: filters and page. `types` are the event types that match both kind and type, null for all; `kinds` are the kinds, null for all; `filters` are the
 * parameters in the spelling of a query string, for the Link header.
 *
 * Errors: query_invalid.
 */
const eventSearch = () =>
  v.pipe(
    v.object({
      kind: commaSeparated(kindNumbers),
      type: commaSeparated(eventTypes),
      since: queryParameter((text) => parseQueryInstant(text)?.ms, { type: 'string' }),
      transactionId: queryParameter((text) => (/^[0-9]{1,19}$/.test(text) ? text : undefined), {
        type: 'string',
        pattern: '^[0-9]{1,19}$',
      }),
      ...pagingEntries(),
    }),
    rejectAliases(),
    v.transform(({ kind, type, since, transactionId, ...page }) => ({
      types:
        kind === undefined && type === undefined
          ? null
          : (type ?? eventTypes).filter((name) => kind === undefined || kind.some((one) => hasKind(name, Number(one)))),
      kinds: kind?.map(Number) ?? null,
      since: since ?? null,
      transactionId: transactionId ?? null,
      page: toPage(page),
      filters: {
        ...(kind && { kind: kind.join(',') }),
        ...(type && { type: type.join(',') }),
        ...(since !== undefined && { since: new Date(since).toISOString() }),
        ...(transactionId !== undefined && { transactionId }),
      },
    })),
  )
export type EventSearch = v.InferOutput<ReturnType<typeof eventSearch>>

const eventParams = () => object({ Event: identifier() })

export const listEvents = endpoint({
  name: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  tag,
  scope: 'webhooks:write',
  errorFormat: 'envelope',
  list: { counted: false },
  query: eventSearch(),
  response: envelope({ events: v.array(event()) }),
  extension: true,
})

export const getEvent = endpoint({
  name: 'getEvent',
  method: 'GET',
  path: '/v1/events/{Event}',
  tag,
  scope: 'webhooks:write',
  errorFormat: 'envelope',
  params: eventParams(),
  response: envelope({ event: event() }),
  extension: true,
})

/**
 * The delivery of an event to one webhook.
 *
 * - `next`: time of the next attempt, RFC 3339 in UTC; null if there is none, or if it is in progress
 * - `attempts`: oldest first
 */
export const delivery = () =>
  v.object({
    webhook: v.string(),
    url: v.string(),
    state: v.picklist(deliveryStates),
    next: v.nullable(v.string()),
    attempts: v.array(attempt()),
  })

export const listAttempts = endpoint({
  name: 'listAttempts',
  method: 'GET',
  path: '/v1/events/{Event}/attempts',
  tag,
  scope: 'webhooks:write',
  errorFormat: 'envelope',
  list: { counted: true },
  params: eventParams(),
  response: envelope({ deliveries: v.array(delivery()) }),
  extension: true,
})

export const replayEvent = endpoint({
  name: 'replayEvent',
  method: 'POST',
  path: '/v1/events/{Event}/replay',
  tag,
  scope: 'webhooks:write',
  errorFormat: 'envelope',
  params: eventParams(),
  body: object({ webhook: v.nullish(identifier()) }),
  response: envelope({ webhooks: v.array(v.string()) }),
  extension: true,
})
export type ReplayEvent = v.InferOutput<NonNullable<typeof replayEvent.body>>

export const eventEndpoints = [listEvents, getEvent, listAttempts, replayEvent] as const

const kindList = (): string => eventKinds.map((name, kind) => `\`${kind}\` ${name}`).join(', ')

export const eventDocumentation = (): Documentation => ({
  listEvents: {
    summary: 'List events',
    description: `Returns the events of the account in the mode of the key, newest first, in the format of webhook deliveries. Events are recorded with and without webhooks, and kept for ${eventRetentionDays} days. An event must match all filters. Events that the key cannot read are left out: \`transaction\` and \`batch\` events need \`transactions:read\`, \`customer\` and \`wallet\` events \`customers:read\`, \`subscription\` events \`subscriptions:read\`, \`terminal\` events \`terminals:read\`, \`checkout\` events \`checkout:write\`.`,
    parameters: {
      kind: `One or more event kinds, separated by commas: ${kindList()}.`,
      type: 'One or more event types, separated by commas, such as `transaction.captured`.',
      since: 'Earliest time of the event: a date (its midnight in UTC) or a date-time of RFC 3339.',
      transactionId:
        'Id of a payment, or of any of its operations: the newest event of each operation of that payment.',
      ...pagingParameters,
    },
  },
  getEvent: {
    summary: 'Retrieve an event',
    description: 'The key must be able to read the resource of the event (403 `scope_missing` with the scope).',
  },
  listAttempts: {
    summary: 'List the delivery attempts of an event',
    description:
      'Returns one delivery per webhook that is subscribed to the event, with all attempts. A `pending` delivery is retried at `next`, a `failed` one has no attempts left, and a `dropped` one was not delivered before the webhook was disabled. Only the status of the endpoint’s responses is stored. The key must be able to read the event (403 `scope_missing`).',
  },
  replayEvent: {
    summary: 'Replay an event',
    description:
      'Delivers the event again with the same id and the full number of attempts. With `webhook`, only this webhook receives it, even if it is not subscribed. Otherwise all enabled webhooks that are subscribed to its kind receive it. The response lists the ids of these webhooks. If the given webhook is disabled, the response is 409 `webhook_disabled`. The key must be able to read the event, and so must the key that registered the given webhook (403 `scope_missing`, with `details.webhook` for the latter).',
  },
})

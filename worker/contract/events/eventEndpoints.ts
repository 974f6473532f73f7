import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { event, eventKinds, eventTypes, kindOf } from './events.ts'
import { identifier } from '../schema/fields.ts'
import { readInstant } from '../schema/instant.ts'
import { object } from '../schema/objects.ts'
import { noAliasBesides, pageOf, pagingEntries, pagingParameters } from '../schema/paging.ts'
import { oneOrMore, parameter } from '../schema/parameters.ts'
import { attempt, eventsKeptDays } from '../webhooks/webhooks.ts'

const tag = 'Events'

/** How an event stands with a webhook, as the object of its endpoint says. */
export const deliveryStates = ['pending', 'delivered', 'failed', 'dropped'] as const

const kindNumbers = [...eventKinds.keys()].map((kind) => String(kind))

/**
 * Query of the list: which events, and which page of them. `types` is what kind and type leave together, null for all; `filters` are the
 * parameters as they are written in a query.
 *
 * Errors: query_invalid.
 */
const eventSearch = () =>
  v.pipe(
    object({
      kind: oneOrMore(kindNumbers),
      type: oneOrMore(eventTypes),
      since: parameter((text) => readInstant(text)?.ms, { type: 'string' }),
      ...pagingEntries(),
    }),
    noAliasBesides(),
    v.transform(({ kind, type, since, ...page }) => ({
      types:
        kind === undefined && type === undefined
          ? null
          : (type ?? eventTypes).filter((one) => kind === undefined || kind.includes(String(kindOf(one)))),
      since: since ?? null,
      page: pageOf(page),
      filters: {
        ...(kind && { kind: kind.join(',') }),
        ...(type && { type: type.join(',') }),
        ...(since !== undefined && { since: new Date(since).toISOString() }),
      },
    })),
  )
export type EventSearch = v.InferOutput<ReturnType<typeof eventSearch>>

const ofEvent = () => object({ Event: identifier() })

export const listEvents = endpoint({
  name: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  tag,
  scope: 'webhooks:write',
  regime: 'envelope',
  query: eventSearch(),
  answer: envelope({ events: v.array(event()) }),
  extension: true,
})

export const getEvent = endpoint({
  name: 'getEvent',
  method: 'GET',
  path: '/v1/events/{Event}',
  tag,
  scope: 'webhooks:write',
  regime: 'envelope',
  params: ofEvent(),
  answer: envelope({ event: event() }),
  extension: true,
})

/**
 * How an event stands with one webhook.
 *
 * - `next`: when it is tried again, RFC 3339 in UTC; null where it is not, or right now
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
  regime: 'envelope',
  params: ofEvent(),
  answer: envelope({ deliveries: v.array(delivery()) }),
  extension: true,
})

export const replayEvent = endpoint({
  name: 'replayEvent',
  method: 'POST',
  path: '/v1/events/{Event}/replay',
  tag,
  scope: 'webhooks:write',
  regime: 'envelope',
  params: ofEvent(),
  body: object({ webhook: v.nullish(identifier()) }),
  answer: envelope({ webhooks: v.array(v.string()) }),
  extension: true,
})
export type ReplayEvent = v.InferOutput<NonNullable<typeof replayEvent.body>>

export const eventEndpoints = [listEvents, getEvent, listAttempts, replayEvent] as const

const kindsInWords = (): string => eventKinds.map((name, kind) => `\`${kind}\` ${name}`).join(', ')

export const eventDocumentation = (): Documentation => ({
  listEvents: {
    summary: 'List events',
    description: `What happened in the account, in the mode of the key that asks, newest first: each as it is delivered to webhooks, whether there are any or not. Events are kept for ${eventsKeptDays} days. Filters add up. The Link header leads to the next page; nobody counts how many there are.`,
    parameters: {
      kind: `Several by commas: ${kindsInWords()}.`,
      type: 'Several by commas, such as `transaction.captured`.',
      since: 'Happened at this time or later: a date or date-time of RFC 3339, in UTC unless it has an offset.',
      ...pagingParameters,
    },
  },
  getEvent: { summary: 'Read an event' },
  listAttempts: {
    summary: 'See how an event was delivered',
    description:
      'An entry for each webhook that was to be told of it, with every attempt. `pending` is tried again at `next`, `failed` has used its attempts up, `dropped` was not delivered before the webhook was disabled. Of what an endpoint answers nothing is kept but the status.',
  },
  replayEvent: {
    summary: 'Deliver an event once more',
    description:
      'To the webhook that is named, whatever it is subscribed to; without one, to all that are enabled and subscribed to its kind. `webhooks` is who gets it. It comes under the same id, and is tried as often as if it had just happened. A webhook that is named and disabled gets nothing (409 webhook_disabled).',
  },
})

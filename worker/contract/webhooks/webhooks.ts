import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { eventKinds, eventTypes } from '../events/events.ts'
import type { EventKind } from '../events/events.ts'
import { fault } from '../errors/fault.ts'
import { changing, extension, identifier, instant, nullable } from '../schema/fields.ts'
import { int32, responseInteger } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'
import { webhookHeaders } from './webhookHeaders.ts'
import { publicUrl } from '../schema/publicUrl.ts'

const tag = 'Webhooks'

/** Maximum number of webhooks per account and mode. */
export const maxWebhooks = 16

/** Deliveries at once to one webhook, unless the merchant sets fewer. */
export const maxConcurrency = 50

/** Retention of events, for lists and replays. */
export const eventRetentionDays = 30

/** Time after a rotation in which deliveries are also signed with the previous secret. */
export const secretOverlapHours = 24

/** Reasons why the gateway disabled a webhook, with their texts. */
export const disabledReasons = {
  gone: 'The endpoint returned 410 Gone.',
  failing: 'All deliveries failed for five days.',
} as const
export type DisabledReason = keyof typeof disabledReasons

const eventKind = () =>
  v.pipe(
    int32(),
    v.check((kind) => eventKinds[kind] !== undefined, fault('enum_invalid', { allowed: [...eventKinds.keys()] })),
    v.transform((kind) => kind as EventKind),
    v.metadata({ jsonSchema: { type: 'integer', format: 'int32', enum: [...eventKinds.keys()] } }),
  )

/** Required, but nullable: null means all kinds, an empty list none. Duplicates are removed. */
const subscribedEvents = () =>
  v.nullable(
    v.pipe(
      v.array(eventKind()),
      v.transform((kinds) => [...new Set(kinds)]),
    ),
  )

/** The name of an event type. */
export const eventTypeName = () => v.picklist(eventTypes)

/** Names of event types that narrow `subscribedEvents`: null for all types of these kinds, an empty list for none. Duplicates are removed. */
const typeNames = () =>
  v.pipe(
    v.array(eventTypeName()),
    v.transform((types) => [...new Set(types)]),
  )

/**
 * A webhook. Times are RFC 3339 in UTC.
 *
 * - `eventTypes`: the event types among the kinds of `subscribedEvents`; null for all of them
 * - `headerNames`: names of the merchant's headers in each delivery, own or default ones; their values are never returned
 * - `maxConcurrency`: deliveries at once, at most
 * - `disabledReason`, `disabledAt`: why and when the gateway disabled the webhook; null if it did not
 * - `failingSince`: the first of the failed attempts since the last success; null if there is none, or if it cannot be read now
 * - `secretRotatedUntil`: end of the time in which the previous secret also signs; null if there is none
 */
export const webhook = () =>
  v.object({
    id: v.string(),
    url: v.string(),
    enabled: v.boolean(),
    subscribedEvents: v.nullable(v.array(responseInteger())),
    eventTypes: v.nullable(v.array(eventTypeName())),
    headerNames: v.array(v.string()),
    maxConcurrency: responseInteger(),
    disabledReason: v.nullable(
      v.object({ code: v.picklist(Object.keys(disabledReasons) as DisabledReason[]), text: v.string() }),
    ),
    disabledAt: v.nullable(v.string()),
    failingSince: v.nullable(v.string()),
    secretRotatedUntil: v.nullable(v.string()),
    created: v.string(),
    updated: v.string(),
  })

/** A webhook with its signing secret, which is returned only once. */
const webhookWithSecret = () => v.object({ ...webhook().entries, secret: v.nullable(v.string()) })

/** A delivery attempt. `status` is null without a response. */
export const attempt = () =>
  v.object({ at: v.string(), status: v.nullable(responseInteger()), tookMs: responseInteger() })

const webhookParams = () => object({ Webhook: identifier() })

export const createWebhook = endpoint({
  name: 'createWebhook',
  method: 'POST',
  path: '/v1/webhook',
  tag,
  scope: 'webhooks:write',
  errorFormat: 'envelope',
  // The same URL again is an update.
  body: object(
    changing(webhookWithSecret(), {
      url: publicUrl(),
      enabled: v.boolean(),
      subscribedEvents: subscribedEvents(),
      eventTypes: extension(nullable(typeNames())),
      headers: nullable(webhookHeaders()),
      maxConcurrency: extension(nullable(int32(1, maxConcurrency))),
    }),
  ),
  response: envelope({
    webhook: extension(
      v.object({
        id: v.string(),
        url: v.string(),
        enabled: v.boolean(),
        subscribedEvents: v.nullable(v.array(responseInteger())),
        eventTypes: v.nullable(v.array(eventTypeName())),
        maxConcurrency: responseInteger(),
        secret: v.nullable(v.string()),
      }),
    ),
  }),
  returnedOnce: ['webhook.secret'],
})
export type CreateWebhook = v.InferOutput<NonNullable<typeof createWebhook.body>>

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: '/v1/webhook',
  tag,
  scope: 'webhooks:write',
  errorFormat: 'envelope',
  list: { counted: true },
  response: envelope({ webhooks: v.array(webhook()) }),
  extension: true,
})

export const updateWebhook = endpoint({
  name: 'updateWebhook',
  method: 'PUT',
  path: '/v1/webhook/{Webhook}',
  tag,
  scope: 'webhooks:write',
  errorFormat: 'envelope',
  params: webhookParams(),
  body: object(
    changing(webhookWithSecret(), {
      url: v.optional(publicUrl()),
      enabled: v.optional(v.boolean()),
      subscribedEvents: v.optional(subscribedEvents()),
      eventTypes: v.optional(v.nullable(typeNames())),
      headers: v.optional(v.nullable(webhookHeaders())),
      maxConcurrency: v.optional(int32(1, maxConcurrency)),
    }),
  ),
  response: envelope({ webhook: webhook() }),
  extension: true,
})
export type UpdateWebhook = v.InferOutput<NonNullable<typeof updateWebhook.body>>

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/v1/webhook/{Webhook}',
  tag,
  scope: 'webhooks:write',
  errorFormat: 'envelope',
  params: webhookParams(),
  response: envelope({}),
  extension: true,
})

export const rotateWebhookSecret = endpoint({
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/v1/webhook/{Webhook}/rotate',
  tag,
  scope: 'webhooks:write',
  quotas: [],
  errorFormat: 'envelope',
  params: webhookParams(),
  response: envelope({ webhook: webhookWithSecret() }),
  returnedOnce: ['webhook.secret'],
  extension: true,
})

export const testWebhook = endpoint({
  name: 'testWebhook',
  method: 'POST',
  path: '/v1/webhook/{Webhook}/test',
  tag,
  scope: 'webhooks:write',
  errorFormat: 'envelope',
  params: webhookParams(),
  response: envelope({ attempt: attempt(), delivered: v.boolean() }),
  extension: true,
})

export const replayWebhook = endpoint({
  name: 'replayWebhook',
  method: 'POST',
  path: '/v1/webhook/{Webhook}/replay',
  tag,
  scope: 'webhooks:write',
  errorFormat: 'envelope',
  params: webhookParams(),
  body: object({ since: nullable(instant()), until: nullable(instant()), undelivered: nullable(v.boolean()) }),
  response: envelope({ replay: v.object({ since: v.string(), until: v.string(), undelivered: v.boolean() }) }),
  extension: true,
})
export type ReplayWebhook = v.InferOutput<NonNullable<typeof replayWebhook.body>>

export const webhookEndpoints = [
  createWebhook,
  listWebhooks,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  replayWebhook,
] as const

export const webhookDocumentation = (): Documentation => ({
  createWebhook: {
    summary: 'Register a webhook',
    description: `Sends all further events of the kinds in \`subscribedEvents\` to \`url\`: all kinds if it is null, none if it is empty. Kinds: ${eventKinds.map((name, kind) => `${kind} ${name}`).join(', ')}. \`secret\` is the signing secret, and is returned only once.

\`eventTypes\` narrows the kinds to single types: \`{"subscribedEvents": null, "eventTypes": ["transaction.captured"]}\` sends captures alone. A type whose kind is not subscribed returns 400 \`enum_invalid\`. [All types](/events).

A key can subscribe to the events that it can read: \`transaction\` and \`batch\` events need \`transactions:read\`, \`customer\` and \`wallet\` events \`customers:read\`, \`subscription\` events \`subscriptions:read\`, \`terminal\` events \`terminals:read\`, \`checkout\` events \`checkout:write\`. Without them the response is 403 \`scope_missing\`. A webhook never delivers an event that the key which last registered or changed it cannot read. When that key is rotated, revoked or expires, the webhook continues.

If the \`url\` is already registered, the request replaces all settings of that webhook, and \`secret\` is null. An account can have ${maxWebhooks} webhooks per mode (409 \`limit_reached\`).

\`headers\` are sent with each delivery, to the host of \`url\` only. Null uses the account's \`webhookDefaults\`, as they are at each delivery, if these are bound to the host; \`{}\` sends none. Headers and secret are stored encrypted.

\`maxConcurrency\` limits concurrent deliveries. The gateway starts with 5, raises the number while your server responds in time, and halves it after failures.`,
  },
  listWebhooks: {
    summary: 'List webhooks',
    description: `Returns all webhooks in the mode of the key, newest first. The names of the headers of deliveries are in \`headerNames\`; values are never returned. \`failingSince\` is the time of the first of the failed attempts since the last successful one.

\`disabledReason\` is why the gateway disabled a webhook. ${Object.entries(disabledReasons)
      .map(([code, text]) => `\`${code}\`: ${text}`)
      .join(' ')}`,
  },
  updateWebhook: {
    summary: 'Update a webhook',
    description:
      'Omitted members keep their values. `subscribedEvents` null means all kinds, `eventTypes` null all types of these kinds. A URL of another webhook returns 409 `already_exists` with its id in `details.id`. The key must be able to read all events of the changed webhook (403 `scope_missing`).\n\n`headers` are replaced as a whole; null means `webhookDefaults` of the account, `{}` none. A webhook with `headers` moves to another host only together with its headers: a request with the new `url` alone returns 400 `required` for `headers`.\n\nWhile `enabled` is false no events are sent: pending deliveries and new events are dropped, and a replay can deliver them later. `enabled` true also enables a webhook that the gateway disabled.',
  },
  deleteWebhook: {
    summary: 'Delete a webhook',
    description: 'Permanently deletes the webhook with its secret and headers. Pending deliveries are dropped.',
  },
  rotateWebhookSecret: {
    summary: 'Rotate the secret of a webhook',
    description: `Creates a new \`secret\` and returns it only once. Deliveries are signed with both the new and the previous secret for ${secretOverlapHours} hours, so you can switch at any time until then. A second rotation within that time ends the older secret at once.`,
  },
  testWebhook: {
    summary: 'Send a test event',
    description:
      'Sends one signed test event without retries, also to a disabled webhook. The body has the format of an event with `type` `webhook.test` and `kind` null.\n\nThe status that the endpoint returned is in `attempt.status`, or null without a response within 15 seconds. A status of 2xx sets `delivered` to true.',
  },
  replayWebhook: {
    summary: 'Replay events to a webhook',
    description: `Delivers all events of the webhook's kinds from \`since\` to before \`until\` (default: now) again, in their original order and with the same ids. Both are dates in UTC or date-times of RFC 3339. A date without a time in \`until\` includes the whole day. Events are kept for ${eventRetentionDays} days. A disabled webhook is rejected with 409 \`webhook_disabled\`. The key must be able to read the webhook's events (403 \`scope_missing\`).

With \`undelivered\`, only events whose delivery to this webhook failed or was dropped are delivered again, and \`since\` may be absent.`,
  },
})

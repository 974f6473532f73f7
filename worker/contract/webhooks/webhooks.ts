import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { eventKinds } from '../events/events.ts'
import type { EventKind } from '../events/events.ts'
import { fault } from '../errors/fault.ts'
import { addition, identifier, instant, nullable } from '../schema/fields.ts'
import { int32 } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'
import { webhookHeaders } from './webhookHeaders.ts'
import { webhookUrl } from './webhookUrl.ts'

const tag = 'Webhooks'

/** How many webhooks an account has in each mode, at most. */
export const mostWebhooks = 16

/** How long events are kept, for lists and for deliveries once more. */
export const eventsKeptDays = 30

/** How long the secret before a rotation goes on signing beside the new one. */
export const rotationHours = 24

/** Why an endpoint gets nothing any more, and what its owner reads of that. */
export const disabledReasons = {
  gone: 'The endpoint answered 410 Gone.',
  failing: 'All deliveries of five days failed.',
} as const
export type DisabledReason = keyof typeof disabledReasons

const eventKind = () =>
  v.pipe(
    int32(),
    v.check((kind) => eventKinds[kind] !== undefined, fault('enum_invalid', { allowed: [...eventKinds.keys()] })),
    v.transform((kind) => kind as EventKind),
    v.metadata({ jsonSchema: { type: 'integer', format: 'int32', enum: [...eventKinds.keys()] } }),
  )

/** Required, and may be null: null is every kind, an empty list is none. Kinds named twice count once. */
const subscribedEvents = () =>
  v.nullable(
    v.pipe(
      v.array(eventKind()),
      v.transform((kinds) => [...new Set(kinds)]),
    ),
  )

/**
 * A webhook as it is shown. Times are RFC 3339 in UTC.
 *
 * - `headerNames`: of the headers that it was registered with; their values are never shown again
 * - `disabledReason`, `disabledAt`: why and when the gateway has disabled it; null where it has not
 * - `secretRotatedUntil`: until when the secret before the last rotation signs, too; null where none does
 */
export const webhook = () =>
  v.object({
    id: v.string(),
    url: v.string(),
    enabled: v.boolean(),
    subscribedEvents: v.nullable(v.array(v.number())),
    headerNames: v.array(v.string()),
    disabledReason: v.nullable(
      v.object({ code: v.picklist(Object.keys(disabledReasons) as DisabledReason[]), text: v.string() }),
    ),
    disabledAt: v.nullable(v.string()),
    secretRotatedUntil: v.nullable(v.string()),
    created: v.string(),
    updated: v.string(),
  })

/** One attempt at a delivery. `status` is null where no answer came. */
export const attempt = () => v.object({ at: v.string(), status: v.nullable(v.number()), tookMs: v.number() })

const ofWebhook = () => object({ Webhook: identifier() })

export const createWebhook = endpoint({
  name: 'createWebhook',
  method: 'POST',
  path: '/v1/webhook',
  tag,
  scope: 'webhooks:write',
  regime: 'envelope',
  body: object({
    url: webhookUrl(),
    enabled: v.boolean(),
    subscribedEvents: subscribedEvents(),
    headers: nullable(webhookHeaders()),
  }),
  answer: envelope({
    webhook: addition(
      v.object({
        id: v.string(),
        url: v.string(),
        enabled: v.boolean(),
        subscribedEvents: v.nullable(v.array(v.number())),
        secret: v.nullable(v.string()),
      }),
    ),
  }),
  secretMembers: ['webhook.secret'],
})
export type CreateWebhook = v.InferOutput<NonNullable<typeof createWebhook.body>>

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: '/v1/webhook',
  tag,
  scope: 'webhooks:write',
  regime: 'envelope',
  answer: envelope({ webhooks: v.array(webhook()) }),
  extension: true,
})

export const updateWebhook = endpoint({
  name: 'updateWebhook',
  method: 'PUT',
  path: '/v1/webhook/{Webhook}',
  tag,
  scope: 'webhooks:write',
  regime: 'envelope',
  params: ofWebhook(),
  body: object({
    url: v.optional(webhookUrl()),
    enabled: v.optional(v.boolean()),
    subscribedEvents: v.optional(subscribedEvents()),
    headers: v.optional(v.nullable(webhookHeaders())),
  }),
  answer: envelope({ webhook: webhook() }),
  extension: true,
})
export type UpdateWebhook = v.InferOutput<NonNullable<typeof updateWebhook.body>>

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/v1/webhook/{Webhook}',
  tag,
  scope: 'webhooks:write',
  regime: 'envelope',
  params: ofWebhook(),
  answer: envelope({}),
  extension: true,
})

export const rotateWebhookSecret = endpoint({
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/v1/webhook/{Webhook}/rotate',
  tag,
  scope: 'webhooks:write',
  regime: 'envelope',
  params: ofWebhook(),
  answer: envelope({ webhook: v.object({ ...webhook().entries, secret: v.nullable(v.string()) }) }),
  secretMembers: ['webhook.secret'],
  extension: true,
})

export const testWebhook = endpoint({
  name: 'testWebhook',
  method: 'POST',
  path: '/v1/webhook/{Webhook}/test',
  tag,
  scope: 'webhooks:write',
  regime: 'envelope',
  params: ofWebhook(),
  answer: envelope({ attempt: attempt(), delivered: v.boolean() }),
  extension: true,
})

export const replayWebhook = endpoint({
  name: 'replayWebhook',
  method: 'POST',
  path: '/v1/webhook/{Webhook}/replay',
  tag,
  scope: 'webhooks:write',
  regime: 'envelope',
  params: ofWebhook(),
  body: object({ since: instant(), until: nullable(instant()) }),
  answer: envelope({ replay: v.object({ since: v.string(), until: v.string() }) }),
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
    description: `Events of the kinds of \`subscribedEvents\` are sent to \`url\` from now on: all kinds where it is null, none where it is empty. Kinds: ${eventKinds.map((name, kind) => `${kind} ${name}`).join(', ')}. \`secret\` signs what is sent, and is shown this once.

The same \`url\` again is no second registration: the request then says anew, as a whole, how the first is to be, and \`secret\` is null. An account has ${mostWebhooks} webhooks in each mode at most (409 limit_reached).

\`headers\` are sent with each delivery. Without them these are the \`webhookDefaults\` of the account as they are now; \`{}\` is none. They are kept encrypted, and so is the secret.`,
  },
  listWebhooks: {
    summary: 'List webhooks',
    description: `All of them in the mode of the key that asks, newest first. Values of headers are not shown, only their names. \`disabledReason\` says why the gateway has given an endpoint up: ${Object.entries(
      disabledReasons,
    )
      .map(([code, text]) => `\`${code}\`: ${text}`)
      .join(' ')}`,
  },
  updateWebhook: {
    summary: 'Change a webhook',
    description:
      'What the request leaves out stays. `subscribedEvents` null is all kinds, `headers` null is none; headers are replaced as a whole. While `enabled` is false nothing is sent, what has not been delivered is dropped, and so is what happens meanwhile: a replay brings it back. `enabled` true also takes one into service again that the gateway has given up. A url that another webhook has is refused (409 already_exists, details.id).',
  },
  deleteWebhook: {
    summary: 'Delete a webhook',
    description: 'For good, with its secret and its headers. What has not been delivered to it is dropped.',
  },
  rotateWebhookSecret: {
    summary: 'Replace the secret of a webhook',
    description: `A new \`secret\`, shown this once. The one before it signs, too, for ${rotationHours} hours more, so that a receiver may change over at any time until then. There are two at most: a second rotation within that time ends the older of them at once.`,
  },
  testWebhook: {
    summary: 'Send a test to a webhook',
    description:
      'At once and one time, signed as any delivery, also where the webhook is disabled. Its body is like that of an event, its `type` is `webhook.test`, its `kind` null. `attempt.status` is what the endpoint answered, null where it did not within 15 seconds; `delivered` whether that was 2xx.',
  },
  replayWebhook: {
    summary: 'Deliver the events of a time once more',
    description: `Everything of its kinds that happened from \`since\` until before \`until\`, which is now where it is left out, in the order in which it happened and under the same ids. Both are dates or date-times of RFC 3339, in UTC unless they have an offset; with a date alone, \`until\` is the end of that day. Events are kept for ${eventsKeptDays} days. A disabled webhook gets none (409 webhook_disabled).`,
  },
})

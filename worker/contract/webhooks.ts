import * as v from 'valibot'
import { envelope } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { Documentation } from './endpoint.ts'
import { eventKinds } from './events.ts'
import { fault } from './fault.ts'
import { addition, nullable } from './fields.ts'
import { int32 } from './numbers.ts'
import { object } from './objects.ts'
import { webhookHeaders } from './webhookHeaders.ts'
import { webhookUrl } from './webhookUrl.ts'

const eventKind = () =>
  v.pipe(
    int32(),
    v.check((kind) => eventKinds[kind] !== undefined, fault('enum_invalid', { allowed: [...eventKinds.keys()] })),
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

export const createWebhook = endpoint({
  name: 'createWebhook',
  method: 'POST',
  path: '/v1/webhook',
  tag: 'Webhooks',
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
  built: false,
})

export const webhookEndpoints = [createWebhook] as const

export const webhookDocumentation = (): Documentation => ({
  createWebhook: {
    summary: 'Register a webhook',
    description: `The same url again changes its registration. The secret that signs deliveries is shown once, at the first. Kinds of events: ${eventKinds.map((name, kind) => `${kind} ${name}`).join(', ')}.`,
  },
})

import { eventTypesBySchema } from '../../../contract/events/events.ts'
import type { EventType } from '../../../contract/events/events.ts'
import { eventTexts } from '../../../contract/events/eventTexts.ts'
import { deliveryExample, eventExample } from '../examples/index.ts'
import type { Json } from './json.ts'

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

/** The headers of Standard Webhooks, as components. */
export const webhookParameters: Json = {
  WebhookId: header('webhook-id', 'Id of the event: handle each id once.', deliveryExample.headers['webhook-id']!),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'Time of the attempt in seconds since 1970. Reject messages that are more than five minutes old.',
    deliveryExample.headers['webhook-timestamp']!,
  ),
  WebhookSignature: header(
    'webhook-signature',
    'Signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` and the HMAC-SHA-256 in base64, with the base64 part of the webhook’s secret as the key. One valid signature is enough. Two are sent for a day after the secret was rotated.',
    deliveryExample.headers['webhook-signature']!,
  ),
}

const responses: Json = {
  '2XX': { description: 'The event is delivered. The body is ignored.' },
  '410': { description: 'The endpoint is gone: the gateway disables the webhook.' },
  default: { description: 'The delivery failed, also without a response within 15 seconds, and is retried.' },
}

const delivery = (type: string, summary: string, schema: Json, value: unknown): Json => ({
  post: {
    operationId: `${type.replace(/[._](\w)/g, (_all, letter: string) => letter.toUpperCase())}Event`,
    tags: ['Events'],
    summary,
    description: `${summary} Sent to webhooks that are subscribed to \`${type}\`.`,
    security: [],
    parameters: Object.keys(webhookParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, examples: { event: { summary, value } } } },
    },
    responses,
  },
})

const testSchema = { $ref: '#/components/schemas/TestEvent' }

/** The schema of the test event. */
export const testEventSchema: Json = {
  type: 'object',
  description: 'An event without a resource, which tests the connection to a webhook.',
  properties: {
    id: { type: 'string', description: 'Id of the message, the same as in the header `webhook-id`.' },
    timestamp: { type: 'string', format: 'date-time', description: 'Time of the test, RFC 3339 in UTC.' },
    apiVersion: { const: 'v1', description: 'Version of the API.' },
    live: { type: 'boolean', description: 'False in test mode.' },
    requestId: { type: 'null', description: 'Always null.' },
    sequence: { type: 'integer', format: 'int64', description: 'Always 1.' },
    kind: { type: 'null', description: 'Always null: no kind subscribes to it.' },
    type: { const: 'webhook.test', description: 'Always `webhook.test`.' },
    data: {
      type: 'object',
      description: 'The tested webhook.',
      properties: {
        webhook: {
          type: 'object',
          description: 'Settings of the webhook, as its registration returns them, without the secret.',
        },
      },
      required: ['webhook'],
    },
  },
  required: ['id', 'timestamp', 'apiVersion', 'live', 'requestId', 'sequence', 'kind', 'type', 'data'],
}

/** The webhooks section: one entry per event type, and the test event. */
export const webhooks = (): Json => ({
  ...Object.fromEntries(
    [...eventTypesBySchema].flatMap(([name, types]) =>
      types.map((type: EventType) => {
        const schema = {
          allOf: [
            { $ref: `#/components/schemas/${name}` },
            { type: 'object', properties: { type: { const: type, description: 'The type of this event.' } } },
          ],
        }
        return [type, delivery(type, eventTexts[type], schema, eventExample(type))]
      }),
    ),
  ),
  'webhook.test': delivery('webhook.test', 'A test event was requested.', testSchema, eventExample('webhook.test')),
})

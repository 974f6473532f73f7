import type { MemberTexts } from '../schema/memberTexts.ts'

const narrowed = 'A type whose kind is not in `subscribedEvents` returns 400 `enum_invalid`. Duplicates are removed.'
const headers =
  'Your own headers, sent with each delivery: up to 20, names of up to 64 characters, values of up to 1,024 visible ASCII characters; not `webhook-*`, `content-*`, `host`, `connection` or `transfer-encoding` (400 `header_not_allowed`). Values are never returned.'
const one = { webhook: 'The webhook.' }

/** Texts of webhooks. */
export const webhookTexts: MemberTexts = {
  Webhook: {
    id: 'Id of the webhook.',
    url: 'Where events are sent. A URL that breaks these rules returns 400 `url_not_allowed` with `details.reason`.',
    enabled: 'Whether events are sent. False also if the gateway disabled the webhook.',
    subscribedEvents:
      'Kinds of events that are sent: 0 Authorization, 1 Capture, 2 Void, 3 Credit, 4 Settlement, 5 Customer and subscription, 6 Terminal and checkout. Null means all kinds, an empty list none.',
    eventTypes: 'Types of events that are sent, among those of the kinds. Null means all types of these kinds.',
    headerNames: 'Names of your own headers. Their values are never returned.',
    maxConcurrency: 'Maximum number of concurrent deliveries.',
    disabledReason: 'Why the gateway disabled the webhook. Null if it did not.',
    'disabledReason.code': '`gone`: the endpoint returned 410. `failing`: all deliveries failed for five days.',
    'disabledReason.text': 'The meaning of the code in English.',
    disabledAt: 'Time when the gateway disabled the webhook, RFC 3339 in UTC. Null if it did not.',
    failingSince:
      'Time of the first of the failed attempts since the last successful one, RFC 3339 in UTC. Null if the last attempt succeeded, and while the gateway cannot read it.',
    secretRotatedUntil:
      'Time until which deliveries are also signed with the previous secret, RFC 3339 in UTC. Null if there is no previous secret.',
    created: 'Time when the webhook was registered, RFC 3339 in UTC.',
    updated: 'Time of the latest change, RFC 3339 in UTC.',
  },
  WebhookWithSecret: {
    $as: 'Webhook',
    secret:
      'Signing secret, returned only once: `whsec_` and base64, for libraries of Standard Webhooks. Null if the webhook existed before, and in the response to a repeated request.',
  },
  CreateWebhookRequest: {
    $as: 'WebhookWithSecret',
    enabled: 'Whether to send events. While it is false, events are dropped; a replay can deliver them later.',
    subscribedEvents:
      'Kinds of events to send: 0 Authorization, 1 Capture, 2 Void, 3 Credit, 4 Settlement, 5 Customer and subscription, 6 Terminal and checkout. Required, but it may be null: all kinds. An empty list means none. Duplicates are removed.',
    eventTypes: `Types of events to send, which narrow the kinds. Null or absent means all types of these kinds. ${narrowed}`,
    headers: `${headers} Null or absent: those of the account’s \`webhookDefaults\` at each delivery, if its \`hosts\` contain that of \`url\`. \`{}\` means none.`,
    maxConcurrency:
      'Maximum number of concurrent deliveries, 1 to 50. Null or absent means 50. The gateway starts with 5 and adapts to your server’s responses.',
  },
  UpdateWebhookRequest: {
    $as: 'CreateWebhookRequest',
    url: 'New target of the events, with the rules of the registration. Absent keeps it. That of another webhook returns 409 `already_exists` with `details.id`.',
    enabled:
      'True sends events, even if the gateway disabled the webhook. False drops pending deliveries and new events. Absent keeps it.',
    subscribedEvents: 'Kinds of events to send, as in the registration. Null means all kinds. Absent keeps them.',
    eventTypes: `Types of events to send, which narrow the kinds. Null means all types of these kinds, absent keeps them. ${narrowed}`,
    headers: `${headers} Replaced as a whole: null means those of \`webhookDefaults\`, \`{}\` none, absent keeps them. Required with a \`url\` of another host, if the webhook has its own.`,
    maxConcurrency: 'Maximum number of concurrent deliveries, 1 to 50. Absent keeps it.',
  },
  createWebhook: one,
  'createWebhook.webhook': { $as: 'WebhookWithSecret' },
  listWebhooks: { webhooks: 'All webhooks in the mode of the key, newest first.' },
  updateWebhook: one,
  rotateWebhookSecret: one,
  'rotateWebhookSecret.webhook': { $as: 'WebhookWithSecret' },
  testWebhook: {
    attempt: 'The delivery of the test event.',
    delivered: 'Whether the endpoint returned a status of 2xx.',
  },
  Attempt: {
    at: 'Time of the attempt, RFC 3339 in UTC.',
    status: 'HTTP status that the endpoint returned. Null if it did not respond within 15 seconds.',
    tookMs: 'Milliseconds until the response, or until the gateway stopped waiting.',
  },
  listDeliveries: {
    deliveries: 'Deliveries to the webhook, newest event first.',
    'deliveries.event': 'The event, without its data.',
    'deliveries.event.id': 'Id of the event.',
    'deliveries.event.type': 'What happened.',
    'deliveries.event.resource': 'Id of what the event is about, such as a payment.',
    'deliveries.event.timestamp': 'Time of the event, RFC 3339 in UTC.',
    'deliveries.state':
      '`pending`: will be retried at `next`. `delivered`: the endpoint returned 2xx. `failed`: no attempts are left. `dropped`: the webhook was disabled first.',
    'deliveries.next': 'Time of the next attempt, RFC 3339 in UTC. Null if there is none, or if it is in progress.',
    'deliveries.attempts': 'All attempts, oldest first.',
  },
  ReplayWebhookRequest: {
    since:
      'Earliest time of the events to deliver again. A date is its midnight in UTC. Events are kept for 30 days. Required without `undelivered`; with it, null or absent means all.',
    until: 'End of the period, exclusive; a date includes the whole day. Null or absent means now.',
    undelivered:
      'True delivers only events whose delivery to this webhook failed or was dropped. Null, absent or false: all events.',
  },
  replayWebhook: {
    replay: 'The period whose events are delivered again.',
    'replay.since': 'Start of the period, RFC 3339 in UTC.',
    'replay.until': 'End of the period, exclusive, RFC 3339 in UTC.',
    'replay.undelivered': 'Whether only undelivered events are delivered again.',
  },
}

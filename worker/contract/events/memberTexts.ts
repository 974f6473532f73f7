import type { MemberTexts } from '../schema/memberTexts.ts'
import { eventSchemaNames } from './events.ts'

/** Texts of events and their deliveries. */
export const eventMemberTexts: MemberTexts = {
  ...Object.fromEntries(eventSchemaNames.map((name) => [name, { $as: 'Event' }])),
  Event: {
    id: 'Id of the event, the same in all its deliveries and in the header `webhook-id`: handle each id once.',
    timestamp: 'Time of the event, RFC 3339 in UTC.',
    apiVersion: 'Version of the API in which `data` is written.',
    live: 'False for events of test mode.',
    requestId: 'Id of the request that caused the event. Null for scheduled work, such as a bill.',
    sequence:
      'Number of the event among those of its resource, from 1. A higher number is newer, even if it is delivered earlier.',
    kind: 'Number of the kind, as in `subscribedEvents` of webhooks.',
    type: 'What happened. The word before the dot is the member of `data`.',
    data: 'The resource after the event, as a read returns it, in exactly one member.',
    'data.transaction': 'The payment.',
    'data.batch': 'The batch.',
    'data.dispute': 'The dispute.',
    'data.customer': 'The customer.',
    'data.wallet': 'The stored payment method.',
    'data.subscription': 'The subscription.',
    'data.terminal': 'The terminal.',
    'data.checkout': 'The checkout.',
  },
  'Event.data.batch': { $as: 'Batch' },
  'Event.data.wallet': { $as: 'WalletEntry', customer: 'Id of the customer.' },
  'Event.data.subscription': { $as: 'CustomerSubscription', customer: 'Id of the customer.' },
  'Event.data.terminal': {
    $as: 'Terminal',
    session: 'The open payment. Only in `terminal.session_updated`.',
    'session.transactionId': 'Id of the payment’s transaction.',
    'session.state': 'State of the payment at the terminal.',
  },
  'Event.data.checkout': { $as: 'Checkout' },
  listEvents: { events: 'Events, newest first, as they are delivered.' },
  getEvent: { event: 'The event, as it is delivered.' },
  Delivery: {
    webhook: 'Id of the webhook.',
    url: 'URL of the webhook at the time of the latest attempt.',
    state:
      '`pending`: will be retried at `next`. `delivered`: the endpoint returned 2xx. `failed`: no attempts are left. `dropped`: the webhook was disabled first.',
    next: 'Time of the next attempt, RFC 3339 in UTC. Null if there is none, or if it is in progress.',
    attempts: 'All attempts, oldest first.',
  },
  listAttempts: { deliveries: 'One delivery per webhook that is subscribed to the event.' },
  ReplayEventRequest: {
    webhook:
      'Id of the only webhook to deliver to, even if it is not subscribed to the event. Null or absent: all enabled webhooks that are subscribed to it.',
  },
  replayEvent: { webhooks: 'Ids of the webhooks to which the event is delivered again.' },
}

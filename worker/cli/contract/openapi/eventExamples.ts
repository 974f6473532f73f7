import { kindOf, resourceOf } from '../../../contract/events/events.ts'
import type { EventResource, EventType } from '../../../contract/events/events.ts'
import { exampleResources } from './examples.ts'
import { exampleBatch, exampleCheckout } from './moreExamples.ts'

const { requestId, created, customer, walletEntry, subscription, terminal, webhook } = exampleResources
const { errors: _, ...payment } = exampleResources.transaction

const first = payment.operations[0]!

/** The payment after a further operation. */
const after = (status: string, type: string, id: string, amounts: object = {}) => ({
  ...payment,
  ...amounts,
  status,
  type,
  transactionId: id,
  operations: [first, { ...first, transactionId: id, type }],
  errors: null,
})

const captured = { amountCaptured: 26.25, amountCapturable: 0, expires: null }
const settled = { ...captured, amountSettled: 26.25, batchId: exampleBatch.id }
const released = { amountCapturable: 0, expires: null }
const refused = {
  ...released,
  approved: false,
  responseCode: '51',
  responseText: 'Insufficient funds',
  authCode: null,
  amountAuthorized: 0,
}

const declinedFirst = (status: string, code: string, text: string) => ({
  ...payment,
  ...refused,
  status,
  responseCode: code,
  responseText: text,
  operations: [{ ...first, status, responseCode: code, approved: false }],
  errors: null,
})

const pausedSubscription = { ...subscription, status: 'paused', nextCharge: null }
const paidSubscription = { ...subscription, status: 'active', charges: 1, nextCharge: '2027-01-31T00:00:00.000Z' }

/** Members of the resource that differ with the type of the event. */
const changed: Readonly<Partial<Record<EventType, object>>> = {
  'transaction.partially_authorized': {
    responseCode: '10',
    responseText: 'Approved for a partial amount',
    amount: 10,
    amountAuthorized: 10,
    amountCapturable: 10,
  },
  'transaction.declined': declinedFirst('declined', '51', 'Insufficient funds'),
  'transaction.failed': declinedFirst('failed', '91', 'Issuer unavailable'),
  'transaction.expired': { ...released, status: 'expired' },
  'transaction.reversed': declinedFirst('reversed', '68', 'Response received too late'),
  'transaction.captured': after('captured', 'capture', '91234567890131', captured),
  'transaction.capture_failed': after('authorized', 'capture', '91234567890131'),
  'transaction.voided': after('voided', 'void', '91234567890132', released),
  'transaction.void_failed': after('authorized', 'void', '91234567890132'),
  'transaction.credited': after('refunded', 'credit', '91234567890133', { ...settled, amountCredited: 26.25 }),
  'transaction.credit_declined': after('settled', 'credit', '91234567890133', settled),
  'transaction.credit_failed': after('settled', 'credit', '91234567890133', settled),
  'transaction.settled': after('settled', 'capture', '91234567890131', settled),
  'transaction.returned': after('returned', 'capture', '91234567890131', settled),
  'transaction.disputed': after('settled', 'capture', '91234567890131', settled),
  'customer.updated': { company: 'Analytical Engines' },
  'subscription.paused': pausedSubscription,
  'subscription.charged': paidSubscription,
  'subscription.resumed': paidSubscription,
  'subscription.charge_failed': { status: 'past_due' },
  'subscription.past_due': { status: 'past_due' },
  'subscription.unpaid': { status: 'unpaid', nextCharge: null },
  'subscription.completed': { status: 'completed', installments: 6, charges: 6, nextCharge: null },
  'subscription.canceled': { status: 'canceled', nextCharge: null },
  'terminal.offline': { status: 'offline' },
  'terminal.session_updated': {
    status: 'busy',
    session: { transactionId: payment.transactionId, state: 'awaiting_card' },
  },
  'checkout.created': { status: 'open', transactionId: null, customer: null, metadata: null, receipt: 'none' },
  'checkout.expired': { status: 'expired', transactionId: null, customer: null, metadata: null, receipt: 'none' },
}

const resources: Readonly<Record<EventResource, object>> = {
  transaction: { ...payment, errors: null },
  batch: exampleBatch,
  customer,
  wallet: { ...walletEntry, customer: customer.id },
  subscription: { ...subscription, customer: customer.id },
  terminal,
  checkout: exampleCheckout,
}

const envelope = {
  id: 'evt-019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79',
  timestamp: created,
  apiVersion: 'v1',
  live: false,
  requestId,
  sequence: 1,
} as const

/** An event of a type, as it is delivered. */
export const eventExample = (type: EventType) => ({
  ...envelope,
  kind: kindOf(type),
  type,
  data: { [resourceOf(type)]: { ...resources[resourceOf(type)], ...changed[type] } },
})

/** The test event of POST /v1/webhook/{Webhook}/test. */
export const testEventExample = {
  ...envelope,
  kind: null,
  type: 'webhook.test',
  requestId: null,
  data: {
    webhook: {
      id: webhook.id,
      url: webhook.url,
      enabled: true,
      subscribedEvents: webhook.subscribedEvents,
      eventTypes: webhook.eventTypes,
    },
  },
}

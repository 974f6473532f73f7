import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { event, eventKinds, eventSchemaNames, eventTypes, kindsOf, resourceOf } from './events.ts'
import { eventTexts } from './eventTexts.ts'
import type { Event, EventType } from './events.ts'
import { namedSchemas, schemaOf } from '../../cli/contract/openapi/schemas.ts'

/** The documented event types by kind, so that a change of the table fails a test. */
const documented: Readonly<Record<string, string>> = {
  Authorization: `transaction.authorized transaction.partially_authorized transaction.declined transaction.failed transaction.expired
    transaction.reversed transaction.needs_attention`,
  Capture: 'transaction.captured transaction.capture_failed transaction.needs_attention',
  Void: 'transaction.voided transaction.void_failed transaction.needs_attention',
  Credit: 'transaction.credited transaction.credit_declined transaction.credit_failed transaction.needs_attention',
  Settlement:
    'batch.closed transaction.settled transaction.returned transaction.disputed dispute.created dispute.updated dispute.closed',
  'Customer and subscription': `customer.created customer.updated customer.deleted wallet.created wallet.default_changed wallet.deleted
    subscription.created subscription.updated subscription.paused subscription.resumed subscription.charged
    subscription.charge_failed subscription.past_due subscription.unpaid subscription.completed subscription.canceled`,
  'Terminal and checkout': `terminal.registered terminal.online terminal.offline terminal.deleted terminal.session_updated
    checkout.created checkout.completed checkout.expired`,
}

const address = { name: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' }
const customer = '019320f0-0000-7000-8000-000000000001'

/** An example of each resource. */
const resources: { readonly [Type in EventType as ReturnType<typeof resourceOf<Type>>]: object } = {
  transaction: {
    requestId: 'a'.repeat(32),
    originalTransactionId: '57350000000000',
    type: 'authorize',
    status: 'captured',
    method: 'creditCard',
    transactionId: '57350000000000',
    authCode: '123456',
    approved: true,
    responseCode: '00',
    responseText: 'Approved',
    latency: 12,
    avs: null,
    cvv: null,
    amount: 10.5,
    metadata: null,
    currency: 840,
    amountAuthorized: 10.5,
    amountCaptured: 10.5,
    amountCapturable: 0,
    amountCredited: 0,
    amountSettled: 0,
    tip: 0,
    payment: {
      network: 'visa',
      preferredNetwork: null,
      accountNumber: '************4242',
      expiry: '1230',
      customer: null,
      wallet: null,
      terminal: null,
      initiatedBy: 'shopper',
      initial: 'no',
      networkTransactionId: null,
    },
    order: null,
    referenceTransactionId: null,
    initiatedByUserId: null,
    operations: [],
    disputes: [],
    returns: [],
    batchId: null,
    connection: 'simulator',
    created: '2026-11-20T10:30:00.123Z',
    updated: '2026-11-20T10:30:00.123Z',
    expires: null,
    needsAttention: null,
    errors: null,
  },
  batch: {
    id: customer,
    status: 'closed',
    cutoff: '2026-11-20T23:59:59.999Z',
    created: '2026-11-21T00:00:10.000Z',
    closed: '2026-11-21T00:00:11.000Z',
    totals: [{ currency: 840, captures: { count: 1, amount: 10.5 }, credits: { count: 0, amount: 0 }, net: 10.5 }],
  },
  dispute: {
    id: customer,
    transactionId: '57350000000001',
    originalTransactionId: '57350000000000',
    stage: 'open',
    reason: { code: '10.4', category: 'fraud', text: 'The cardholder did not make the payment.' },
    amount: 10.5,
    amountWithdrawn: 10.5,
    currency: 840,
    evidenceDueBy: '2026-12-04T10:30:00.123Z',
    stages: [{ stage: 'open', at: '2026-11-20T10:30:00.123Z' }],
    connection: 'simulator',
    caseId: 'case-1',
    created: '2026-11-20T10:30:00.123Z',
    updated: '2026-11-20T10:30:00.123Z',
  },
  customer: {
    id: customer,
    firstName: 'Ada',
    lastName: '',
    company: '',
    merchantIdentifier: '',
    phoneNumber: '',
    emailAddress: '',
    shippingAddress: address,
    metadata: {},
  },
  wallet: {
    id: customer,
    customer,
    network: 'visa',
    accountNumber: '************4242',
    expiry: '1230',
    default: true,
    created: '2026-11-20T10:30:00.123Z',
    address,
  },
  subscription: {
    customerSubscriptionId: customer,
    customer,
    installments: 0,
    taxAmount: 0,
    shippingAmount: 0,
    surchargeAmount: 0,
    totalAmount: 5,
    startDate: '2026-11-20T10:30:00.123Z',
    created: '2026-11-20T10:30:00.123Z',
    status: 'active',
    plan: customer,
    label: 'Tea',
    currency: 840,
    wallet: null,
    charges: 1,
    nextCharge: null,
    resumesAt: null,
  },
  checkout: {
    url: 'https://pay.example/checkout/1',
    id: customer,
    status: 'completed',
    reason: null,
    transactionId: '57350000000000',
    customer: null,
    subscription: null,
    total: 10.5,
    currency: 840,
    metadata: null,
    discountCode: null,
    shippingOption: null,
    phone: null,
    consents: null,
    receipt: 'none',
    created: '2026-11-20T10:30:00.123Z',
    expiresAt: '2026-11-21T10:30:00.123Z',
  },
  terminal: {
    id: customer,
    make: 'Sluice',
    model: 'Simulated reader',
    serialNumber: '',
    nickname: 'Till 1',
    status: 'online',
    configuration: {
      promptTip: false,
      tipAmounts: [],
      promptCvv: false,
      promptPostalCode: false,
      promptAmountConfirmation: false,
      promptSignature: false,
      keyCard: false,
    },
  },
}

const eventOf = (type: EventType) => ({
  id: 'evt-019320f0-0000-7000-8000-000000000001',
  kind: kindsOf(type)[0]!,
  type,
  timestamp: '2026-11-20T10:30:00.123Z',
  apiVersion: 'v1',
  live: false,
  requestId: 'a'.repeat(32),
  sequence: 3,
  data: { [resourceOf(type)]: resources[resourceOf(type)] },
})

/** Compiles only if the type of an event narrows the type of `data`. */
const settledPayment = (body: Event): string | null =>
  body.type === 'transaction.settled' ? body.data.transaction.originalTransactionId : null

const accepts = (body: unknown): boolean => v.is(event(), body)

describe('event types', () => {
  test('event types are the documented ones, each with its kind', () => {
    const byKind = Object.fromEntries(
      eventKinds.map((name, kind) => [name, eventTypes.filter((type) => kindsOf(type).some((one) => one === kind))]),
    )
    expect(byKind).toEqual(
      Object.fromEntries(Object.entries(documented).map(([kind, types]) => [kind, types.split(/\s+/)])),
    )
    expect(Object.keys(documented)).toEqual(eventKinds)
  })

  test.each(eventTypes)('the description of %s is one sentence', (type) => {
    expect(eventTexts[type]).toMatch(/^[A-Z][^.]+\.$/)
  })
})

describe('body of a delivery', () => {
  test.each(eventTypes)('an event %s with its resource is valid', (type) => {
    expect(v.parse(event(), eventOf(type))).toEqual(eventOf(type))
  })

  test('an event of scheduled work has the requestId null', () => {
    expect(accepts({ ...eventOf('batch.closed'), requestId: null })).toBe(true)
  })

  test('an event with unknown members is valid', () => {
    expect(accepts({ ...eventOf('batch.closed'), later: 1 })).toBe(true)
  })

  const captured = eventOf('transaction.captured')
  const { sequence: _, ...withoutSequence } = captured
  test.each([
    ['the kind of another type', { ...captured, kind: 0 }],
    ['an unknown kind', { ...captured, kind: 7 }],
    ['an unknown type', { ...captured, type: 'transaction.created' }],
    ['a type without resource', { ...captured, type: 'captured' }],
    ['an id without prefix', { ...captured, id: '019320f0-0000-7000-8000-000000000001' }],
    ['a timestamp without time', { ...captured, timestamp: '2026-11-20' }],
    ['an unknown apiVersion', { ...captured, apiVersion: 'v2' }],
    ['live as a string', { ...captured, live: 'no' }],
    ['an empty requestId', { ...captured, requestId: '' }],
    ['no sequence', withoutSequence],
    ['the sequence 0', { ...captured, sequence: 0 }],
    ['a fractional sequence', { ...captured, sequence: 1.5 }],
    ['no resource', { ...captured, data: {} }],
    ['the resource of another type', { ...captured, data: { customer: resources.customer } }],
    ['two resources', { ...captured, data: { ...captured.data, customer: resources.customer } }],
    ['an incomplete resource', { ...captured, data: { transaction: { transactionId: '1' } } }],
    [
      'a payment method without customer',
      { ...eventOf('wallet.created'), data: { wallet: { ...resources.wallet, customer: null } } },
    ],
  ])('an event with %s is invalid', (_name, body) => {
    expect(accepts(body)).toBe(false)
  })

  test('the type of an event narrows the type of its data', () => {
    expect(settledPayment(v.parse(event(), eventOf('transaction.settled')) as Event)).toBe('57350000000000')
  })

  test('the schema of events in OpenAPI references the named schemas of its resources', () => {
    expect(schemaOf(event())).toEqual({ $ref: '#/components/schemas/Event' })
    const schemas = namedSchemas()
    const printed = eventSchemaNames.map((name) => JSON.stringify(schemas[name])).join('')
    for (const name of ['Transaction', 'Customer', 'StoredAddress'])
      expect(printed).toContain(`"$ref":"#/components/schemas/${name}"`)
  })
})

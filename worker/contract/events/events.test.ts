import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { event, eventKinds, eventTypes, kindOf, resourceOf } from './events.ts'
import { eventTexts } from './eventTexts.ts'
import type { Event, EventType } from './events.ts'
import { namedSchemas, schemaOf } from '../../cli/contract/openapi/schemas.ts'

/** Written out, so that a type can neither go nor come nor move without anybody's notice. */
const promised: Readonly<Record<string, string>> = {
  Authorization: `transaction.authorized transaction.partially_authorized transaction.declined transaction.failed transaction.expired
    transaction.reversed`,
  Capture: 'transaction.captured transaction.capture_failed',
  Void: 'transaction.voided transaction.void_failed',
  Credit: 'transaction.credited transaction.credit_declined transaction.credit_failed',
  Settlement: 'batch.closed transaction.settled transaction.returned transaction.disputed',
  'Customer and subscription': `customer.created customer.updated customer.deleted wallet.created wallet.default_changed wallet.deleted
    subscription.created subscription.updated subscription.paused subscription.resumed subscription.charged
    subscription.charge_failed subscription.past_due subscription.unpaid subscription.completed subscription.canceled`,
  'Terminal and checkout': `terminal.registered terminal.online terminal.offline terminal.deleted terminal.session_updated
    checkout.created checkout.completed checkout.expired`,
}

const address = { name: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' }
const customer = '019320f0-0000-7000-8000-000000000001'

/** A resource of each sort, as a read of it answers. */
const shown: { readonly [Type in EventType as ReturnType<typeof resourceOf<Type>>]: object } = {
  transaction: {
    requestId: 'a'.repeat(32),
    originalTransactionId: '57350000000000',
    type: 'authorize',
    status: 'captured',
    method: 'creditCard',
    transactionId: '57350000000000',
    authCode: '123456',
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
    batchId: null,
    created: '2026-11-20T10:30:00.123Z',
    updated: '2026-11-20T10:30:00.123Z',
    expires: null,
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
  kind: kindOf(type),
  type,
  timestamp: '2026-11-20T10:30:00.123Z',
  apiVersion: 'v1',
  live: false,
  requestId: 'a'.repeat(32),
  sequence: 3,
  data: { [resourceOf(type)]: shown[resourceOf(type)] },
})

/** Compiles, that is: only of such an event has `data` a transaction. */
const settledPayment = (body: Event): string | null =>
  body.type === 'transaction.settled' ? body.data.transaction.originalTransactionId : null

const accepts = (body: unknown): boolean => v.is(event(), body)

describe('event types', () => {
  test('are exactly those that were promised, each of its family', () => {
    const families = Object.groupBy(eventTypes, (type) => eventKinds[kindOf(type)])
    expect(families).toEqual(
      Object.fromEntries(Object.entries(promised).map(([family, types]) => [family, types.split(/\s+/)])),
    )
    expect(Object.keys(promised)).toEqual(eventKinds)
  })

  test.each(eventTypes)('%s says in one sentence when it happens', (type) => {
    expect(eventTexts[type]).toMatch(/^[A-Z][^.]+\.$/)
  })
})

describe('the body of a delivery', () => {
  test.each(eventTypes)('may be %s, which shows its resource', (type) => {
    expect(v.parse(event(), eventOf(type))).toEqual(eventOf(type))
  })

  test('names no request where time brought it about', () => {
    expect(accepts({ ...eventOf('batch.closed'), requestId: null })).toBe(true)
  })

  test('may come with members that receivers do not know yet', () => {
    expect(accepts({ ...eventOf('batch.closed'), later: 1 })).toBe(true)
  })

  const captured = eventOf('transaction.captured')
  const { sequence: _, ...uncounted } = captured
  test.each([
    ['another kind than its type', { ...captured, kind: 0 }],
    ['a kind that is none', { ...captured, kind: 7 }],
    ['a type that is none', { ...captured, type: 'transaction.created' }],
    ['a type without its resource', { ...captured, type: 'captured' }],
    ['an id of another form', { ...captured, id: '019320f0-0000-7000-8000-000000000001' }],
    ['a time without a time', { ...captured, timestamp: '2026-11-20' }],
    ['another version', { ...captured, apiVersion: 'v2' }],
    ['live as a word', { ...captured, live: 'no' }],
    ['an empty request id', { ...captured, requestId: '' }],
    ['no sequence', uncounted],
    ['a sequence from 0', { ...captured, sequence: 0 }],
    ['a broken sequence', { ...captured, sequence: 1.5 }],
    ['no resource', { ...captured, data: {} }],
    ['another resource than its type', { ...captured, data: { customer: shown.customer } }],
    ['two resources', { ...captured, data: { ...captured.data, customer: shown.customer } }],
    ['half a resource', { ...captured, data: { transaction: { transactionId: '1' } } }],
    [
      'a payment method of nobody',
      { ...eventOf('wallet.created'), data: { wallet: { ...shown.wallet, customer: null } } },
    ],
  ])('has never %s', (_name, body) => {
    expect(accepts(body)).toBe(false)
  })

  test('has a type that code can tell apart by', () => {
    expect(settledPayment(v.parse(event(), eventOf('transaction.settled')) as Event)).toBe('57350000000000')
  })

  test('prints in the words of OpenAPI, with its resources by their names', () => {
    expect(schemaOf(event())).toEqual({ $ref: '#/components/schemas/Event' })
    const printed = JSON.stringify(namedSchemas()['Event'])
    for (const name of ['Transaction', 'Customer', 'StoredAddress'])
      expect(printed).toContain(`{"$ref":"#/components/schemas/${name}"}`)
  })
})

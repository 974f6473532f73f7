import type { Transaction } from '../../client/types.ts'
import { operation, paymentId, samplePayment } from './paymentSamples.ts'
import { sampleDispute } from './disputeSamples.ts'
import { checkoutId } from './checkoutSamples.ts'

/** The customer of `relatedBodies`. */
export const customerId = '0d9a7b9e-6a39-4f0b-8f4d-2f9f3f2a1b11'

/** The subscription of `relatedBodies`. */
export const subscriptionId = '0d9a7b9e-6a39-4f0b-8f4d-2f9f3f2a1b12'

const terminalId = '0d9a7b9e-6a39-4f0b-8f4d-2f9f3f2a1b13'

const eventId = 'evt-019a0b1c-2d3e-7f40-8abc-0123456789ab'

/** A payment of a checkout with everything that can belong to one. */
export const relatedPayment = (changes: Partial<Transaction> = {}): Transaction =>
  samplePayment({
    checkout: checkoutId,
    payment: { ...samplePayment().payment, customer: customerId, terminal: terminalId },
    operations: [
      operation('authorize', paymentId, 80, '2026-11-20T10:00:00.000Z', {
        actor: { kind: 'key', id: 'k1', name: 'Shop' },
      }),
      operation('capture', '91738888888108', 80, '2026-11-20T10:00:00.100Z', {
        actor: { kind: 'key', id: 'k1', name: 'Shop' },
      }),
      operation('credit', '91738888888109', 12.5, '2026-11-21T10:00:00.000Z', {
        actor: { kind: 'member', id: 'member:m1', name: 'Robin Miller' },
      }),
    ],
    disputes: [
      {
        id: 'd1',
        transactionId: '91738888888108',
        stage: 'open',
        reason: { code: '10.4', category: 'fraud', text: 'The cardholder did not make the payment.' },
        amount: 26.25,
        amountWithdrawn: 26.25,
        evidenceDueBy: '2026-12-05T00:00:00.000Z',
      },
    ],
    ...changes,
  })

/** What belongs to that payment, by request. */
export const relatedBodies = () => ({
  'GET /v1/disputes': { disputes: [sampleDispute()] },
  [`GET /v1/dynamiccheckout/${checkoutId}`]: {
    id: checkoutId,
    url: `https://pay.example/checkout/${checkoutId}`,
    status: 'completed',
    reason: null,
    transactionId: paymentId,
    customer: customerId,
    subscription: subscriptionId,
    total: 80,
    currency: 840,
    discountCode: 'SPRING',
    shippingOption: 'post',
    metadata: null,
    phone: '+1 701 555 0100',
    consents: null,
    receipt: 'sent',
    receipts: [
      { at: '2026-11-20T10:00:01.000Z', recipient: 'shopper', state: 'sent', actor: null },
      {
        at: '2026-11-22T10:00:00.000Z',
        recipient: 'other',
        state: 'failed',
        actor: { kind: 'member', id: 'member:m2', name: 'Grace Hopper' },
      },
    ],
    created: '2026-11-20T09:59:00.000Z',
    expiresAt: '2026-11-27T09:59:00.000Z',
    errors: null,
  },
  [`GET /v1/customers/${customerId}`]: {
    customers: [
      {
        id: customerId,
        firstName: 'Ada',
        lastName: 'Lovelace',
        company: 'Engines Ltd',
        merchantIdentifier: 'own-7',
        phoneNumber: '',
        emailAddress: 'ada@engines.example',
        shippingAddress: {},
        metadata: {},
      },
    ],
  },
  [`GET /v1/customers/${customerId}/wallet`]: {
    wallet: [
      {
        id: 'w1',
        network: 'mastercard',
        accountNumber: '************4444',
        expiry: '0930',
        default: true,
        created: '2026-11-20T10:00:00.000Z',
        address: {},
      },
    ],
  },
  [`GET /v1/customers/${customerId}/subscriptions`]: {
    customerSubscriptions: [
      {
        customerSubscriptionId: subscriptionId,
        installments: 12,
        taxAmount: 0,
        shippingAmount: 0,
        surchargeAmount: 0,
        totalAmount: 18.5,
        startDate: '2026-11-20T10:00:00.000Z',
        created: '2026-11-20T10:00:00.000Z',
        status: 'past_due',
        plan: 'p1',
        label: 'Coffee, a bag a month',
        currency: 840,
        wallet: null,
        charges: 2,
        nextCharge: '2026-12-24T10:00:00.000Z',
        resumesAt: null,
      },
    ],
  },
  [`GET /v1/customers/${customerId}/subscriptions/${subscriptionId}/bills`]: {
    bills: [
      {
        period: 2,
        date: '2026-11-20',
        amount: 18.5,
        currency: 840,
        status: 'open',
        attempts: 2,
        transactionId: '91738888888300',
        approved: false,
        responseCode: '51',
        created: '2026-11-20T10:00:00.000Z',
        updated: '2026-11-20T10:00:00.000Z',
      },
    ],
  },
  [`GET /v1/terminals/${terminalId}`]: {
    terminals: [
      {
        id: terminalId,
        make: 'Sluice',
        model: 'On screen',
        serialNumber: 'SN-1',
        nickname: 'Till 1',
        status: 'online',
        configuration: {},
      },
    ],
  },
  'GET /v1/events': {
    events: [
      {
        id: eventId,
        type: 'transaction.credited',
        kind: 3,
        timestamp: '2026-11-21T10:00:00.100Z',
        sequence: 3,
        data: {},
      },
    ],
  },
  [`GET /v1/events/${eventId}/attempts`]: {
    deliveries: [
      {
        webhook: 'h1',
        url: 'https://shop.example/hook',
        state: 'failed',
        next: null,
        attempts: [{ at: '2026-11-21T10:00:01.000Z', status: 500, tookMs: 120 }],
      },
    ],
  },
})

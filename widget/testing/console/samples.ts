import type {
  GetAccountAnswer,
  GetCheckoutAnswer,
  ListCheckoutsEntry,
  SubscriptionWithCustomer,
  Transaction,
} from '../../client/types.ts'
import type { PaymentRow } from '../../console/screens/payments/list.ts'
import { developerOperations } from './developerSamples.ts'
import type { Session } from '../../console/api/session.ts'

/** The session of an owner. */
export const ownerSession: Session = {
  id: 's1',
  member: { id: 'm1', name: 'Robin Miller', email: 'robin@shop.test', role: 'owner', refundLimit: null },
  account: { id: 'shop', name: 'Kiln & Tide', modes: ['test', 'live'] },
  expires: '2050-01-01T00:00:00.000Z',
  confirmedUntil: null,
  operations: [
    'listTransactions',
    'getTransaction',
    'captureTransaction',
    'voidTransaction',
    'creditTransaction',
    'listDisputes',
    'listAllCustomerSubscriptions',
    'listBatches',
    'getFigures',
    ...developerOperations,
    'listCheckouts',
    'getCheckout',
    'createCheckout',
    'cancelCheckout',
    'getAccount',
  ],
}

const id = '91738888888107'

/** A sale of 80.00, of which 12.50 was refunded. */
export const samplePayment = (changes: Partial<Transaction> = {}): Transaction => ({
  requestId: '0'.repeat(32),
  originalTransactionId: id,
  transactionId: id,
  type: 'authorize',
  status: 'partially_refunded',
  method: 'creditCard',
  authCode: '697327',
  approved: true,
  responseCode: '00',
  responseText: 'Approved',
  latency: 24,
  avs: { code: 'Y', text: 'Street address and 5-digit postal code match.' },
  cvv: { code: 'M', text: 'CVV matches' },
  amount: 80,
  metadata: null,
  currency: 840,
  amountAuthorized: 80,
  amountCaptured: 80,
  amountCapturable: 0,
  amountCredited: 12.5,
  amountSettled: 0,
  tip: 0,
  payment: {
    network: 'visa',
    preferredNetwork: null,
    accountNumber: '************4242',
    expiry: '1228',
    customer: null,
    wallet: null,
    terminal: null,
    initiatedBy: 'customer',
    initial: 'first',
    networkTransactionId: 'SIM697327583635',
  },
  order: {
    customerPublicIdentifier: 'ada@example.com',
    referenceObject: 'Invoice',
    referenceObjectId: 'INV-7',
    billTo: {
      name: 'Ada Lovelace',
      line1: '1 Main St',
      city: 'Boston',
      state: 'MA',
      postalCode: '02101',
      country: 'US',
    },
    email: 'ada@example.com',
    lines: [{ description: 'Mug', unitCost: 10, quantity: 2, total: 20 }],
    metadata: { channel: 'web' },
  },
  referenceTransactionId: null,
  initiatedByUserId: null,
  operations: [
    operation('authorize', id, 80, '2026-11-20T10:00:00.000Z'),
    operation('capture', '91738888888108', 80, '2026-11-20T10:00:00.100Z'),
    operation('credit', '91738888888109', 12.5, '2026-11-21T10:00:00.000Z'),
  ],
  disputes: [],
  returns: [],
  batchId: null,
  connection: 'simulator',
  created: '2026-11-20T10:00:00.000Z',
  updated: '2026-11-21T10:00:00.000Z',
  expires: null,
  needsAttention: null,
  errors: null,
  ...changes,
})

/** An operation of a payment. */
export function operation(
  type: string,
  transactionId: string,
  amount: number,
  created: string,
  changes: Partial<Transaction['operations'][number]> = {},
): Transaction['operations'][number] {
  return {
    transactionId,
    type,
    status: 'approved',
    amount,
    approved: true,
    responseCode: '00',
    referenceTransactionId: null,
    initiatedByUserId: null,
    created,
    ...changes,
  }
}

/** A payment that was authorized for 100.00, and not captured. */
export const authorizedPayment = (): Transaction =>
  samplePayment({
    status: 'authorized',
    amount: 100,
    amountAuthorized: 100,
    amountCaptured: 0,
    amountCapturable: 100,
    amountCredited: 0,
    expires: '2026-12-01T00:00:00.000Z',
    operations: [operation('authorize', id, 100, '2026-11-20T10:00:00.000Z')],
  })

/** A declined payment. */
export const declinedPayment = (): Transaction =>
  samplePayment({
    status: 'declined',
    approved: false,
    responseCode: '51',
    amountAuthorized: 0,
    amountCaptured: 0,
    amountCredited: 0,
    operations: [
      operation('authorize', id, 80, '2026-11-20T10:00:00.000Z', {
        status: 'declined',
        approved: false,
        responseCode: '51',
      }),
    ],
  })

/** A row of the list. The number makes it different from others. */
export const sampleRow = (number = 0, changes: Partial<PaymentRow> = {}): PaymentRow => ({
  transactionId: String(91738888800000 + number),
  created: '2026-11-20T10:00:00.000Z',
  type: 'authorize',
  status: 'captured',
  method: 'creditCard',
  currency: 840,
  amount: 10 + number,
  amountAuthorized: 10 + number,
  amountCaptured: 10 + number,
  amountCapturable: 0,
  amountCredited: 0,
  amountSettled: 0,
  tip: 0,
  network: 'visa',
  accountNumber: '************4242',
  customer: null,
  customerPublicIdentifier: 'ada@example.com',
  reference: `Invoice:INV-${number}`,
  responseCode: '00',
  authCode: '123456',
  batchId: null,
  batchNet: null,
  updated: '2026-11-20T10:00:00.000Z',
  approved: true,
  disputes: [],
  returns: [],
  needsAttention: null,
  ...changes,
})

type FiguresChanges = { readonly currency?: number; readonly refunded?: number; readonly declines?: readonly object[] }

const figuresOfDay = (
  day: string,
  amount: number,
  [approved, declined]: readonly [number, number],
  { currency = 840, refunded = 0, declines = [] }: FiguresChanges = {},
) => ({
  day,
  currency,
  captures: { count: approved, amount },
  credits: { count: refunded > 0 ? 1 : 0, amount: refunded },
  net: Math.round((amount - refunded) * 100) / 100,
  authorizations: { approved, declined },
  declines,
})

const declinedForFunds = { code: '51', text: 'Insufficient funds', count: 1 }
const declinedWithoutReason = { code: '05', text: 'Do not honor', count: 1 }

/** Figures of two days, of one day thirty days earlier, and of another currency. */
export const sampleFigures = () => ({
  requestId: '0'.repeat(32),
  figures: {
    from: '2026-09-29',
    to: '2026-11-27',
    asOf: '2026-11-27T12:00:00.000Z',
    days: [
      figuresOfDay('2026-10-28', 50, [1, 0]),
      figuresOfDay('2026-11-26', 100.1, [1, 2], { declines: [declinedWithoutReason, declinedForFunds] }),
      figuresOfDay('2026-11-27', 300.3, [3, 1], { refunded: 20, declines: [declinedForFunds] }),
      figuresOfDay('2026-11-27', 7, [1, 0], { currency: 978 }),
    ],
    totals: [],
  },
  errors: null,
})

/** A dispute, open without a stage. */
export const sampleDispute = (stage = 'open') => ({
  id: 'd1',
  transactionId: '91738888888107',
  originalTransactionId: '91738888888107',
  stage,
  stages: [{ stage, at: '2026-11-25T10:00:00.000Z' }],
  reason: { code: '10.4', category: 'fraud', text: 'The cardholder did not make the payment.' },
  amount: 26.25,
  amountWithdrawn: 26.25,
  currency: 840,
  evidenceDueBy: '2026-12-05T00:00:00.000Z',
  connection: 'simulator',
  caseId: 'c1',
  created: '2026-11-25T10:00:00.000Z',
  updated: '2026-11-25T10:00:00.000Z',
})

/** A closed batch in two currencies. */
export const sampleBatch = (id: string) => ({
  id,
  status: 'closed',
  cutoff: '2026-11-26T23:59:59.000Z',
  created: '2026-11-26T23:59:59.000Z',
  closed: '2026-11-27T00:00:10.000Z',
  totals: [
    { currency: 840, captures: { count: 2, amount: 100.5 }, credits: { count: 1, amount: 20.25 }, net: 80.25 },
    { currency: 978, captures: { count: 1, amount: 7 }, credits: { count: 0, amount: 0 }, net: 7 },
  ],
})

const checkoutId = '00K3m9Qz7LxT5vBnRw8YcHd2'

/** A payment link in the list. */
export const sampleLink = (changes: Partial<ListCheckoutsEntry> = {}): ListCheckoutsEntry => ({
  url: `https://pay.test/checkout/${checkoutId}`,
  id: checkoutId,
  status: 'open',
  reason: null,
  transactionId: null,
  customer: null,
  subscription: null,
  total: 56.6,
  currency: 840,
  discountCode: null,
  shippingOption: null,
  metadata: null,
  phone: null,
  consents: null,
  receipt: 'none',
  created: '2026-11-20T10:00:00.000Z',
  expiresAt: '2049-11-21T10:00:00.000Z',
  invoiceNumber: 'INV-7',
  customerInfo: { name: 'Ada Lovelace', email: 'ada@example.com' },
  ...changes,
})

/** A payment link for two items and tax. */
export const sampleCheckout = (changes: Partial<GetCheckoutAnswer> = {}): GetCheckoutAnswer => ({
  requestId: '0'.repeat(32),
  ...sampleLink(),
  items: [
    { name: 'Teapot', description: 'Repaired', price: 48.5, quantity: 1 },
    { name: 'Saucer', description: '', price: 3, quantity: 2 },
  ],
  subtotal: 54.5,
  tax: 2.1,
  surcharge: null,
  shipping: null,
  discount: null,
  receipts: [],
  errors: null,
  ...changes,
})

/** An account that sells in dollars, euros and yen. */
export const sampleAccount = (): Pick<GetAccountAnswer, 'errors'> & { readonly account: object } => ({
  account: { id: 'shop', name: 'Kiln & Tide', defaultCurrency: 840, enabledCurrencies: [978, 392, 840] },
  errors: null,
})

/** A member who may do everything that a payment offers. */
export const fullSession: Session = {
  ...ownerSession,
  operations: [
    ...ownerSession.operations,
    'resolveTransaction',
    'acceptDispute',
    'getCheckout',
    'sendReceipt',
    'getCustomer',
    'listWallet',
    'listCustomerSubscriptions',
    'listBills',
    'getTerminal',
    'listEvents',
    'listAttempts',
    'replayEvent',
  ],
}

const customer = '0d9a7b9e-6a39-4f0b-8f4d-2f9f3f2a1b11'
/** The subscription of `relatedBodies`. */
export const subscriptionId = '0d9a7b9e-6a39-4f0b-8f4d-2f9f3f2a1b12'
const terminal = '0d9a7b9e-6a39-4f0b-8f4d-2f9f3f2a1b13'
const eventId = 'evt-019a0b1c-2d3e-7f40-8abc-0123456789ab'

/** A subscription whose last bill was declined, in the list of all customers. */
export const sampleSubscription = (changes: Partial<SubscriptionWithCustomer> = {}): SubscriptionWithCustomer => ({
  customerSubscriptionId: subscriptionId,
  installments: 0,
  taxAmount: 0,
  shippingAmount: 0,
  surchargeAmount: 0,
  totalAmount: 18.5,
  startDate: '2026-08-20T10:00:00.000Z',
  created: '2026-08-20T10:00:00.000Z',
  status: 'past_due',
  plan: 'p1',
  label: 'Coffee, a bag a month',
  currency: 840,
  wallet: null,
  charges: 2,
  nextCharge: '2026-12-24T10:00:00.000Z',
  resumesAt: null,
  customerId: customer,
  customer: { firstName: 'Ada', lastName: 'Lovelace', company: 'Engines Ltd', emailAddress: 'ada@engines.example' },
  ...changes,
})

/** A payment of a checkout with everything that can belong to one. */
export const relatedPayment = (changes: Partial<Transaction> = {}): Transaction =>
  samplePayment({
    checkout: checkoutId,
    payment: { ...samplePayment().payment, customer, terminal },
    operations: [
      operation('authorize', id, 80, '2026-11-20T10:00:00.000Z', { actor: { kind: 'key', id: 'k1', name: 'Shop' } }),
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
    transactionId: id,
    customer,
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
  [`GET /v1/customers/${customer}`]: {
    customers: [
      {
        id: customer,
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
  [`GET /v1/customers/${customer}/wallet`]: {
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
  [`GET /v1/customers/${customer}/subscriptions`]: {
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
  [`GET /v1/customers/${customer}/subscriptions/${subscriptionId}/bills`]: {
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
  [`GET /v1/terminals/${terminal}`]: {
    terminals: [
      {
        id: terminal,
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

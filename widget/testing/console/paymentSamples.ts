import type { Transaction } from '../../client/types.ts'

export const paymentId = '91738888888107'

/** A sale of 80.00, of which 12.50 was refunded. */
export const samplePayment = (changes: Partial<Transaction> = {}): Transaction => ({
  requestId: '0'.repeat(32),
  originalTransactionId: paymentId,
  transactionId: paymentId,
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
    operation('authorize', paymentId, 80, '2026-11-20T10:00:00.000Z'),
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
    operations: [operation('authorize', paymentId, 100, '2026-11-20T10:00:00.000Z')],
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
      operation('authorize', paymentId, 80, '2026-11-20T10:00:00.000Z', {
        status: 'declined',
        approved: false,
        responseCode: '51',
      }),
    ],
  })

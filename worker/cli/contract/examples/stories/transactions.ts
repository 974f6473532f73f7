import type { Story } from '../step.ts'

const token = (name: string, accountNumber = '4242424242424242') =>
  ({
    prepare: name,
    operation: 'createToken',
    key: 'publishable',
    body: { creditCard: { accountNumber, expires: '1230', verificationValue: '123', postalCode: '46202' } },
  }) as const

const order = { referenceObject: 'order', referenceObjectId: 1042 }

/** Payments: authorizations, captures, voids and credits. */
export const transactions: Story = {
  name: 'transactions',
  begin: '2026-11-20T11:00:00.000Z',
  steps: [
    token('token'),
    {
      example: 'authorize-token',
      title: 'Token from the card form',
      operation: 'authorizeTransaction',
      headers: { 'Idempotency-Key': 'order-1042' },
      body: { payment: { token: '{{token.token}}' }, amount: { value: 26.25, currency: 840 }, order },
    },
    {
      example: 'capture-all',
      title: 'Whole amount',
      operation: 'captureTransaction',
      headers: { 'Idempotency-Key': 'order-1042-capture' },
      body: { transactionId: '{{authorize-token.transactionId}}' },
    },
    {
      example: 'get-transaction',
      title: 'Captured payment',
      operation: 'getTransaction',
      path: { id: '{{authorize-token.transactionId}}' },
    },
  ],
}

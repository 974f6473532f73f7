interface Example {
  readonly summary: string
  readonly value: unknown
}
interface Examples {
  readonly request?: Readonly<Record<string, Example>>
  readonly answer?: Readonly<Record<string, Example>>
  /** By status. */
  readonly failure?: Readonly<Record<string, Readonly<Record<string, Example>>>>
}

const requestId = '019a9f3c5b7e7c41a2d68f0b1c3e5a79'
const token = '4kQ9wLrT0bXyZ7mNcV2aSd8JfGh5PuEo3iKqR6tYw1Bn'

const approved = {
  requestId,
  transactionId: '91234567890123',
  authCode: '483920',
  responseCode: '00',
  responseText: 'Approved',
  latency: 21,
  avs: { code: 'Y', text: 'Street address and 5-digit postal code match.' },
  cvv: { code: 'M', text: 'CVV matches' },
  amount: 26.25,
  metadata: null,
  errors: null,
}

const declined = {
  ...approved,
  transactionId: '91234567890125',
  authCode: null,
  responseCode: '51',
  responseText: 'Insufficient funds',
  errors: [
    {
      type: 'card_declined',
      message: {
        text: 'Insufficient funds',
        field: null,
        code: 'insufficient_funds',
        docs: 'https://pay.example.com/errors#card_declined',
        details: { retry: 'later' },
      },
    },
  ],
}

const invalid = {
  requestId,
  errors: [
    {
      type: 'out_of_range',
      message: {
        text: 'amount.value is out of range.',
        field: 'amount.value',
        code: 'out_of_range',
        docs: 'https://pay.example.com/errors#out_of_range',
        details: { min: 0.01, max: 999999999.99 },
      },
    },
  ],
}

const created = '2026-11-20T10:30:00.000Z'

const transaction = {
  ...approved,
  originalTransactionId: approved.transactionId,
  type: 'authorize',
  status: 'authorized',
  method: 'creditCard',
  currency: 840,
  amountAuthorized: 26.25,
  amountCaptured: 0,
  amountCapturable: 26.25,
  amountCredited: 0,
  amountSettled: 0,
  tip: 0,
  payment: {
    network: 'visa',
    accountNumber: '************4242',
    expiry: '1230',
    customer: null,
    wallet: null,
    terminal: null,
    initiatedBy: 'customer',
    initial: 'first',
    networkTransactionId: '463029184756201',
  },
  order: { referenceObject: 'cart', referenceObjectId: 42 },
  referenceTransactionId: null,
  initiatedByUserId: null,
  operations: [
    {
      transactionId: approved.transactionId,
      type: 'authorize',
      status: 'approved',
      amount: 26.25,
      responseCode: '00',
      created,
    },
  ],
  batchId: null,
  created,
  updated: created,
  expires: '2026-11-27T10:30:00.000Z',
}

const notFound = {
  type: 'https://pay.example.com/problems/not-found',
  title: 'There is no such transaction.',
  status: 404,
  detail: 'There is no such transaction.',
  instance: '/v1/transactions/91234567890199',
  requestId,
}

const card = { accountNumber: '4242424242424242', expires: '1230', verificationValue: '123', postalCode: '46201' }

const restrictedKey = {
  id: '01a1f933-ec11-7bf9-b7b9-c78c1c025b7b',
  kind: 'restricted',
  mode: 'test',
  hint: 'sluice_rk_test_00…k7Qp',
  name: 'Reports',
  scopes: ['transactions:read'],
  allowedOrigins: null,
  created,
  expires: null,
  revoked: null,
  lastUsed: null,
}

const newKey = { key: 'sluice_rk_test_00ShownHereThisOnceAndNeverAgain0000000000k7Qp', warning: null }

/** Examples by the name of the operation. A test holds them against the schemas. */
export const examples: Readonly<Record<string, Examples>> = {
  authorizeTransaction: {
    request: {
      token: {
        summary: 'With a token from the card frame',
        value: {
          payment: { token },
          amount: { value: 26.25 },
          order: { referenceObject: 'cart', referenceObjectId: 42 },
        },
      },
      card: {
        summary: 'With a card, in another currency',
        value: {
          payment: { creditCard: { ...card, nameOnCard: 'Ada Lovelace' } },
          amount: { value: 10.5, currency: 978 },
        },
      },
    },
    answer: {
      approved: { summary: 'Approved', value: approved },
      declined: { summary: 'Declined', value: declined },
    },
    failure: { 400: { invalid: { summary: 'An amount of 0', value: invalid } } },
  },
  getTransaction: {
    answer: { authorized: { summary: 'Authorized, nothing captured', value: transaction } },
    failure: { 404: { unknown: { summary: 'No such transaction', value: notFound } } },
  },
  createToken: {
    request: {
      card: { summary: 'A card', value: { creditCard: { ...card, nameOnCard: 'José Ñandú' } } },
    },
    answer: {
      created: {
        summary: 'A token for 15 minutes',
        value: {
          requestId,
          token,
          network: 'visa',
          accountNumber: '************4242',
          expiry: '1230',
          expiresAt: '2026-11-20T10:45:00.000Z',
          errors: null,
        },
      },
    },
  },
  issueApiKey: {
    request: {
      restricted: {
        summary: 'A key that only reads transactions',
        value: { kind: 'restricted', name: 'Reports', scopes: ['transactions:read'] },
      },
      publishable: {
        summary: 'A key for the pages of one shop',
        value: { kind: 'publishable', allowedOrigins: ['https://shop.example'] },
      },
    },
    answer: {
      issued: {
        summary: 'The key, this once',
        value: { requestId, apiKey: restrictedKey, ...newKey, errors: null },
      },
    },
  },
  rotateApiKey: {
    request: { day: { summary: 'The old key works one day more', value: { overlapHours: 24 } } },
    answer: {
      replaced: {
        summary: 'The new key, this once, and when the old one ends',
        value: {
          requestId,
          apiKey: restrictedKey,
          ...newKey,
          previous: {
            ...restrictedKey,
            id: '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79',
            hint: 'sluice_rk_test_00…d27K',
            created: '2026-05-20T10:30:00.000Z',
            expires: '2026-11-21T10:30:00.000Z',
            lastUsed: created,
          },
          errors: null,
        },
      },
    },
  },
}

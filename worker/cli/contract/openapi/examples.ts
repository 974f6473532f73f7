interface Example {
  readonly summary: string
  readonly value: unknown
}
export interface Examples {
  readonly request?: Readonly<Record<string, Example>>
  readonly response?: Readonly<Record<string, Example>>
  /** By status. */
  readonly failure?: Readonly<Record<string, Readonly<Record<string, Example>>>>
}

const requestId = '019a9f3c5b7e7c41a2d68f0b1c3e5a79'
const token = '4kQ9wLrT0bXyZ7mNcV2aSd8JfGh5PuEo3iKqR6tYw1Bn'

const approved = {
  requestId,
  transactionId: '91234567890123',
  authCode: '483920',
  approved: true,
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
  approved: false,
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

/** Captures, voids and credits verify neither address nor CVV. */
const modification = { ...approved, authCode: null, avs: null, cvv: null }
const captured = { ...modification, transactionId: '91234567890131' }
const voided = { ...modification, transactionId: '91234567890132' }
const credited = { ...modification, transactionId: '91234567890133', amount: 10 }
const partlyApproved = {
  ...approved,
  transactionId: '91234567890126',
  responseCode: '10',
  responseText: 'Approved for a partial amount',
  amount: 10,
}

const captureExceeds = {
  requestId,
  errors: [
    {
      type: 'amount_exceeds_authorized',
      message: {
        text: 'The amount exceeds the amount that can be captured.',
        field: 'amount',
        code: 'amount_exceeds_authorized',
        docs: 'https://pay.example.com/errors#amount_exceeds_authorized',
        details: { capturable: 16.25 },
      },
    },
  ],
}

const alreadySettled = {
  requestId,
  errors: [
    {
      type: 'already_settled',
      message: {
        text: 'The payment has already been settled.',
        field: null,
        code: 'already_settled',
        docs: 'https://pay.example.com/errors#already_settled',
        details: { state: 'settled', allowed: ['credit'] },
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
    preferredNetwork: null,
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
      approved: true,
      responseCode: '00',
      referenceTransactionId: null,
      initiatedByUserId: null,
      created,
    },
  ],
  batchId: null,
  created,
  updated: created,
  expires: '2026-11-27T10:30:00.000Z',
}

const transactionNotFound = {
  type: 'https://pay.example.com/problems/not-found',
  title: 'No such transaction.',
  status: 404,
  detail: 'No such transaction.',
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

const customer = {
  id: '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79',
  firstName: 'Ada',
  lastName: 'Lovelace',
  company: '',
  merchantIdentifier: 'C-1001',
  phoneNumber: '',
  emailAddress: 'ada@shop.example',
  shippingAddress: {
    name: 'Ada Lovelace',
    line1: '1 Main St',
    line2: '',
    city: 'Indianapolis',
    state: 'IN',
    postalCode: '46201',
    country: 'US',
  },
  metadata: { tier: 'gold' },
}

const walletEntry = {
  id: '019a9f3d-0c2a-7b16-9e54-2d7c8a1f6b03',
  network: 'visa',
  accountNumber: '************4242',
  expiry: '1230',
  default: true,
  created,
  address: { name: '', line1: '', line2: '', city: '', state: '', postalCode: '46201', country: '' },
}

const bankAccount = {
  ...walletEntry,
  id: '019a9f3b-77d1-7a0e-8c35-b1e94f60d2a8',
  network: 'ach',
  accountNumber: '********6789',
  expiry: '',
  default: false,
  created: '2026-11-20T10:29:00.000Z',
  address: { ...walletEntry.address, postalCode: '' },
}

const error = (type: string, text: string, field: string | null, details: object | null) => ({
  type,
  message: { text, field, code: type, docs: `https://pay.example.com/errors#${type}`, details },
})

const customerNotFound = (members: object = {}) => ({
  summary: 'No such customer',
  value: {
    requestId,
    ...members,
    errors: [error('not_found', 'No such customer.', null, { resource: 'customer' })],
  },
})

const merchantIdentifierTaken = {
  summary: 'merchantIdentifier in use',
  value: {
    requestId,
    customers: null,
    errors: [
      error('already_exists', 'This merchantIdentifier is already in use.', 'merchantIdentifier', {
        id: customer.id,
      }),
    ],
  },
}

const tokenUsed = {
  summary: 'Used token',
  value: { requestId, wallet: null, errors: [error('token_used', 'The token has already been used.', 'token', null)] },
}

const defaultRequired = {
  summary: 'Set default to false on the default',
  value: {
    requestId,
    wallet: null,
    errors: [error('default_wallet_required', 'A customer with payment methods must have a default.', 'default', null)],
  },
}

const walletEntryInUse = {
  summary: 'In use by a subscription',
  value: {
    requestId,
    errors: [
      error('invalid_state', 'The operation is not allowed in the state active.', null, {
        state: 'active',
        allowed: ['cancel'],
        subscription: '019a9f40-3e6b-7d52-b8a7-5c1d9e0f4a26',
      }),
    ],
  },
}

const plan = {
  id: '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79',
  label: 'Coffee, a bag a month',
  cycle: { unit: 'month', interval: 1, dayOfCycle: 31 },
  amount: { value: 18.5, currency: 840 },
  installments: 0,
}

const subscription = {
  customerSubscriptionId: '019a9f4e-1d20-7a3b-9c54-2e6f7a8b9c0d',
  installments: 0,
  taxAmount: 0,
  shippingAmount: 0,
  surchargeAmount: 0,
  totalAmount: 18.5,
  startDate: '2026-12-01T00:00:00.000Z',
  created,
  status: 'pending',
  plan: plan.id,
  label: plan.label,
  currency: 840,
  wallet: null,
  charges: 0,
  nextCharge: '2026-12-31T00:00:00.000Z',
  resumesAt: null,
}

const subscriptionResponse = (change: object) => ({
  requestId,
  customerSubscriptions: [{ ...subscription, ...change }],
  errors: null,
})

const terminal = {
  id: '019a9f5b-2c4d-7e18-9a3f-6b7c8d9e0f12',
  make: 'Acme',
  model: 'One',
  serialNumber: 'A-10472',
  nickname: 'Till 1',
  status: 'online',
  configuration: {
    promptTip: true,
    tipAmounts: [1, 2.5, 4],
    promptCvv: false,
    promptPostalCode: false,
    promptAmountConfirmation: false,
    promptSignature: true,
    keyCard: false,
  },
}

const terminalResponse = (change: object = {}) => ({ requestId, terminals: [{ ...terminal, ...change }], errors: null })

const terminalNotFound = (members: object = {}) => ({
  summary: 'No such terminal',
  value: {
    requestId,
    ...members,
    errors: [error('not_found', 'No such terminal.', null, { resource: 'terminal' })],
  },
})

const terminalInUse = (members: object = {}) => ({
  summary: 'Payment at the processor',
  value: {
    requestId,
    ...members,
    errors: [error('terminal_in_use', 'The terminal is processing a payment.', null, null)],
  },
})

const webhook = {
  id: '019a9f70-4b1d-7c33-8e05-9d2a6f7b3c18',
  url: 'https://shop.example/hooks/sluice',
  enabled: true,
  subscribedEvents: [0, 1, 3],
  eventTypes: null,
  headerNames: ['authorization'],
  disabledReason: null,
  disabledAt: null,
  secretRotatedUntil: null,
  created,
  updated: created,
}

const webhookResponse = (secret: string | null) => {
  const { id, url, enabled, subscribedEvents, eventTypes } = webhook
  return { requestId, webhook: { id, url, enabled, subscribedEvents, eventTypes, secret }, errors: null }
}

const webhookDisabled = {
  summary: 'Disabled webhook',
  value: {
    requestId,
    errors: [error('webhook_disabled', 'The webhook is disabled.', null, { webhook: webhook.id })],
  },
}

const event = {
  id: 'evt-019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79',
  kind: 5,
  type: 'customer.created',
  timestamp: created,
  apiVersion: 'v1',
  live: false,
  requestId,
  sequence: 1,
  data: { customer },
}

/** The resources and values of the examples. */
export const exampleResources = {
  requestId,
  created,
  transaction,
  customer,
  walletEntry,
  plan,
  subscription,
  terminal,
  webhook,
  restrictedKey,
}

/** Examples by operation. */
export const resourceExamples: Readonly<Record<string, Examples>> = {
  authorizeTransaction: {
    request: {
      token: {
        summary: 'Token from the card form',
        value: {
          payment: { token },
          amount: { value: 26.25 },
          order: { referenceObject: 'cart', referenceObjectId: 42 },
        },
      },
      card: {
        summary: 'Card, in another currency',
        value: {
          payment: { creditCard: { ...card, nameOnCard: 'Ada Lovelace' } },
          amount: { value: 10.5, currency: 978 },
        },
      },
      terminal: {
        summary: 'Payment at a terminal, with a tip prompt',
        value: {
          payment: { terminal: { id: terminal.id, promptTip: true, tipAmounts: [1, 2.5, 4] } },
          amount: { value: 26.25 },
        },
      },
    },
    response: {
      approved: { summary: 'Approved', value: approved },
      declined: { summary: 'Declined', value: declined },
    },
    failure: { 400: { invalid: { summary: 'Amount of 0', value: invalid } } },
  },
  saleTransaction: {
    request: {
      token: {
        summary: 'Token from the card form',
        value: {
          payment: { token },
          amount: { value: 26.25 },
          order: { referenceObject: 'cart', referenceObjectId: 42 },
        },
      },
      stored: {
        summary: 'Stored payment method of a customer',
        value: { payment: { stored: { customer: customer.id } }, amount: { value: 26.25, currency: 840 } },
      },
    },
    response: {
      approved: { summary: 'Approved and captured', value: approved },
      partial: { summary: 'Approved and captured in part', value: partlyApproved },
      declined: { summary: 'Declined', value: declined },
    },
    failure: { 400: { invalid: { summary: 'Amount of 0', value: invalid } } },
  },
  captureTransaction: {
    request: {
      all: { summary: 'All that is left', value: { transactionId: approved.transactionId } },
      part: { summary: 'A part', value: { transactionId: approved.transactionId, amount: 10 } },
      final: {
        summary: 'A part, and release the rest',
        value: { transactionId: approved.transactionId, amount: 20, final: true },
      },
    },
    response: { captured: { summary: 'Captured', value: captured } },
    failure: { 400: { exceeds: { summary: 'More than is left', value: captureExceeds } } },
  },
  voidTransaction: {
    request: { payment: { summary: 'A payment', value: { transactionId: approved.transactionId } } },
    response: { voided: { summary: 'Voided', value: voided } },
    failure: { 409: { settled: { summary: 'Already settled', value: alreadySettled } } },
  },
  creditTransaction: {
    request: {
      part: {
        summary: 'Refund of a part',
        value: { referenceTransactionId: Number(approved.transactionId), amount: { value: 10 } },
      },
      all: {
        summary: 'Refund of all that was captured',
        value: { referenceTransactionId: Number(approved.transactionId) },
      },
      unreferenced: {
        summary: 'Payout to a card without a payment, if the account allows it',
        value: { payment: { creditCard: card }, amount: { value: 10 } },
      },
    },
    response: { credited: { summary: 'Refunded', value: credited } },
  },
  getTransaction: {
    response: { authorized: { summary: 'Authorized payment', value: transaction } },
    failure: { 404: { unknown: { summary: 'No such transaction', value: transactionNotFound } } },
  },
  createToken: {
    request: {
      card: { summary: 'Card', value: { creditCard: { ...card, nameOnCard: 'José Ñandú' } } },
    },
    response: {
      created: {
        summary: 'Token',
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
  createSubscription: {
    request: {
      monthly: {
        summary: 'Monthly on the last day, until canceled',
        value: { label: plan.label, cycle: { unit: 'month', dayOfCycle: 31 }, amount: { value: 18.5 } },
      },
      installments: {
        summary: 'Six payments every two weeks, from the start date',
        value: {
          label: 'Bicycle, in six parts',
          cycle: { unit: 'week', interval: 2 },
          amount: { value: 75, currency: 978 },
          installments: 6,
        },
      },
    },
    response: { created: { summary: 'Plan', value: { requestId, subscriptions: [plan], errors: null } } },
  },
  createCustomerSubscription: {
    request: {
      default: {
        summary: 'From a start date, with the default payment method',
        value: { plan: plan.id, startDate: '2026-12-01' },
      },
      otherPrice: {
        summary: 'With its own price and payment method',
        value: {
          plan: plan.id,
          wallet: '019a9f3d-77aa-7d02-8b1e-5c6d7e8f9a0b',
          amount: { subtotal: 15, tax: 1.05 },
        },
      },
    },
    response: { subscribed: { summary: 'Pending subscription', value: { ...subscriptionResponse({}), charge: null } } },
  },
  updateCustomerSubscription: {
    request: {
      price: { summary: 'New price from the next bill', value: { amount: { subtotal: 18.5, tax: 1.3 } } },
      zero: { summary: 'Pause with a total of 0', value: { amount: { total: 0 } } },
      pause: { summary: 'Pause with a date to resume', value: { status: 'paused', resumesAt: '2027-03-01' } },
      resume: { summary: 'Resume', value: { status: 'active' } },
    },
    response: {
      paused: {
        summary: 'Paused subscription',
        value: subscriptionResponse({
          status: 'paused',
          charges: 1,
          nextCharge: null,
          resumesAt: '2027-03-01T00:00:00.000Z',
        }),
      },
    },
  },
  cancelCustomerSubscription: {
    response: {
      canceled: {
        summary: 'Canceled subscription',
        value: subscriptionResponse({ status: 'canceled', charges: 1, nextCharge: null }),
      },
    },
  },
  listBills: {
    response: {
      bills: {
        summary: 'Paid on the second attempt',
        value: {
          requestId,
          bills: [
            {
              period: 0,
              date: '2026-12-31',
              amount: 18.5,
              currency: 840,
              status: 'paid',
              attempts: 2,
              transactionId: '91234567890129',
              approved: true,
              responseCode: '00',
              created: '2026-12-31T00:00:21.000Z',
              updated: '2027-01-01T00:00:23.000Z',
            },
          ],
          errors: null,
        },
      },
    },
  },
  issueApiKey: {
    request: {
      restricted: {
        summary: 'Key with read access to transactions',
        value: { kind: 'restricted', name: 'Reports', scopes: ['transactions:read'] },
      },
      publishable: {
        summary: 'Publishable key for one origin',
        value: { kind: 'publishable', allowedOrigins: ['https://shop.example'] },
      },
    },
    response: {
      issued: {
        summary: 'New key, returned only once',
        value: { requestId, apiKey: restrictedKey, ...newKey, errors: null },
      },
    },
  },
  rotateApiKey: {
    request: { day: { summary: 'Old key expires in one day', value: { overlapHours: 24 } } },
    response: {
      replaced: {
        summary: 'New key, and expiry of the old one',
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
  createCustomer: {
    request: {
      named: {
        summary: 'Customer with an address',
        value: {
          firstName: 'Ada',
          lastName: 'Lovelace',
          merchantIdentifier: 'C-1001',
          emailAddress: 'ada@shop.example',
          shippingAddress: {
            name: 'Ada Lovelace',
            line1: '1 Main St',
            city: 'Indianapolis',
            state: 'IN',
            postalCode: '46201',
            country: 'US',
          },
          metadata: { tier: 'gold' },
        },
      },
      empty: { summary: 'Empty customer', value: {} },
    },
    response: { created: { summary: 'Customer', value: { requestId, customers: [customer], errors: null } } },
    failure: { 409: { taken: merchantIdentifierTaken } },
  },
  listCustomers: {
    response: {
      page: { summary: 'Page with one customer', value: { requestId, customers: [customer], errors: null } },
    },
  },
  getCustomer: {
    response: { found: { summary: 'Customer', value: { requestId, customers: [customer], errors: null } } },
    failure: { 404: { unknown: customerNotFound({ customers: null }) } },
  },
  updateCustomer: {
    request: {
      part: {
        summary: 'New company, no phone number',
        value: { company: 'Analytical Engines', phoneNumber: null },
      },
    },
    response: {
      changed: {
        summary: 'Updated customer',
        value: { requestId, customers: [{ ...customer, company: 'Analytical Engines' }], errors: null },
      },
    },
    failure: { 404: { unknown: customerNotFound({ customers: null }) }, 409: { taken: merchantIdentifierTaken } },
  },
  deleteCustomer: {
    response: { deleted: { summary: 'Deleted', value: { requestId, errors: null } } },
    failure: { 404: { unknown: customerNotFound() } },
  },
  listWallet: {
    response: {
      page: {
        summary: 'Card and bank account',
        value: { requestId, wallet: [walletEntry, bankAccount], errors: null },
      },
    },
  },
  addWalletEntry: {
    request: {
      default: { summary: 'Default payment method', value: { token, default: true, address: { postalCode: '46201' } } },
      another: { summary: 'Additional payment method', value: { token } },
    },
    response: {
      stored: { summary: 'Stored payment method', value: { requestId, wallet: [walletEntry], errors: null } },
    },
    failure: { 400: { used: tokenUsed } },
  },
  updateWalletEntry: {
    request: { default: { summary: 'Make default', value: { default: true } } },
    response: {
      changed: { summary: 'Updated payment method', value: { requestId, wallet: [walletEntry], errors: null } },
    },
    failure: { 409: { last: defaultRequired } },
  },
  deleteWalletEntry: {
    response: { deleted: { summary: 'Deleted', value: { requestId, errors: null } } },
    failure: { 409: { charged: walletEntryInUse } },
  },
  createTerminal: {
    request: {
      paired: {
        summary: 'Pairing code of a terminal',
        value: {
          registrationCode: 'K7MW3P',
          nickname: 'Till 1',
          configuration: { promptTip: true, tipAmounts: [1, 2.5, 4], promptSignature: true },
        },
      },
      canada: {
        summary: 'Terminal in Canada, with deviceId',
        value: { registrationCode: 'K7MW3P', nickname: 'Till 1', deviceId: '4F7A19C2' },
      },
      simulated: {
        summary: 'Simulated terminal whose shopper adds a tip, in test mode',
        value: { registrationCode: 'SIM007', nickname: 'Simulated' },
      },
    },
    response: {
      registered: { summary: 'Registered terminal', value: terminalResponse({ status: 'pending' }) },
    },
    failure: {
      400: {
        code: {
          summary: 'Unknown code',
          value: {
            requestId,
            errors: [error('registration_code_invalid', 'Invalid registration code.', 'registrationCode', null)],
          },
        },
      },
      429: {
        guesses: {
          summary: 'Ten failed codes within a minute',
          value: {
            requestId,
            errors: [error('rate_limited', 'Too many requests.', null, { policy: 'codes', quota: 10, window: 60 })],
          },
        },
      },
    },
  },
  listTerminals: {
    response: { page: { summary: 'Page with one terminal', value: terminalResponse() } },
  },
  getTerminal: {
    response: { found: { summary: 'Terminal with an open payment', value: terminalResponse({ status: 'busy' }) } },
    failure: { 404: { unknown: terminalNotFound({ terminals: null }) } },
  },
  deleteTerminal: {
    response: { deleted: { summary: 'Deleted', value: { requestId, errors: null } } },
    failure: { 404: { unknown: terminalNotFound() }, 409: { processing: terminalInUse() } },
  },
  cancelTerminal: {
    response: { canceled: { summary: 'Terminal without an open payment', value: terminalResponse() } },
    failure: { 409: { processing: terminalInUse({ terminals: null }) } },
  },
  simulateTerminal: {
    request: {
      present: { summary: 'Present a card', value: { action: 'present' } },
      cancel: { summary: 'Cancel the payment', value: { action: 'cancel' } },
      remove: { summary: 'Remove the card too early', value: { action: 'remove' } },
      offline: { summary: 'Disconnect the terminal', value: { action: 'offline' } },
    },
    response: {
      presented: {
        summary: 'Payment completed',
        value: terminalResponse({ make: 'Sluice', model: 'Simulated reader', serialNumber: '' }),
      },
    },
    failure: {
      409: {
        idle: {
          summary: 'No open payment',
          value: {
            requestId,
            terminals: null,
            errors: [
              error('invalid_state', 'The operation is not allowed in the state online.', null, {
                state: 'online',
                allowed: [],
              }),
            ],
          },
        },
      },
    },
  },
  createWebhook: {
    request: {
      some: {
        summary: 'Authorizations, captures and credits, with a custom header',
        value: {
          url: webhook.url,
          enabled: true,
          subscribedEvents: [0, 1, 3],
          headers: { authorization: 'Bearer 7f3a' },
        },
      },
      all: { summary: 'All events', value: { url: webhook.url, enabled: true, subscribedEvents: null } },
      types: {
        summary: 'Captures and settlements only',
        value: {
          url: webhook.url,
          enabled: true,
          subscribedEvents: null,
          eventTypes: ['transaction.captured', 'transaction.settled'],
        },
      },
    },
    response: {
      registered: {
        summary: 'New webhook, secret returned only once',
        value: webhookResponse('whsec_c2x1aWNlIHNheXMgdGhpcyBvbmx5IG9uY2UhISEhISE='),
      },
      changed: { summary: 'Existing webhook', value: webhookResponse(null) },
    },
    failure: {
      400: {
        address: {
          summary: 'IP address instead of a host name',
          value: {
            requestId,
            errors: [error('url_not_allowed', 'url is not an allowed URL.', 'url', { reason: 'address' })],
          },
        },
      },
      409: {
        many: {
          summary: 'Limit of 16 webhooks',
          value: {
            requestId,
            errors: [error('limit_reached', 'The limit of 16 has been reached.', null, { max: 16 })],
          },
        },
      },
    },
  },
  listWebhooks: {
    response: {
      disabled: {
        summary: 'Webhook that the gateway disabled',
        value: {
          requestId,
          webhooks: [
            {
              ...webhook,
              enabled: false,
              disabledReason: { code: 'gone', text: 'The endpoint returned 410 Gone.' },
              disabledAt: created,
            },
          ],
          errors: null,
        },
      },
    },
  },
  updateWebhook: {
    request: {
      enable: { summary: 'Enable', value: { enabled: true } },
      kinds: { summary: 'Settlement events only, no headers', value: { subscribedEvents: [4], headers: null } },
    },
    response: { changed: { summary: 'Updated webhook', value: { requestId, webhook, errors: null } } },
  },
  deleteWebhook: { response: { deleted: { summary: 'Deleted', value: { requestId, errors: null } } } },
  rotateWebhookSecret: {
    response: {
      replaced: {
        summary: 'New secret, and expiry of the previous one',
        value: {
          requestId,
          webhook: {
            ...webhook,
            secretRotatedUntil: '2026-11-21T10:30:00.000Z',
            secret: 'whsec_dGhlIG5leHQgb25lIGlzIHNhaWQgb25jZSwgdG9vISE=',
          },
          errors: null,
        },
      },
    },
  },
  testWebhook: {
    response: {
      received: {
        summary: 'Delivered',
        value: { requestId, attempt: { at: created, status: 204, tookMs: 83 }, delivered: true, errors: null },
      },
      silent: {
        summary: 'No response',
        value: { requestId, attempt: { at: created, status: null, tookMs: 15_000 }, delivered: false, errors: null },
      },
    },
  },
  replayWebhook: {
    request: { hours: { summary: 'Since 9:00', value: { since: '2026-11-20T09:00:00Z' } } },
    response: {
      begun: {
        summary: 'Replay started',
        value: { requestId, replay: { since: '2026-11-20T09:00:00.000Z', until: created }, errors: null },
      },
    },
    failure: { 409: { disabled: webhookDisabled } },
  },
  listEvents: {
    response: { page: { summary: 'Page with one event', value: { requestId, events: [event], errors: null } } },
  },
  getEvent: { response: { found: { summary: 'Customer created', value: { requestId, event, errors: null } } } },
  listAttempts: {
    response: {
      trying: {
        summary: 'Two failed attempts, retry scheduled',
        value: {
          requestId,
          deliveries: [
            {
              webhook: webhook.id,
              url: webhook.url,
              state: 'pending',
              next: '2026-11-20T10:35:06.270Z',
              attempts: [
                { at: '2026-11-20T10:30:00.000Z', status: 503, tookMs: 41 },
                { at: '2026-11-20T10:30:05.112Z', status: null, tookMs: 15_000 },
              ],
            },
          ],
          errors: null,
        },
      },
    },
  },
  replayEvent: {
    request: {
      all: { summary: 'To all subscribed webhooks', value: {} },
      one: { summary: 'To one webhook', value: { webhook: webhook.id } },
    },
    response: {
      begun: { summary: 'Webhooks of the replay', value: { requestId, webhooks: [webhook.id], errors: null } },
    },
    failure: { 409: { disabled: webhookDisabled } },
  },
  getSignature: {
    response: {
      drawn: {
        summary: 'Image of one pixel',
        value: {
          requestId,
          signature: {
            type: 'image/png',
            data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR42mP4DwABAQEAG7buVgAAAABJRU5ErkJggg==',
            created,
          },
          errors: null,
        },
      },
    },
    failure: {
      404: {
        none: {
          summary: 'No signature',
          value: {
            requestId,
            signature: null,
            errors: [error('not_found', 'No such signature.', null, { resource: 'signature' })],
          },
        },
      },
    },
  },
}

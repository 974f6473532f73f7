import { exampleResources } from './examples.ts'
import type { Examples } from './examples.ts'
import { quotaNames, quotas } from '../../../contract/quotas.ts'

const { requestId, created, transaction, customer, walletEntry, plan, subscription, restrictedKey } = exampleResources

export const exampleBatch = {
  id: '019a9f8c-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  status: 'closed',
  cutoff: '2026-11-20T23:59:59.000Z',
  created: '2026-11-21T00:00:12.000Z',
  closed: '2026-11-21T00:00:12.000Z',
  totals: [{ currency: 840, captures: { count: 12, amount: 315 }, credits: { count: 1, amount: 26.25 }, net: 288.75 }],
}

export const exampleCheckout = {
  url: 'https://pay.example.com/checkout/00K3m9Qz7LxT5vBnRw8YcHd2',
  id: '00K3m9Qz7LxT5vBnRw8YcHd2',
  status: 'completed',
  reason: null,
  transactionId: transaction.transactionId,
  customer: customer.id,
  subscription: null,
  total: 26.25,
  currency: 840,
  metadata: { engraving: 'For Ada' },
  receipt: 'sent',
  created,
  expiresAt: '2026-11-21T10:30:00.000Z',
}

const openCheckout = {
  ...exampleCheckout,
  status: 'open',
  transactionId: null,
  customer: null,
  metadata: null,
  receipt: 'none',
}

const summary = {
  transactionId: transaction.transactionId,
  created,
  type: 'authorize',
  status: 'settled',
  method: 'creditCard',
  currency: 840,
  amount: 26.25,
  amountAuthorized: 26.25,
  amountCaptured: 26.25,
  amountCapturable: 0,
  amountCredited: 0,
  amountSettled: 26.25,
  tip: 0,
  network: 'visa',
  accountNumber: '************4242',
  customer: customer.id,
  customerPublicIdentifier: 'C-1001',
  reference: 'cart:42',
  responseCode: '00',
  approved: true,
  authCode: '483920',
  batchId: exampleBatch.id,
  batchNet: null,
  updated: '2026-11-21T00:00:12.000Z',
}

const account = {
  id: '019a9f00-0a1b-7c2d-8e3f-4a5b6c7d8e9f',
  mode: 'test',
  version: 3,
  name: 'Mug shop',
  logoUrl: 'https://shop.example/logo.svg',
  supportEmail: 'help@shop.example',
  supportUrl: null,
  defaultCurrency: 840,
  enabledCurrencies: [840, 978],
  timeZone: 'America/Indiana/Indianapolis',
  processingCountry: 'US',
  tipAtSale: false,
  rateTier: 'standard',
  quotas: { live: { terminals: 25_000 } },
  allowedOrigins: ['https://shop.example'],
  avsReject: ['N'],
  cvvReject: ['N'],
  storedCvvReject: ['N'],
  duplicateWindowSeconds: 60,
  strictTestPans: false,
  subscriptionRetryDays: [1, 3, 5, 7],
  unreferencedCredits: true,
  webhookDefaults: { hosts: ['shop.example'], headerNames: ['authorization'] },
  legalTexts: { en: { subscription: 'You agree to a monthly charge until you cancel.' } },
  unknownMembers: 'refuse',
  cardNumbersInText: 'warn',
  encryptedCardMaxAgeSeconds: 900,
}

const clock = (offsetMs: number, now: string) => ({ requestId, testClock: { now, offsetMs }, errors: null })
const passed = (offsetMs: number, now: string) => ({ ...clock(offsetMs, now), complete: true, cursor: null })

/** Examples of lists, batches, checkouts, settings and the test clock, by operation. */
export const moreExamples: Readonly<Record<string, Examples>> = {
  listTransactions: {
    response: {
      page: { summary: 'Last page', value: { requestId, transactions: [summary], nextCursor: null, errors: null } },
    },
  },
  listBatches: {
    response: { page: { summary: 'Page with one batch', value: { requestId, batches: [exampleBatch], errors: null } } },
  },
  getBatch: {
    response: { closed: { summary: 'Closed batch', value: { requestId, batch: exampleBatch, errors: null } } },
  },
  closeBatch: {
    response: {
      closed: { summary: 'Closed batch', value: { requestId, batch: exampleBatch, errors: null } },
      nothing: { summary: 'Nothing to settle', value: { requestId, batch: null, errors: null } },
    },
  },
  listEncryptionKeys: {
    response: {
      keys: {
        summary: 'One key',
        value: {
          requestId,
          keys: [
            {
              kty: 'RSA',
              kid: '019a9f11-2b3c-7d4e-8f50-61728394a5b6',
              use: 'enc',
              alg: 'RSA-OAEP-256',
              n: 'sXchDaQebHnPiGvyDOAT4saGEUetSyo9MKLOoWFsueri23bOdgWp4Dy1WlUzewbgBHod5pcM9H95GQRV3JDXboIRROSBigeC5yjU1hGzHHyXss8UDprecbAYxknTcQkhslANGRUZmdTOQ5qTRsLAt6BTYuyvVRdhS8exSZEy',
              e: 'AQAB',
            },
          ],
          errors: null,
        },
      },
    },
  },
  exportCustomer: {
    response: {
      data: {
        summary: 'All data of a customer',
        value: {
          requestId,
          customer: { ...customer, created, updated: created, deleted: null },
          wallet: [{ ...walletEntry, deleted: null }],
          subscriptions: [{ ...subscription, bills: [] }],
          checkouts: [
            { ...exampleCheckout, prefill: { email: customer.emailAddress, address: { name: 'Ada Lovelace' } } },
          ],
          transactions: [{ ...summary, order: { referenceObject: 'cart', referenceObjectId: 42 }, creditOrders: [] }],
          moreTransactions: null,
          notes: [{ created, action: 'customer.created', requestId, detail: { customer: customer.id } }],
          errors: null,
        },
      },
    },
  },
  eraseCustomer: {
    response: { erased: { summary: 'Everything is erased', value: { requestId, complete: true, errors: null } } },
  },
  listCustomerSubscriptions: {
    response: {
      page: {
        summary: 'Page with one subscription',
        value: { requestId, customerId: customer.id, customerSubscriptions: [subscription], errors: null },
      },
    },
  },
  listSubscriptions: {
    response: { page: { summary: 'Page with one plan', value: { requestId, subscriptions: [plan], errors: null } } },
  },
  deleteSubscription: { response: { deleted: { summary: 'Deleted', value: { requestId, errors: null } } } },
  createCheckout: {
    request: {
      total: { summary: 'Payment link for an amount', value: { total: 26.25 } },
      items: {
        summary: 'Items with tax and shipping, for a known shopper',
        value: {
          items: [{ name: 'Mug', price: 10, quantity: 2, description: 'Blue, 300 ml' }],
          tax: 1.25,
          shipping: 5,
          total: 26.25,
          customerInfo: { name: 'Ada Lovelace', email: 'ada@shop.example' },
          customerDefinedField: { engraving: { label: 'Engraving', maxLength: 20 } },
          thankYouUrl: 'https://shop.example/thanks',
          cancelUrl: 'https://shop.example/cart',
          returnAutomatically: 5,
        },
      },
      subscription: {
        summary: 'First payment of a subscription',
        value: { total: 18.5, subscription: { label: plan.label } },
      },
    },
    response: {
      created: {
        summary: 'New checkout',
        value: {
          requestId,
          url: openCheckout.url,
          id: openCheckout.id,
          expiresAt: openCheckout.expiresAt,
          errors: null,
        },
      },
    },
  },
  getCheckout: {
    response: { paid: { summary: 'Paid checkout', value: { requestId, ...exampleCheckout, errors: null } } },
  },
  cancelCheckout: {
    response: {
      canceled: {
        summary: 'Canceled checkout',
        value: { requestId, ...openCheckout, status: 'canceled', reason: 'merchant', errors: null },
      },
    },
  },
  getQuotas: {
    response: {
      quotas: {
        summary: 'Quotas of test mode',
        value: {
          requestId,
          quotas: quotaNames.map((name) => ({ name, limit: quotas[name].test, used: name === 'payments' ? 1240 : 0 })),
          errors: null,
        },
      },
    },
  },
  getAccount: {
    response: { settings: { summary: 'Settings of test mode', value: { requestId, account, errors: null } } },
  },
  updateAccount: {
    request: {
      rules: {
        summary: 'Rules for declines',
        value: { avsReject: ['N'], cvvReject: ['N'], duplicateWindowSeconds: 60 },
      },
      headers: {
        summary: 'Default headers of webhooks',
        value: { webhookDefaults: { hosts: ['shop.example'], headers: { authorization: 'Bearer 7f3a' } } },
      },
      clear: { summary: 'No logo, all currencies', value: { logoUrl: null, enabledCurrencies: null } },
    },
    response: { changed: { summary: 'Settings after the change', value: { requestId, account, errors: null } } },
  },
  listApiKeys: {
    response: { page: { summary: 'Page with one key', value: { requestId, apiKeys: [restrictedKey], errors: null } } },
  },
  revokeApiKey: {
    response: {
      revoked: {
        summary: 'Revoked key',
        value: { requestId, apiKey: { ...restrictedKey, revoked: created }, errors: null },
      },
    },
  },
  getTestClock: { response: { real: { summary: 'Real time', value: clock(0, created) } } },
  setTestClock: {
    request: { date: { summary: 'A day in the future', value: { now: '2026-12-31' } } },
    response: { set: { summary: 'All work is done', value: passed(3_504_600_000, '2026-12-31T00:00:00.000Z') } },
  },
  advanceTestClock: {
    request: {
      day: { summary: 'One day', value: { seconds: 86_400 } },
      further: { summary: 'Continue an earlier change', value: { cursor: 'to1798675200000' } },
    },
    response: {
      done: { summary: 'All work is done', value: passed(86_400_000, '2026-11-21T10:30:00.000Z') },
      partly: {
        summary: 'More work is to do',
        value: { ...clock(43_200_000, '2026-11-20T22:30:00.000Z'), complete: false, cursor: 'to1795257000000' },
      },
    },
  },
  resetTestClock: { response: { real: { summary: 'Real time', value: passed(0, created) } } },
}

import type { GetCheckoutAnswer, ListCheckoutsEntry } from '../../client/types.ts'

export const checkoutId = '00K3m9Qz7LxT5vBnRw8YcHd2'

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

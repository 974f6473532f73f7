import type { CheckoutForm, FormInput, PageAddress } from '#contract/checkouts/form'
import type { CheckoutView } from '#contract/checkouts/view'

const ADDRESS: PageAddress = {
  name: 'Robin Miller',
  line1: '12 Harbor Street',
  line2: 'Apt 4',
  city: 'Portland',
  state: 'ME',
  postalCode: '04101',
  country: 'US',
}

export const input = (name: string, label: string, type: FormInput['type'] = 'text'): FormInput => ({
  name,
  label,
  type,
  options: [],
  required: true,
  value: '',
  maxLength: 200,
})

export const FORM: CheckoutForm = {
  email: 'required',
  phone: 'none',
  receipt: true,
  shipping: true,
  billing: false,
  billingRequired: false,
  methods: ['card', 'bank'],
  fields: [input('size', 'Glove size'), input('secret', 'Campaign', 'hidden')],
  consents: [],
  store: 'ask',
}

/** A checkout with something in every place that the page has. */
export const OPEN: CheckoutView = {
  id: '00abcdefghijklmnopqrstuvwx',
  url: 'https://pay.example/checkout/00abcdefghijklmnopqrstuvwx',
  mode: 'live',
  status: 'open',
  reason: null,
  merchant: {
    name: 'Kiln & Tide',
    logoUrl: null,
    supportEmail: 'hello@shop.example',
    supportUrl: 'https://shop.example/help',
    timeZone: 'America/Chicago',
  },
  currency: 840,
  invoice: {
    items: [
      { name: 'Bowl', description: 'Thrown by hand', price: '10.00', quantity: 2, total: '20.00' },
      { name: 'Cup', description: `Small. ${'x'.repeat(140)}`, price: '4.25', quantity: 1, total: '4.25' },
    ],
    subtotal: '24.25',
    tax: '2.00',
    surcharge: '1.00',
    shipping: '4.00',
    discount: '5.50',
    total: '25.75',
    dueToday: '25.75',
    number: 'INV-1042',
    invoiceDate: '2026-11-20',
    dueDate: '2026-12-05T03:00:00Z',
  },
  order: null,
  terms: null,
  legalTexts: {},
  form: FORM,
  saved: [],
  savedCode: true,
  known: { email: '', name: '' },
  removal: false,
  prefill: { email: 'robin@example.com', address: ADDRESS },
  submitButtonText: null,
  appearance: {},
  framedBy: null,
  cancelUrl: null,
  receipt: null,
}

/** The same, paid. */
export const PAID = {
  ...OPEN,
  status: 'completed',
  receipt: {
    at: Date.UTC(2026, 10, 20, 20, 41),
    amount: '25.75',
    transactionId: '00J7Q2M4X9',
    authCode: 'A12B34',
    network: 'visa',
    personal: { last4: '4242', shipTo: ADDRESS, email: 'robin@example.com' },
    mail: 'due',
    next: null,
    url: 'https://shop.example/thanks?transactionId=00J7Q2M4X9',
    returnAfter: 3,
  },
} as const satisfies CheckoutView

/** A subscription that begins later: nothing is due today. */
export const SUBSCRIPTION: CheckoutView = {
  ...OPEN,
  invoice: { ...OPEN.invoice, dueToday: '0.00' },
  terms: { label: 'Glaze Club', unit: 'month', interval: 3, total: '25.75', first: '2027-01-31', installments: 12 },
  form: { ...FORM, store: 'agreed' },
}

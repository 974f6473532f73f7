import type { Story } from '../step.ts'
import { advance } from './shared.ts'

const card = { creditCard: { accountNumber: '4242424242424242', expires: '1230', verificationValue: '123' } }

/** Hosted checkouts and payment links. */
export const checkouts: Story = {
  name: 'checkouts',
  begin: '2026-11-20T16:00:00.000Z',
  steps: [
    {
      example: 'create-payment-link',
      title: 'Payment link for an amount',
      operation: 'createCheckout',
      body: { total: 26.25 },
    },
    {
      example: 'create-checkout',
      title: 'Items with tax and shipping',
      operation: 'createCheckout',
      headers: { 'Idempotency-Key': 'order-1070' },
      body: {
        items: [{ name: 'Mug', price: 10, quantity: 2, description: 'Blue, 300 ml' }],
        tax: 1.25,
        shipping: 5,
        total: 26.25,
        customerInfo: { name: 'Ada Lovelace', email: 'ada@example.com' },
        customerDefinedField: { engraving: { label: 'Engraving', maxLength: 20 } },
        thankYouUrl: 'https://shop.example/thanks',
        cancelUrl: 'https://shop.example/cart',
        returnAutomatically: 5,
      },
    },
    {
      example: 'create-checkout-choices',
      title: 'Quantities, promo code, ways of shipping and tax by address',
      operation: 'createCheckout',
      body: {
        items: [
          {
            name: 'Mug',
            price: 10,
            quantity: 2,
            imageUrl: 'https://shop.example/mug.jpg',
            adjustableQuantity: { minimum: 1, maximum: 12 },
          },
        ],
        collectShipping: true,
        discounts: [{ code: 'SPRING', percentOff: 10, expires: '2027-03-31', minimum: 20 }],
        shippingOptions: [
          { id: 'post', label: 'Standard', amount: 4.5, estimate: '3 to 5 days' },
          { id: 'courier', label: 'Express', amount: 15, estimate: 'Tomorrow', countries: ['US'] },
        ],
        taxRates: [
          { country: 'US', state: 'ME', rate: 5.5 },
          { country: 'GB', rate: 20, includesShipping: true },
        ],
      },
    },
    {
      example: 'create-subscription-checkout',
      title: 'First payment of a subscription',
      operation: 'createCheckout',
      body: { total: 18.5, subscription: { label: 'Coffee, a bag a month' } },
    },
    {
      example: 'create-checkout-invalid',
      title: 'Total that differs from the sum of the items',
      operation: 'createCheckout',
      body: { items: [{ name: 'Mug', price: 10, quantity: 2 }], total: 19 },
    },
    {
      example: 'get-open-checkout',
      title: 'Open checkout',
      operation: 'getCheckout',
      path: { Checkout: '{{create-checkout.id}}' },
    },
    {
      example: 'list-checkouts',
      title: 'Open checkouts of a shopper',
      operation: 'listCheckouts',
      query: { status: 'open', email: 'ada@example.com' },
    },
    { page: 'page', send: 'GET /checkout/{{create-checkout.id}}' },
    {
      page: 'pay',
      send: 'POST /checkout/{{create-checkout.id}}/pay',
      body: { nonce: '{{page.nonce}}', locale: 'en', payment: card, answers: { custom: { engraving: 'For Ada' } } },
    },
    {
      example: 'get-checkout',
      title: 'Paid checkout',
      operation: 'getCheckout',
      path: { Checkout: '{{create-checkout.id}}' },
    },
    {
      example: 'send-receipt',
      title: 'To another address',
      operation: 'sendReceipt',
      path: { Checkout: '{{create-checkout.id}}' },
      headers: { 'Idempotency-Key': 'receipt-1070' },
      body: { email: 'accounting@customer.example' },
    },
    {
      example: 'send-receipt-of-open-checkout',
      title: 'Open checkout',
      operation: 'sendReceipt',
      path: { Checkout: '{{create-payment-link.id}}' },
      body: {},
    },
    {
      example: 'get-unknown-checkout',
      title: 'Unknown checkout',
      operation: 'getCheckout',
      path: { Checkout: '00K3m9Qz7LxT5vBnRw8YcHd2' },
    },
    {
      example: 'cancel-checkout',
      title: 'Open checkout',
      operation: 'cancelCheckout',
      path: { Checkout: '{{create-payment-link.id}}' },
    },
    {
      example: 'cancel-paid-checkout',
      title: 'Paid checkout',
      operation: 'cancelCheckout',
      path: { Checkout: '{{create-checkout.id}}' },
    },
    advance('days-pass', 9),
    {
      example: 'get-expired-checkout',
      title: 'Expired checkout',
      operation: 'getCheckout',
      path: { Checkout: '{{create-subscription-checkout.id}}' },
    },
  ],
}

import type { CheckoutClient } from '../pages/checkoutPage.ts'

/** The body that creates a checkout, or what prepares it. */
export type CheckoutBody = object | ((client: CheckoutClient) => Promise<object>)

export const toBody = async (body: CheckoutBody, client: CheckoutClient): Promise<object> =>
  typeof body === 'function' ? await body(client) : body

/** A checkout of a customer with saved cards. */
export const withSavedCards =
  (count: number): CheckoutBody =>
  async (client) => {
    const { customers } = await client.call('POST', '/v1/customers', {})
    const [{ id }] = customers
    for (let index = 0; index < count; index++)
      await client.call('POST', `/v1/customers/${id}/wallet`, {
        token: index % 2 ? 'test-visa-4242' : 'test-mastercard-4444',
      })
    return { total: 5, customerInfo: { id } }
  }

/** A state of the form: a checkout, and what is clicked there. */
export type FormState = { readonly body: CheckoutBody; readonly clicks?: readonly string[] }

/** States of the form that show every kind of field, for tests of accessibility in all browsers. */
export const formStates: Readonly<Record<string, FormState>> = {
  'a card': { body: { items: [{ name: 'Cup', price: 26.25 }], tax: 1 } },
  'a subscription, shipping and custom fields': {
    body: {
      items: [
        { name: 'Cup', price: 26.25, description: 'Thrown by hand and fired twice in a kiln of stone. '.repeat(8) },
      ],
      subscription: {},
      collectShipping: true,
      customerDefinedField: { size: { type: 'select', options: ['S', 'M'] }, day: { type: 'date' }, gift: true },
    },
  },
  'choices of the shopper': {
    body: {
      items: [
        {
          name: 'Cup',
          price: 10,
          quantity: 2,
          adjustableQuantity: { maximum: 2 },
          imageUrl: 'https://shop.example/cup',
        },
        { name: 'Bowl', price: 30 },
      ],
      collectShipping: true,
      customerInfo: { country: 'US' },
      discounts: [{ code: 'Spring', percentOff: 10 }],
      shippingOptions: [
        { id: 'post', label: 'Post', amount: 5, estimate: '3 days' },
        { id: 'courier', label: 'Courier', amount: 15 },
      ],
      taxRates: [{ rate: 8 }],
    },
    clicks: ['#shipping-method label + label'],
  },
  'a bank account': { body: { total: 5, allowAch: true }, clicks: ['#bank-tab'] },
  'saved cards': { body: withSavedCards(3) },
  'another billing address': { body: { total: 5, collectShipping: true }, clicks: ['#same-address'] },
  'every field invalid': {
    body: {
      total: 5,
      collectShipping: true,
      customerDefinedField: {
        terms: { type: 'checkbox', required: true },
        size: { type: 'select', options: ['S'], required: true },
      },
    },
    clicks: ['.pay'],
  },
}

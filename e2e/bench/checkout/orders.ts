/** A small order, as a shop sends it. */
const plain = {
  items: [
    { name: 'Stoneware cup', price: 12.5, quantity: 2, description: 'Thrown by hand, glazed in sea green.' },
    { name: 'Serving bowl', price: 48, description: 'For four.' },
  ],
  tax: 6.02,
}

const address = { collectShipping: true, customerInfo: { country: 'US' } }

/** Asks for every part of the form that is loaded on its own, except the brand's texts. */
const choices = {
  items: [
    { name: 'Stoneware cup', price: 12.5, quantity: 2, adjustableQuantity: { maximum: 9 } },
    { name: 'Serving bowl', price: 48, description: 'For four.' },
  ],
  allowAch: true,
  collectPhone: 'required',
  consents: [{ name: 'terms', text: 'I agree to the [terms](https://shop.example/terms).', required: true }],
  discounts: [{ code: 'Spring', percentOff: 10 }],
  shippingOptions: [
    { id: 'post', label: 'Post', amount: 5, estimate: '3 days' },
    { id: 'courier', label: 'Courier', amount: 15 },
  ],
  taxRates: [{ rate: 8 }],
}

/** Measured checkouts by name, and the Lighthouse performance that each must reach. */
export const measuredCheckouts = [
  { name: 'card', order: plain, performance: 98 },
  { name: 'card or bank account, shipping address', order: { ...plain, ...address, allowAch: true }, performance: 95 },
  { name: 'subscription', order: { ...plain, subscription: {} }, performance: 95 },
  {
    name: '60 items, shipping address',
    order: {
      ...address,
      items: Array.from({ length: 60 }, (_, index) => ({ name: `Tile ${index + 1}`, price: 4.5, quantity: 3 })),
    },
    performance: 95,
  },
  {
    name: 'choices, consents, phone, bank account, shipping address',
    order: { ...choices, ...address },
    performance: 95,
  },
] as const

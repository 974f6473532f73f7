import type { StoryStep } from '../step.ts'

/** The first steps of each story: the settings of the shop, its webhook, and a customer with a stored card. */
export const shopSteps: readonly StoryStep[] = [
  {
    example: 'name-shop',
    title: 'Name and support address of the shop',
    operation: 'updateAccount',
    body: { name: 'Mug shop', supportEmail: 'help@shop.example', timeZone: 'America/Indiana/Indianapolis' },
  },
  {
    example: 'register-webhook',
    title: 'Webhook for all events',
    operation: 'createWebhook',
    headers: { 'Idempotency-Key': 'webhook-sluice' },
    body: { url: 'https://shop.example/webhooks/sluice', enabled: true, subscribedEvents: null },
  },
  {
    example: 'create-customer',
    title: 'Customer with an address',
    operation: 'createCustomer',
    body: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      merchantIdentifier: 'C-1001',
      emailAddress: 'ada@example.com',
      shippingAddress: {
        name: 'Ada Lovelace',
        line1: '1 Main St',
        city: 'Indianapolis',
        state: 'IN',
        postalCode: '46202',
        country: 'US',
      },
      metadata: { tier: 'gold' },
    },
  },
  {
    example: 'create-token',
    title: 'Card from the card form',
    operation: 'createToken',
    key: 'publishable',
    body: {
      creditCard: {
        accountNumber: '4242424242424242',
        expires: '1230',
        verificationValue: '123',
        nameOnCard: 'Ada Lovelace',
        postalCode: '46202',
      },
    },
  },
  {
    example: 'store-card',
    title: 'First payment method of a customer',
    operation: 'addWalletEntry',
    path: { Customer: '{{create-customer.customers.0.id}}' },
    body: { token: '{{create-token.token}}', default: true, address: { postalCode: '46202' } },
  },
]

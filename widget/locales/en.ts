import type { Texts } from './texts.ts'

export const en: Texts = {
  direction: 'ltr',
  frameTitle: 'Card details',
  missing: 'Complete the card details',
  labels: { number: 'Card number', expiry: 'Expiry', code: 'CVV', name: 'Name on card', postalCode: 'Postal code' },
  optional: '(optional)',
  expiryHint: 'MM / YY',
  help: {
    codeBack: '{name}: 3 digits on the back of the card',
    codeFront: '{name}: 4 digits on the front of the card',
  },
  choice: { label: 'Pay with', announcement: 'This card works with two networks. You can choose one.' },
  errors: {
    number: {
      missing: 'Enter the card number',
      incomplete: 'Enter the whole card number',
      wrong: 'Check the card number',
    },
    expiry: {
      missing: 'Enter the expiry date',
      incomplete: 'Enter month and year',
      wrong: 'Check the expiry date',
      past: 'This card has expired',
    },
    code: { missing: 'Enter the CVV', incomplete: 'Enter the whole CVV', wrong: 'Check the CVV' },
    name: { missing: 'Enter the name on the card', wrong: 'Check the name on the card' },
    postalCode: { wrong: 'Check the postal code' },
  },
  processing: 'Processing',
  failures: {
    card_invalid: 'Check the card details.',
    declined: 'Card declined. Try another card.',
    network: 'No connection. Try again.',
    rate_limited: 'Too many tries. Wait a minute.',
    refused: 'This form is not set up to take cards yet.',
    unavailable: 'That did not work. Try again.',
  },
}

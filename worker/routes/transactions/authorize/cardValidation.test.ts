import { test } from 'vitest'
import type { InvalidRequest, ValidRequest } from '../fixtures/authorizeFixture.ts'
import { createAuthorizeFixture, errorCases, withCard, withPayment } from '../fixtures/authorizeFixture.ts'

const { expectRejected, expectApproved } = await createAuthorizeFixture()

/** The last two digits of a year after this one. */
const yearsAhead = (years: number): number => (new Date().getUTCFullYear() + years) % 100

const invalid: readonly InvalidRequest[] = [
  [
    'a card number of 12 digits',
    withCard({ accountNumber: '424242424242' }),
    ['length_invalid', 'payment.creditCard.accountNumber'],
  ],
  [
    'a card number of 21 digits',
    withCard({ accountNumber: '4'.repeat(21) }),
    ['length_invalid', 'payment.creditCard.accountNumber'],
  ],
  [
    'a card number with spaces',
    withCard({ accountNumber: '4242 4242 4242 42' }),
    ['pattern_mismatch', 'payment.creditCard.accountNumber'],
  ],
  [
    'a JSON number as card number',
    withCard({ accountNumber: 4242424242424242 }),
    ['type_invalid', 'payment.creditCard.accountNumber'],
  ],
  [
    'no card number',
    withPayment({ creditCard: { expires: '1230' } }),
    ['required', 'payment.creditCard.accountNumber'],
  ],
  [
    'no expiry',
    withPayment({ creditCard: { accountNumber: '4242424242424242' } }),
    ['required', 'payment.creditCard.expires'],
  ],
  ['an expiry of 3 characters', withCard({ expires: '123' }), ['length_invalid', 'payment.creditCard.expires']],
  ['an expiry of 8 characters', withCard({ expires: '12 / 2030' }), ['length_invalid', 'payment.creditCard.expires']],
  ['an expiry with a hyphen', withCard({ expires: '12-30' }), ['pattern_mismatch', 'payment.creditCard.expires']],
  ['expiry month 13', withCard({ expires: '1330' }), ['expiry_invalid', 'payment.creditCard.expires']],
  ['expiry month 0', withCard({ expires: '0030' }), ['expiry_invalid', 'payment.creditCard.expires']],
  ['a year as expiry', withCard({ expires: '2030' }), ['expiry_invalid', 'payment.creditCard.expires']],
  ['an expiry in 2090', withCard({ expires: '12/90' }), ['expiry_invalid', 'payment.creditCard.expires']],
  [
    'an expiry more than 20 years ahead',
    withCard({ expires: `12${yearsAhead(21)}` }),
    ['expiry_invalid', 'payment.creditCard.expires'],
  ],
  ['an expiry of 5 digits', withCard({ expires: '12030' }), ['expiry_invalid', 'payment.creditCard.expires']],
  ['an expiry of spaces', withCard({ expires: '    ' }), ['expiry_invalid', 'payment.creditCard.expires']],
  [
    'an accented name on the card',
    withCard({ nameOnCard: 'José' }),
    ['pattern_mismatch', 'payment.creditCard.nameOnCard'],
  ],
  [
    'a full stop in the name on the card',
    withCard({ nameOnCard: 'King Jr.' }),
    ['pattern_mismatch', 'payment.creditCard.nameOnCard'],
  ],
  [
    'a line feed in the name on the card',
    withCard({ nameOnCard: 'King\n' }),
    ['pattern_mismatch', 'payment.creditCard.nameOnCard'],
  ],
  [
    'a CVV of 2 digits',
    withCard({ verificationValue: '12' }),
    ['length_invalid', 'payment.creditCard.verificationValue'],
  ],
  [
    'a CVV of 5 digits',
    withCard({ verificationValue: '12345' }),
    ['length_invalid', 'payment.creditCard.verificationValue'],
  ],
  [
    'a CVV of letters',
    withCard({ verificationValue: 'abc' }),
    ['pattern_mismatch', 'payment.creditCard.verificationValue'],
  ],
  ['an empty CVV', withCard({ verificationValue: '' }), ['length_invalid', 'payment.creditCard.verificationValue']],
  ['a number as CVV', withCard({ verificationValue: 123 }), ['type_invalid', 'payment.creditCard.verificationValue']],
  [
    'an underscore in the postal code',
    withCard({ postalCode: '462_1' }),
    ['pattern_mismatch', 'payment.creditCard.postalCode'],
  ],
]

test.each(errorCases(invalid))('authorize with %s returns 400 %s', (_description, _types, body, errors) =>
  expectRejected(body, errors),
)

const valid: readonly ValidRequest[] = [
  ['a card number of 13 digits', withCard({ accountNumber: '4222222222222' })],
  ['a card number of 19 digits', withCard({ accountNumber: '4444333322221111455' })],
  ['an expiry with a slash', withCard({ expires: '12/30' })],
  ['an expiry with a space', withCard({ expires: '12 30' })],
  ['a one-digit expiry month', withCard({ expires: '1/30' })],
  ['a four-digit expiry year', withCard({ expires: '12/2030' })],
  ['an expiry of six digits', withCard({ expires: '122030' })],
  ['a name of all permitted characters', withCard({ nameOnCard: "O'Brien `X`, 2nd; A-B" })],
  ['an empty name', withCard({ nameOnCard: '' })],
  ['an empty postal code', withCard({ postalCode: '' })],
  ['a Canadian postal code', withCard({ postalCode: 'A1A 1A1' })],
  ['a CVV of 4 digits', withCard({ verificationValue: '1234' })],
  ['a card without CVV, name and postal code', withCard({ verificationValue: undefined })],
  [
    'null for each nullable card member',
    withCard({ nameOnCard: null, verificationValue: null, postalCode: null, transactionId: null }),
  ],
  ['the internal member creditCard.transactionId', withCard({ transactionId: '123' })],
]

test.each(valid)('authorize with %s is approved', (_description, body) => expectApproved(body))

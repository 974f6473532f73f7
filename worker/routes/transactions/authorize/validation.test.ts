import { expect, test } from 'vitest'
import { cardPayment, card } from '../../../testing/merchant.ts'
import type { InvalidRequest, ValidRequest } from '../fixtures/authorizeFixture.ts'
import { createAuthorizeFixture, errorCases, withCard, withPayment } from '../fixtures/authorizeFixture.ts'

const { authorize, expectRejected, expectApproved } = await createAuthorizeFixture()

const invalid: readonly InvalidRequest[] = [
  ['no payment', { amount: { value: 1 } }, ['required', 'payment']],
  ['no amount', { payment: { creditCard: card() } }, ['required', 'amount']],
  ['neither payment nor amount', {}, ['required', 'amount'], ['required', 'payment']],
  ['an amount without value', { ...cardPayment(), amount: {} }, ['required', 'amount.value']],
  ['a number as amount', { ...cardPayment(), amount: 10 }, ['type_invalid', 'amount']],
  ['a list as payment', { ...cardPayment(), payment: [card()] }, ['type_invalid', 'payment']],
  ['a string as card', withPayment({ creditCard: '4242424242424242' }), ['type_invalid', 'payment.creditCard']],
  [
    'a string as initiatedByUserId',
    { ...cardPayment(), initiatedByUserId: '5' },
    ['type_invalid', 'initiatedByUserId'],
  ],
  [
    'a fraction as initiatedByUserId',
    { ...cardPayment(), initiatedByUserId: 1.5 },
    ['type_invalid', 'initiatedByUserId'],
  ],
  [
    'leading zeros in referenceTransactionId',
    { ...cardPayment(), referenceTransactionId: '0091109344435935' },
    ['type_invalid', 'referenceTransactionId'],
  ],
  [
    'several invalid members',
    {
      amount: { value: 0, currency: 999 },
      payment: { creditCard: { accountNumber: '1', expires: '9999', verificationValue: 'x' } },
      order: { email: 5 },
      extra: 1,
    },
    ['enum_invalid', 'amount.currency'],
    ['out_of_range', 'amount.value'],
    ['unknown_member', 'extra'],
    ['type_invalid', 'order.email'],
    ['length_invalid', 'payment.creditCard.accountNumber'],
    ['expiry_invalid', 'payment.creditCard.expires'],
    ['length_invalid', 'payment.creditCard.verificationValue'],
  ],
]

test.each(errorCases(invalid))('authorize with %s returns 400 %s', (_description, _types, body, errors) =>
  expectRejected(body, errors),
)

const valid: readonly ValidRequest[] = [
  [
    'null for each nullable source',
    withPayment({ creditCard: card(), token: null, cash: null, creditCardEncrypted: null }),
  ],
  ['a card and cash false', withPayment({ creditCard: card(), cash: false })],
  ['the read-only member payment.method', withPayment({ creditCard: card(), method: { any: 'thing' } })],
  [
    'null initiatedByUserId and referenceTransactionId',
    { ...cardPayment(), initiatedByUserId: null, referenceTransactionId: null },
  ],
  ['no currency', { ...cardPayment(), amount: { value: 1 } }],
  ['a null currency', { ...cardPayment(), amount: { value: 1, currency: null } }],
]

test.each(valid)('authorize with %s is approved', (_description, body) => expectApproved(body))

test('a 400 of authorize contains neither the card number nor the CVV', async () => {
  const response = await authorize(
    withCard({ accountNumber: '4242424242424242x', verificationValue: '739x', nameOnCard: '4242424242424242.' }),
  )
  expect(response.status).toBe(400)
  // The id of the request may hold three digits like any others.
  expect(JSON.stringify(response.json.errors)).not.toMatch(/4242|739/)
})

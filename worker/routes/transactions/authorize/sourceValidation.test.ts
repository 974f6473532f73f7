import { expect, test } from 'vitest'
import { card } from '../../../testing/merchant.ts'
import type { InvalidRequest } from '../fixtures/authorizeFixture.ts'
import { createAuthorizeFixture, errorCases, text, withPayment } from '../fixtures/authorizeFixture.ts'

const { authorize, expectRejected } = await createAuthorizeFixture()

const bankAccount = { accountNumber: '1234567', routingNumber: '021000021' }
const googlePayPayload = { signature: 's', protocolVersion: 'ECv1', signedMessage: 'm' }
const customer = { customer: '01234567-89ab' }
const terminal = { id: '01234567-89ab' }

const invalid: readonly InvalidRequest[] = [
  ['no payment source', withPayment({}), ['payment_method_required', 'payment']],
  ['cash false alone', withPayment({ cash: false }), ['payment_method_required', 'payment']],
  [
    'null sources alone',
    withPayment({ token: null, cash: null, creditCardEncrypted: null }),
    ['payment_method_required', 'payment'],
  ],
  ['the read-only member method alone', withPayment({ method: 'creditCard' }), ['payment_method_required', 'payment']],
  [
    'a card and a token',
    withPayment({ creditCard: card(), token: '01234567' }),
    ['payment_method_ambiguous', 'payment'],
  ],
  ['a card and cash', withPayment({ creditCard: card(), cash: true }), ['payment_method_ambiguous', 'payment']],
  [
    'a check and a stored method',
    withPayment({ check: bankAccount, stored: customer }),
    ['payment_method_ambiguous', 'payment'],
  ],
  [
    'a terminal and a Google Pay payload',
    withPayment({ terminal: terminal, digitalPayPayment: googlePayPayload }),
    ['payment_method_ambiguous', 'payment'],
  ],
  [
    'an encrypted card and a plain card',
    withPayment({ creditCardEncrypted: 'e', creditCard: card() }),
    ['payment_method_ambiguous', 'payment'],
  ],

  ['a token of 7 characters', withPayment({ token: text(7) }), ['length_invalid', 'payment.token']],
  ['a token of 65 characters', withPayment({ token: text(65) }), ['length_invalid', 'payment.token']],
  ['a token with an underscore', withPayment({ token: 'tok_12345678' }), ['pattern_mismatch', 'payment.token']],
  ['a token that ends in a line feed', withPayment({ token: `${text(20)}\n` }), ['pattern_mismatch', 'payment.token']],
  ['a number as token', withPayment({ token: 12345678 }), ['type_invalid', 'payment.token']],

  [
    'a customer id of 7 characters',
    withPayment({ stored: { customer: text(7) } }),
    ['length_invalid', 'payment.stored.customer'],
  ],
  [
    'a wallet entry id of 65 characters',
    withPayment({ stored: { wallet: text(65) } }),
    ['length_invalid', 'payment.stored.wallet'],
  ],
  [
    'a customer id with a dot',
    withPayment({ stored: { customer: 'abcd.efgh' } }),
    ['pattern_mismatch', 'payment.stored.customer'],
  ],
  [
    'neither customer nor wallet entry',
    withPayment({ stored: { initiatedBy: 'customer' } }),
    ['stored_reference_required', 'payment.stored'],
  ],
  [
    'null customer and null wallet entry',
    withPayment({ stored: { customer: null, wallet: null } }),
    ['stored_reference_required', 'payment.stored'],
  ],
  [
    'an unknown initiator',
    withPayment({ stored: { ...customer, initiatedBy: 'bank' } }),
    ['enum_invalid', 'payment.stored.initiatedBy'],
  ],
  [
    'an unknown value of initial',
    withPayment({ stored: { ...customer, initial: 'second' } }),
    ['enum_invalid', 'payment.stored.initial'],
  ],
  [
    'instalment 0',
    withPayment({ stored: { ...customer, installment: 0 } }),
    ['out_of_range', 'payment.stored.installment'],
  ],
  [
    'instalment 100',
    withPayment({ stored: { ...customer, installment: 100 } }),
    ['out_of_range', 'payment.stored.installment'],
  ],
  [
    'instalment 1.5',
    withPayment({ stored: { ...customer, installment: 1.5 } }),
    ['type_invalid', 'payment.stored.installment'],
  ],
  [
    'an initialTransactionId of 37 characters',
    withPayment({ stored: { ...customer, initialTransactionId: text(37) } }),
    ['format_invalid', 'payment.stored.initialTransactionId'],
  ],

  ['a terminal without id', withPayment({ terminal: {} }), ['required', 'payment.terminal.id']],
  [
    'a terminal id of 7 characters',
    withPayment({ terminal: { id: text(7) } }),
    ['length_invalid', 'payment.terminal.id'],
  ],
  [
    'promptTip without tipAmounts',
    withPayment({ terminal: { ...terminal, promptTip: true } }),
    ['tip_amounts_required', 'payment.terminal.tipAmounts'],
  ],
  [
    'promptTip with 2 tipAmounts',
    withPayment({ terminal: { ...terminal, promptTip: true, tipAmounts: [1, 2] } }),
    ['tip_amounts_required', 'payment.terminal.tipAmounts'],
  ],
  [
    'a tip amount of 0',
    withPayment({ terminal: { ...terminal, tipAmounts: [1, 0, 2] } }),
    ['out_of_range', 'payment.terminal.tipAmounts[1]'],
  ],
  [
    'a string as promptCvv',
    withPayment({ terminal: { ...terminal, promptCvv: 'yes' } }),
    ['type_invalid', 'payment.terminal.promptCvv'],
  ],

  [
    'a bank account number of 6 digits',
    withPayment({ check: { ...bankAccount, accountNumber: '123456' } }),
    ['length_invalid', 'payment.check.accountNumber'],
  ],
  [
    'a bank account number of 21 digits',
    withPayment({ check: { ...bankAccount, accountNumber: '1'.repeat(21) } }),
    ['length_invalid', 'payment.check.accountNumber'],
  ],
  [
    'a routing number of 7 digits',
    withPayment({ check: { ...bankAccount, routingNumber: '1234567' } }),
    ['length_invalid', 'payment.check.routingNumber'],
  ],
  [
    'a routing number of 21 digits',
    withPayment({ check: { ...bankAccount, routingNumber: '1'.repeat(21) } }),
    ['length_invalid', 'payment.check.routingNumber'],
  ],
  [
    'a payer name of 101 characters',
    withPayment({ check: { ...bankAccount, name: text(101) } }),
    ['length_invalid', 'payment.check.name'],
  ],
  [
    'an asterisk in the payer name',
    withPayment({ check: { ...bankAccount, name: 'A*' } }),
    ['pattern_mismatch', 'payment.check.name'],
  ],
  [
    'a check number of 9 digits',
    withPayment({ check: { ...bankAccount, checkNumber: '123456789' } }),
    ['length_invalid', 'payment.check.checkNumber'],
  ],
  [
    'an unknown account type',
    withPayment({ check: { ...bankAccount, accountType: 'loan' } }),
    ['enum_invalid', 'payment.check.accountType'],
  ],
  [
    '30 February as date of birth',
    withPayment({ check: { ...bankAccount, verification: { dob: '2000-02-30' } } }),
    ['format_invalid', 'payment.check.verification.dob'],
  ],
  [
    'a social security number of 5 digits',
    withPayment({ check: { ...bankAccount, verification: { ssn: '12345' } } }),
    ['format_invalid', 'payment.check.verification.ssn'],
  ],

  ['a string as cash', withPayment({ cash: 'true' }), ['type_invalid', 'payment.cash']],
  [
    'an empty encrypted card',
    withPayment({ creditCardEncrypted: '' }),
    ['format_invalid', 'payment.creditCardEncrypted'],
  ],
  [
    'an encrypted card above 8 KiB',
    withPayment({ creditCardEncrypted: text(8193) }),
    ['format_invalid', 'payment.creditCardEncrypted'],
  ],
  [
    'an unknown Google Pay protocol version',
    withPayment({ digitalPayPayment: { ...googlePayPayload, protocolVersion: 'ECv3' } }),
    ['enum_invalid', 'payment.digitalPayPayment.protocolVersion'],
  ],
  [
    'an ECv2 payload without intermediateSigningKey',
    withPayment({ digitalPayPayment: { ...googlePayPayload, protocolVersion: 'ECv2' } }),
    ['required', 'payment.digitalPayPayment.intermediateSigningKey'],
  ],
]

test.each(errorCases(invalid))('authorize with %s returns 400 %s', (_description, _types, body, errors) =>
  expectRejected(body, errors),
)

test('authorize with several sources returns their names in the error details', async () => {
  const response = await authorize(withPayment({ creditCard: card(), cash: true, token: '01234567' }))
  expect(response.json.errors[0].message.details).toEqual({ given: ['token', 'creditCard', 'cash'] })
})

test('authorize at an unknown terminal returns 400 terminal_not_found', async () => {
  const response = await authorize(withPayment({ terminal: { id: '12345678' } }))
  expect([response.status, response.json.errors[0]]).toMatchObject([
    400,
    { type: 'terminal_not_found', message: { field: 'payment.terminal.id' } },
  ])
})

import { expect, test } from 'vitest'
import {
  address,
  bankAccount,
  cards,
  formatErrors,
  checkoutApiFixture,
} from '../../../testing/fixtures/checkoutApiFixture.ts'
import type { CheckoutApiFixture } from '../../../testing/fixtures/checkoutApiFixture.ts'
import { card, gatewayOrigin } from '../../../testing/merchant.ts'

/** One custom field of each type. */
const inputs = {
  note: '',
  size: { type: 'select', options: ['S', 'M'], required: true },
  count: { type: 'number' },
  day: { type: 'date' },
  mail: { type: 'email' },
  terms: { type: 'checkbox', required: true },
  code: { maxLength: 3 },
  secret: { type: 'hidden', value: 'merchant' },
}
const answered = { size: 'M', terms: 'true' }

/** A checkout without inputs, one with every input, and one of a customer with a saved card and bank account. */
const setUp = async () => {
  const shop: CheckoutApiFixture = await checkoutApiFixture()
  const customer = await shop.createCustomer()
  await shop.store(customer, { creditCard: card() })
  await shop.store(customer, { check: bankAccount })
  const ids = {
    plain: await shop.make(),
    full: await shop.make({
      total: 5,
      allowAch: true,
      collectShipping: true,
      sendReceipt: true,
      customerDefinedField: inputs,
    }),
    known: await shop.make({ total: 5, customerInfo: { id: customer } }),
  }
  const nonceOf = async (id: string) => (await shop.shopper.open(id)).data!.nonce
  const nonces = { plain: await nonceOf(ids.plain), full: await nonceOf(ids.full), known: await nonceOf(ids.known) }
  return { shop, ids, nonces }
}
const pays = (creditCard: object) => ({ payment: { creditCard } })
const full = (more: object) => ({ answers: { email: 'a@b.example', shipTo: address, fields: answered, ...more } })
const fields = (more: object) => full({ fields: { ...answered, ...more } })
const ready = setUp()

const invalidAttempts: readonly [
  input: string,
  checkout: 'plain' | 'full' | 'known',
  more: object,
  errors: string[],
][] = [
  ['no payment method', 'plain', { payment: {} }, ['payment payment_method_required']],
  [
    'two payment methods',
    'plain',
    { payment: { creditCard: card(), check: bankAccount } },
    ['payment payment_method_ambiguous'],
  ],
  [
    'a card number with a wrong check digit',
    'plain',
    pays(card('4242424242424241')),
    ['payment.creditCard.accountNumber card_number_invalid'],
  ],
  ['a card number of four digits', 'plain', pays(card('4242')), ['payment.creditCard.accountNumber length_invalid']],
  ['an expired card', 'plain', pays(card(undefined, { expires: '0120' })), ['payment.creditCard.expires expiry_past']],
  [
    'month 13 as expiry',
    'plain',
    pays(card(undefined, { expires: '1330' })),
    ['payment.creditCard.expires expiry_invalid'],
  ],
  [
    'no security code',
    'plain',
    pays(card(undefined, { verificationValue: undefined })),
    ['payment.creditCard.verificationValue required'],
  ],
  [
    'a security code of letters',
    'plain',
    pays(card(undefined, { verificationValue: 'abc' })),
    ['payment.creditCard.verificationValue pattern_mismatch'],
  ],
  [
    'a preferred network that the card does not have',
    'plain',
    { payment: { creditCard: card(), preferredNetwork: 'jcb' } },
    ['payment.preferredNetwork enum_invalid'],
  ],
  [
    'a bank account without allowAch',
    'plain',
    { payment: { check: bankAccount } },
    ['payment payment_method_required'],
  ],
  [
    'a routing number with a wrong check digit',
    'full',
    { payment: { check: { ...bankAccount, routingNumber: '021000022' } }, ...full({}) },
    ['payment.check.routingNumber routing_number_invalid'],
  ],
  [
    'a bank account without a name',
    'full',
    { payment: { check: { ...bankAccount, name: ' ' } }, ...full({}) },
    ['payment.check.name required'],
  ],
  [
    'a saved card of a checkout without a customer',
    'plain',
    { payment: { wallet: '019a9f3c-5b7e', verificationValue: '123' } },
    ['payment.wallet wallet_not_found'],
  ],
  [
    'no answers',
    'full',
    { answers: {} },
    [
      'answers.email required',
      'answers.fields.size required',
      'answers.fields.terms required',
      'answers.shipTo.city required',
      'answers.shipTo.country required',
      'answers.shipTo.line1 required',
      'answers.shipTo.name required',
    ],
  ],
  ['an invalid email address', 'full', full({ email: 'a b@c' }), ['answers.email format_invalid']],
  ['an unknown option', 'full', fields({ size: 'XL' }), ['answers.fields.size enum_invalid']],
  ['letters in a number field', 'full', fields({ count: 'many' }), ['answers.fields.count format_invalid']],
  ['29 February 2027 in a date field', 'full', fields({ day: '2027-02-29' }), ['answers.fields.day format_invalid']],
  ['no email address in an email field', 'full', fields({ mail: 'me' }), ['answers.fields.mail format_invalid']],
  ['a text in a checkbox field', 'full', fields({ terms: 'yes' }), ['answers.fields.terms format_invalid']],
  ['a text beyond maxLength', 'full', fields({ code: 'abcd' }), ['answers.fields.code length_invalid']],
  ['an empty nonce', 'plain', { nonce: '' }, ['nonce length_invalid']],
  ['an unknown nonce', 'plain', { nonce: 'x'.repeat(54) }, ['nonce format_invalid']],
]

test.each(
  invalidAttempts.map(
    ([input, which, more, errors]) =>
      [
        input,
        errors.map((error) => error.split(' ').toReversed().join(' of ')).join(' and '),
        which,
        more,
        errors,
      ] as const,
  ),
)('paying a checkout with %s returns 400 %s and writes no row', async (_input, _errors, which, more, errors) => {
  const { shop, ids, nonces } = await ready
  const [id, nonce] = [ids[which], nonces[which]]
  const before = await shop.rows()
  const response = await shop.shopper.pay(id, nonce, more)
  expect([response.status, formatErrors(response)]).toEqual([400, errors])
  expect(await shop.rows()).toEqual(before)
  // The nonce is valid for another attempt.
  expect((await shop.shopper.ask(id, nonce)).json).toMatchObject({ status: 'open', declined: null, nonce })
})

test('paying a checkout with a foreign wallet entry, a saved bank account or a saved card without its code returns 400', async () => {
  const { shop, ids } = await ready
  const { data } = await shop.shopper.open(ids.known)
  expect(data!.saved).toEqual([{ wallet: expect.any(String), network: 'visa', last4: '4242', expiry: '12/30' }])
  const { wallet } = data!.saved[0]!
  const foreign = await shop.store(await shop.createCustomer(), { creditCard: card(cards.other) })
  const [ownBank] = await shop.merchant.rows(
    "SELECT id FROM walletEntries WHERE account = ? AND network = 'ach'",
    shop.merchant.id,
  )
  const before = await shop.rows()
  for (const [payment, expected] of [
    [{ wallet: foreign, verificationValue: '123' }, 'payment.wallet wallet_not_found'],
    [{ wallet: ownBank!['id'] }, 'payment.wallet wallet_not_found'],
    [{ wallet }, 'payment.verificationValue required'],
  ] as const) {
    const response = await shop.shopper.pay(ids.known, data!.nonce, { payment })
    expect([response.status, formatErrors(response)]).toEqual([400, [expected]])
  }
  expect(await shop.rows()).toEqual(before)
})

test('paying a checkout with the nonce of another one returns 400 format_invalid', async () => {
  const { shop, ids } = await ready
  const { nonce } = (await shop.shopper.open(ids.known)).data!
  const response = await shop.shopper.pay(ids.plain, nonce)
  expect([response.status, formatErrors(response)]).toEqual([400, ['nonce format_invalid']])
  expect(await shop.payments(ids.plain)).toEqual([])
})

test.each([
  ['text/plain', '{}', 415],
  ['application/json', '{', 400],
  ['application/json', '[]', 400],
  ['application/json', '', 400],
])('paying a checkout with content type %s and body %j returns %i', async (type, body, status) => {
  const { shop, ids } = await ready
  const response = await shop.worker.fetch(
    new Request(`${gatewayOrigin}/checkout/${ids.plain}/pay`, {
      method: 'POST',
      headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' },
      body,
    }),
  )
  expect(response.status).toBe(status)
})

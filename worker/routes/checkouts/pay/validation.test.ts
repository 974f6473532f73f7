import { expect, test } from 'vitest'
import { address, bank, cards, faults, openShop } from '../../../testing/fixtures/checkoutApiFixture.ts'
import type { Shop } from '../../../testing/fixtures/checkoutApiFixture.ts'
import { card, gatewayOrigin } from '../../../testing/merchant.ts'

/** Every kind of input that a merchant can add, and what they take. */
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

/** A checkout that asks for nothing, one that asks for all there is, and one of a customer with a card and a bank account. */
const setUp = async () => {
  const shop: Shop = await openShop()
  const customer = await shop.createCustomer()
  await shop.store(customer, { creditCard: card() })
  await shop.store(customer, { check: bank })
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
  const nameOf = async (id: string) => (await shop.shopper.open(id)).data!.nonce
  const names = { plain: await nameOf(ids.plain), full: await nameOf(ids.full), known: await nameOf(ids.known) }
  return { shop, ids, names }
}
const pays = (creditCard: object) => ({ payment: { creditCard } })
const full = (more: object) => ({ answers: { email: 'a@b.example', shipTo: address, fields: answered, ...more } })
const fields = (more: object) => full({ fields: { ...answered, ...more } })
const ready = setUp()

test.each<[string, 'plain' | 'full' | 'known', object, string[]]>([
  ['without a payment', 'plain', { payment: {} }, ['payment payment_method_required']],
  ['with two', 'plain', { payment: { creditCard: card(), check: bank } }, ['payment payment_method_ambiguous']],
  [
    'with a number that is none',
    'plain',
    pays(card('4242424242424241')),
    ['payment.creditCard.accountNumber card_number_invalid'],
  ],
  ['with a number too short', 'plain', pays(card('4242')), ['payment.creditCard.accountNumber length_invalid']],
  [
    'with a card that has expired',
    'plain',
    pays(card(undefined, { expires: '0120' })),
    ['payment.creditCard.expires expiry_past'],
  ],
  [
    'with a month that is none',
    'plain',
    pays(card(undefined, { expires: '1330' })),
    ['payment.creditCard.expires expiry_invalid'],
  ],
  [
    'without a security code',
    'plain',
    pays(card(undefined, { verificationValue: undefined })),
    ['payment.creditCard.verificationValue required'],
  ],
  [
    'with a security code of letters',
    'plain',
    pays(card(undefined, { verificationValue: 'abc' })),
    ['payment.creditCard.verificationValue pattern_mismatch'],
  ],
  [
    'over a network that the card does not know',
    'plain',
    { payment: { creditCard: card(), preferredNetwork: 'jcb' } },
    ['payment.preferredNetwork enum_invalid'],
  ],
  [
    'with a bank account where none is taken',
    'plain',
    { payment: { check: bank } },
    ['payment payment_method_required'],
  ],
  [
    'with a routing number that is none',
    'full',
    { payment: { check: { ...bank, routingNumber: '021000022' } }, ...full({}) },
    ['payment.check.routingNumber routing_number_invalid'],
  ],
  [
    'with a bank account of nobody',
    'full',
    { payment: { check: { ...bank, name: ' ' } }, ...full({}) },
    ['payment.check.name required'],
  ],
  [
    'with a saved card where none is offered',
    'plain',
    { payment: { wallet: '019a9f3c-5b7e', verificationValue: '123' } },
    ['payment.wallet wallet_not_found'],
  ],
  [
    'with nothing said',
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
  ['with an email address that is none', 'full', full({ email: 'a b@c' }), ['answers.email format_invalid']],
  ['with an option that there is not', 'full', fields({ size: 'XL' }), ['answers.fields.size enum_invalid']],
  ['with a number of letters', 'full', fields({ count: 'many' }), ['answers.fields.count format_invalid']],
  ['with a day that is none', 'full', fields({ day: '2027-02-29' }), ['answers.fields.day format_invalid']],
  ['with an address that is none', 'full', fields({ mail: 'me' }), ['answers.fields.mail format_invalid']],
  ['with a tick that is none', 'full', fields({ terms: 'yes' }), ['answers.fields.terms format_invalid']],
  ['with too much', 'full', fields({ code: 'abcd' }), ['answers.fields.code length_invalid']],
  ['under no name', 'plain', { nonce: '' }, ['nonce length_invalid']],
  ['under a name that nobody gave', 'plain', { nonce: 'x'.repeat(54) }, ['nonce format_invalid']],
])('%s', async (_name, which, more, expected) => {
  const { shop, ids, names } = await ready
  const [id, nonce] = [ids[which], names[which]]
  const before = await shop.rows()
  const answer = await shop.shopper.pay(id, nonce, more)
  expect([answer.status, faults(answer)]).toEqual([400, expected])
  expect(await shop.rows()).toEqual(before)
  // The name is good for another try.
  expect((await shop.shopper.ask(id, nonce)).json).toMatchObject({ status: 'open', declined: null, nonce })
})

test('with what another customer has saved, a bank account where none is taken, or a card without its code', async () => {
  const { shop, ids } = await ready
  const { data } = await shop.shopper.open(ids.known)
  expect(data!.saved).toEqual([{ wallet: expect.any(String), network: 'visa', last4: '4242' }])
  const { wallet } = data!.saved[0]!
  const others = await shop.store(await shop.createCustomer(), { creditCard: card(cards.other) })
  const [ownBank] = await shop.merchant.rows(
    "SELECT id FROM walletEntries WHERE account = ? AND network = 'ach'",
    shop.merchant.id,
  )
  const before = await shop.rows()
  for (const [payment, expected] of [
    [{ wallet: others, verificationValue: '123' }, 'payment.wallet wallet_not_found'],
    [{ wallet: ownBank!['id'] }, 'payment.wallet wallet_not_found'],
    [{ wallet }, 'payment.verificationValue required'],
  ] as const) {
    const answer = await shop.shopper.pay(ids.known, data!.nonce, { payment })
    expect([answer.status, faults(answer)]).toEqual([400, [expected]])
  }
  expect(await shop.rows()).toEqual(before)
})

test('under the name of another checkout’s page', async () => {
  const { shop, ids } = await ready
  const { nonce } = (await shop.shopper.open(ids.known)).data!
  const answer = await shop.shopper.pay(ids.plain, nonce)
  expect([answer.status, faults(answer)]).toEqual([400, ['nonce format_invalid']])
  expect(await shop.payments(ids.plain)).toEqual([])
})

test.each([
  ['text/plain', '{}', 415],
  ['application/json', '{', 400],
  ['application/json', '[]', 400],
  ['application/json', '', 400],
])('as %s %j', async (type, body, status) => {
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

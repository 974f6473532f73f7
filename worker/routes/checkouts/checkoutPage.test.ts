import { describe, expect, test } from 'vitest'
import { address, bank, cards, faults, openShop } from '../../testing/fixtures/checkoutShop.ts'
import type { Shop } from '../../testing/fixtures/checkoutShop.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import { card, gatewayOrigin, startWorker } from '../../testing/merchant.ts'
import { shopperAt } from '../../testing/shopper.ts'
import { bindings } from '../../testing/bindings.ts'

/** The hosted checkout's page and its door: who may pay, with what, and what is refused without a trace. */

const shop = await openShop()
const { make, read, shopper } = shop

test('is paid once: the page, the try, the payment, the receipt', async () => {
  const id = await make({ items: [{ name: 'Cup', price: 12.5, quantity: 2 }], tax: 1.25 })
  const page = await shopper.open(id)
  expect(page.status).toBe(200)
  expect(page.html).toContain('$26.25')
  const { json } = await shopper.pay(id, page.data!.nonce)
  expect(json).toMatchObject({ status: 'completed', errors: null })
  expect(await read(id)).toMatchObject({ status: 'completed', transactionId: json.transactionId })
  const after = await shopper.open(id)
  expect(after.html).toContain(json.transactionId)
  expect(after.data).toBeNull()
  expect(await shop.transaction(json.transactionId)).toMatchObject({
    status: 'captured',
    amountCaptured: 26.25,
  })
})

test('says in words that it cannot be shown, where the database does not answer, and tells the log why', async () => {
  const id = await make()
  const { d1 } = brokenDatabase(bindings.DB_00, () => 'fails before')
  const worker = startWorker({}, { DB_00: d1 })
  const { status, html, headers } = await shopperAt(worker).open(id, { 'accept-language': 'de' })
  expect(status).toBe(503)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(html).toContain('Nicht geklappt. Bitte erneut versuchen.')
  expect(html).not.toContain('D1_ERROR')
  expect(worker.log).toMatchObject([
    { route: 'checkoutPage', status: 503, exception: expect.stringContaining('Error') },
  ])
})

describe('who asks', () => {
  test.each<[string, Record<string, string>]>([
    ['without saying where from', { 'sec-fetch-site': '' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another origin of the same site', { 'sec-fetch-site': 'same-site' }],
    ['from an address bar', { 'sec-fetch-site': 'none' }],
  ])('%s is refused', async (_name, headers) => {
    const id = await make()
    const { nonce } = (await shopper.open(id)).data!
    const before = await shop.rows()
    for (const answer of [
      await shopper.pay(id, nonce, {}, headers),
      await shopper.post(`${gatewayOrigin}/checkout/${id}/state`, { nonce }, headers),
    ])
      expect([answer.status, faults(answer)]).toEqual([403, ['- origin_not_allowed']])
    expect(await shop.rows()).toEqual(before)
  })

  test('for a checkout that is nobody’s finds none, and neither where its account is suspended', async () => {
    const closed = await openShop()
    const suspended = await closed.make()
    const { nonce } = (await closed.shopper.open(suspended)).data!
    await closed.merchant.run('UPDATE accounts SET suspended = 1 WHERE id = ?', closed.merchant.id)
    for (const id of [`00${'x'.repeat(22)}`, `99${'x'.repeat(22)}`, 'nonsense', `00${'x'.repeat(21)}'`, suspended]) {
      const { status, data } = await shopper.open(encodeURIComponent(id))
      expect([status, data], id).toEqual([404, null])
      expect((await shopper.pay(encodeURIComponent(id), nonce)).status, id).toBe(404)
    }
  })

  test('too often from one address is told so, and not from another', async () => {
    const counted: string[] = []
    const limited = await openShop(
      {},
      { rateLimiters: { tokens: { limit: async ({ key }) => ({ success: counted.push(key) <= 2 }) } } },
    )
    const id = await limited.make()
    const { nonce } = (await limited.shopper.open(id)).data!
    const bad = { payment: { creditCard: card('4242424242424241') } }
    const at = { 'cf-connecting-ip': '198.51.100.7' }
    expect((await limited.shopper.pay(id, nonce, bad, at)).status).toBe(400)
    expect((await limited.shopper.pay(id, nonce, bad, at)).status).toBe(400)
    const third = await limited.shopper.pay(id, nonce, {}, at)
    expect([third.status, faults(third)]).toEqual([429, ['- rate_limited']])
    expect(new Set(counted)).toEqual(new Set([`${id}/198.51.100.7`]))
    expect(await limited.read(id)).toMatchObject({ status: 'open' })
  })
})

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

describe('a try is refused, and nothing is written', () => {
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
})

test('what the shopper answers is the payment’s metadata, and of what is hidden the merchant’s word holds', async () => {
  const id = await make({ total: 5, customerDefinedField: inputs })
  const fields = { ...answered, note: ' For Ann ', count: '-2.5', day: '2028-02-29', secret: 'forged', unasked: 'x' }
  const { json } = await shopper.openAndPay(id, { answers: { fields } })
  const metadata = {
    note: 'For Ann',
    size: 'M',
    count: '-2.5',
    day: '2028-02-29',
    mail: '',
    terms: 'true',
    code: '',
    secret: 'merchant',
  }
  expect(await shop.transaction(json.transactionId)).toMatchObject({ metadata })
  expect((await read(id)).metadata).toEqual(metadata)
})

describe('where the shopper goes who has paid', () => {
  test.each([
    ['https://shop.example/thanks', '?'],
    ['https://shop.example/thanks#done', '?'],
    // As it was written: a signature over it still holds.
    ['https://shop.example/?a=b%20c&flag&~=%7E', '?a=b%20c&flag&~=%7E&'],
    ['https://shop.example/?status=new&a=1&checkoutId=x', '?a=1&'],
  ])('%s', async (thankYouUrl, query) => {
    const id = await make({ total: 5, thankYouUrl })
    const { json } = await shopper.openAndPay(id)
    const { origin, pathname, hash } = new URL(thankYouUrl)
    expect(json.url).toBe(
      `${origin}${pathname}${query}transactionId=${json.transactionId}&status=completed&checkoutId=${id}${hash}`,
    )
  })

  test('is nowhere, where the merchant does not say', async () => {
    expect((await shopper.openAndPay(await make())).json).toMatchObject({ status: 'completed', url: null })
  })
})

describe('what it costs', () => {
  test('a page and a question one round trip, a decline three, an approval four; the first vault key one more, once', async () => {
    const { make, shopper } = await openShop()
    const [id, again] = [await make(), await make()]
    const page = await shopper.open(id)
    expect([page.d1, (await shopper.open(id)).d1]).toEqual([2, 1])
    const { nonce } = page.data!
    expect((await shopper.ask(id, nonce)).d1).toBe(1)
    const declined = await shopper.pay(id, nonce, { payment: { creditCard: card(cards.declined) } })
    expect(declined.d1).toBe(3)
    const { json, d1 } = await shopper.pay(id, declined.json.nonce)
    expect([json.status, d1]).toEqual(['completed', 4])
    expect((await shopper.pay(id, nonce)).d1).toBe(1)
    // Its plan is one more.
    const subscribed = await make({ total: 5, subscription: {}, sendReceipt: false })
    expect((await shopper.openAndPay(subscribed, { answers: { email: 'a@b.example' } })).d1).toBe(5)
    expect((await shopper.pay(again, 'x'.repeat(54))).d1).toBe(1)
  })
})

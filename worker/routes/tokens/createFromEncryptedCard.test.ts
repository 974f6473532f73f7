import { expect, test } from 'vitest'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import { card, createMerchant, startWorker, tokenPayment } from '../../testing/merchant.ts'

const worker = startWorker()
const merchant = await createMerchant()
const withSecretKey = worker.as(merchant.secretKey)

const encrypt = async (accountNumber?: string, more: object = {}): Promise<string> =>
  encryptCard(card(accountNumber, more), (await withSecretKey('GET', '/v1/encryptionkeys')).json)
const tokenize = (creditCardEncrypted: string, more: object = {}, key = merchant.publishableKey) =>
  worker.as(key)('POST', '/v1/tokens', { body: { creditCardEncrypted, ...more } })
const newCustomer = async (): Promise<string> =>
  (await withSecretKey('POST', '/v1/customers', { body: {} })).json.customers[0].id
const addEntry = (customer: string, body: object) => withSecretKey('POST', `/v1/customers/${customer}/wallet`, { body })

test('POST /v1/tokens exchanges an encrypted card for a token that pays with its CVV', async () => {
  const { status, json } = await tokenize(await encrypt())
  expect(status).toBe(200)
  expect(json).toMatchObject({ network: 'visa', accountNumber: '************4242', expiry: '1230' })
  const paid = await withSecretKey('POST', '/v1/transactions/authorize', { body: tokenPayment(json.token) })
  expect(paid.json).toMatchObject({ responseCode: '00', cvv: { code: 'M' } })
})

test('POST /v1/tokens accepts a name with accents in an encrypted card', async () => {
  const { json } = await tokenize(await encrypt(undefined, { nameOnCard: 'José Núñez' }))
  expect(json.errors).toBeNull()
})

test('the token of an encrypted card is saved as a payment method that pays again', async () => {
  const customer = await newCustomer()
  const { token } = (await tokenize(await encrypt())).json
  expect((await addEntry(customer, { token })).json.wallet).toMatchObject([{ accountNumber: '************4242' }])
  for (let times = 0; times < 2; times++) {
    const body = { payment: { stored: { customer } }, amount: { value: 1 } }
    expect((await withSecretKey('POST', '/v1/transactions/authorize', { body })).json.responseCode).toBe('00')
  }
})

test('an encrypted card becomes one token, payment or saved card: another use returns encrypted_card_used', async () => {
  const customer = await newCustomer()
  const uses = {
    token: (jwe: string) => tokenize(jwe),
    payment: (creditCardEncrypted: string) =>
      withSecretKey('POST', '/v1/transactions/authorize', {
        body: { payment: { creditCardEncrypted }, amount: { value: 1 } },
      }),
    wallet: (creditCardEncrypted: string) => addEntry(customer, { creditCardEncrypted }),
  }
  for (const first of Object.values(uses))
    for (const second of Object.values(uses)) {
      const jwe = await encrypt()
      expect((await first(jwe)).status).toBe(200)
      const again = await second(jwe)
      expect([again.status, again.json.errors[0].type]).toEqual([400, 'encrypted_card_used'])
    }
})

test('ten requests of POST /v1/tokens at once with one encrypted card create one token', async () => {
  const jwe = await encrypt()
  const responses = await Promise.all(Array.from({ length: 10 }, () => tokenize(jwe)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
})

test.each([
  ['that fails Luhn', '4242424242424241', {}, 'card_number_invalid', 'creditCardEncrypted.accountNumber'],
  ['that has expired', undefined, { expires: '0120' }, 'expiry_past', 'creditCardEncrypted.expires'],
])(
  'an encrypted card %s is rejected by tokens and wallet, and is not used up',
  async (_what, number, more, type, field) => {
    const [jwe, customer] = [await encrypt(number, more), await newCustomer()]
    for (const { status, json } of [
      await tokenize(jwe),
      await addEntry(customer, { creditCardEncrypted: jwe }),
      await tokenize(jwe),
    ]) {
      expect(status).toBe(400)
      expect(json.errors).toMatchObject([{ type, message: { field } }])
    }
  },
)

test('POST /v1/tokens with an encrypted card and a plain card returns payment_method_ambiguous', async () => {
  const { status, json } = await tokenize(await encrypt(), { creditCard: card() })
  expect([status, json.errors[0].type]).toEqual([400, 'payment_method_ambiguous'])
})

test('POST /v1/tokens with an invalid encrypted card returns format_invalid at its member', async () => {
  const { status, json } = await tokenize('a.b.c.d.e')
  expect(status).toBe(400)
  expect(json.errors).toMatchObject([{ type: 'format_invalid', message: { field: 'creditCardEncrypted' } }])
})

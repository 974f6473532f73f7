import { expect, test } from 'vitest'
import { encryptCard } from '../../../../widget/encrypt/encryptCard.ts'
import { makeTestWalletPayload } from '../../../../widget/encrypt/testWalletPayload.ts'
import { card, createMerchant, startWorker } from '../../../testing/merchant.ts'
import { walletFixture } from '../../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const { newCustomer } = walletFixture(merchant, call)
const add = (customer: string, body: object, headers: Record<string, string> = {}) =>
  call('POST', `/v1/customers/${customer}/wallet`, { body, headers })
const encrypt = async (): Promise<string> => encryptCard(card(), (await call('GET', '/v1/encryptionkeys')).json)
const payload = () =>
  makeTestWalletPayload({ accountNumber: '4242424242424242', expires: '1230', authMethod: 'PAN_ONLY' })

const sources = {
  creditCardEncrypted: encrypt,
  digitalPayPayment: payload,
} as const

test.each(Object.entries(sources))('%s is saved as a payment method that pays', async (member, make) => {
  const customer = await newCustomer()
  const { status, json } = await add(customer, { [member]: await make(), address: { postalCode: '46201' } })
  expect(status).toBe(200)
  expect(json.wallet).toMatchObject([
    {
      network: 'visa',
      accountNumber: '************4242',
      expiry: '1230',
      default: true,
      address: { postalCode: '46201' },
    },
  ])
  const body = { payment: { stored: { customer } }, amount: { value: 1 } }
  expect((await call('POST', '/v1/transactions/authorize', { body })).json.responseCode).toBe('00')
})

test.each([
  ['creditCardEncrypted', encrypt, 'encrypted_card_used'],
  ['digitalPayPayment', payload, 'format_invalid'],
] as const)('%s sent ten times at once is saved once', async (member, make, type) => {
  const [customer, value] = [await newCustomer(), await make()]
  const responses = await Promise.all(Array.from({ length: 10 }, () => add(customer, { [member]: value })))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { json } of responses.filter(({ status }) => status !== 200))
    expect(json.errors).toMatchObject([{ type, message: { field: member } }])
  expect((await call('GET', `/v1/customers/${customer}/wallet`)).json.wallet).toHaveLength(1)
})

test.each(Object.entries(sources))(
  '%s for an unknown customer returns 404 and is not used up',
  async (member, make) => {
    const value = await make()
    expect((await add(crypto.randomUUID(), { [member]: value })).status).toBe(404)
    expect((await add(await newCustomer(), { [member]: value })).status).toBe(200)
  },
)

test('an encrypted card repeated with the same Idempotency-Key returns the same entry', async () => {
  const [customer, creditCardEncrypted] = [await newCustomer(), await encrypt()]
  const key = { 'idempotency-key': 'save-1' }
  const first = await add(customer, { creditCardEncrypted }, key)
  const again = await add(customer, { creditCardEncrypted }, key)
  expect(again.text).toBe(first.text)
})

test.each([
  ['no source', {}, 'payment_method_required'],
  ['a null token', { token: null }, 'payment_method_required'],
  ['two sources', { token: 'test-visa-4242', creditCardEncrypted: 'a.b.c.d.e' }, 'payment_method_ambiguous'],
])('a wallet entry with %s returns 400', async (_what, body, type) => {
  const { status, json } = await add(await newCustomer(), body)
  expect([status, json.errors[0].type]).toEqual([400, type])
})

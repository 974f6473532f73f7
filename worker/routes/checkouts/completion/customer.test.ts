import { afterAll, expect, test } from 'vitest'
import { email, paidCheckout, recordingProcessor } from '../../../testing/fixtures/checkoutCompletionFixture.ts'
import {
  address,
  bankAccount,
  cards,
  expectOk,
  checkoutApiFixture,
} from '../../../testing/fixtures/checkoutApiFixture.ts'
import { card } from '../../../testing/merchant.ts'
import { nextMillisecond } from '../../../testing/nextMillisecond.ts'
import { resetTestClocks } from '../../../testing/resetTestClocks.ts'

const { processor } = recordingProcessor()

afterAll(resetTestClocks)
const shop = await checkoutApiFixture({}, { processor })
const { make, read, shopper, transaction, wallet: walletOf, call } = shop
const customerOf = async (id: string) => (await expectOk(call('GET', `/v1/customers/${id}`))).customers[0]

test('a paid checkout creates a customer from the shopper’s answers, without a wallet entry', async () => {
  const { customer, transactionId } = await paidCheckout(
    shop,
    { total: 5, collectShipping: true },
    { answers: { email, shipTo: address } },
  )
  expect(await customerOf(customer)).toMatchObject({
    firstName: 'Ann de',
    lastName: 'Vries',
    emailAddress: email,
    shippingAddress: address,
  })
  expect(await walletOf(customer)).toEqual([])
  expect((await transaction(transactionId)).payment).toMatchObject({ customer, wallet: null })
})

test('a paid checkout with oneTimePayment creates no customer and no wallet entry', async () => {
  const before = await shop.rows()
  const { customer, transactionId } = await paidCheckout(
    shop,
    { total: 5, oneTimePayment: true },
    { answers: { save: true } },
  )
  expect(customer).toBeNull()
  expect((await transaction(transactionId)).payment.customer).toBeNull()
  const { customers, walletEntries } = await shop.rows()
  expect({ customers, walletEntries }).toEqual({
    customers: before['customers'],
    walletEntries: before['walletEntries'],
  })
})

test.each([
  [
    'a card',
    { creditCard: card('5555555555554444', { nameOnCard: 'Ann' }) },
    { network: 'mastercard', accountNumber: '************4444', expiry: '1230' },
  ],
  ['a bank account', { check: bankAccount }, { network: 'ach', accountNumber: '***4567', expiry: '' }],
])(
  'a paid checkout with save adds %s as the customer’s default, which can be charged',
  async (_method, payment, expected) => {
    const { customer, transactionId } = await paidCheckout(
      shop,
      { total: 5, allowAch: true },
      { payment, answers: { save: true, billTo: { line1: '2 Side St' } } },
    )
    const [entry, ...others] = await walletOf(customer)
    expect(others).toEqual([])
    expect(entry).toMatchObject({ ...expected, default: true, address: { line1: '2 Side St' } })
    expect((await transaction(transactionId)).payment).toMatchObject({ customer, wallet: entry.id })
    const body = { payment: { stored: { customer, initiatedBy: 'merchant' } }, amount: { value: 1 } }
    expect(await expectOk(call('POST', '/v1/transactions/authorize', { body }))).toMatchObject({ responseCode: '00' })
    const entries = await shop.merchant.rows("SELECT action, key FROM audit WHERE detail ->> '$.wallet' = ?", entry.id)
    expect(entries).toEqual([{ action: 'wallet.default', key: shop.merchant.secretKeyId }])
  },
)

test('a paid checkout of a named customer adds a wallet entry and keeps customer and default', async () => {
  const customer = await shop.createCustomer({ firstName: 'Grace' })
  const first = await shop.store(customer, { creditCard: card() })
  const before = await shop.rows()
  await nextMillisecond()
  const read = await paidCheckout(
    shop,
    { total: 5, customerInfo: { id: customer, name: 'Other' } },
    { payment: { creditCard: card(cards.other) }, answers: { save: true, email } },
  )
  expect(read.customer).toBe(customer)
  expect((await shop.rows())['customers']).toBe(before['customers'])
  expect(await customerOf(customer)).toMatchObject({ firstName: 'Grace', emailAddress: '' })
  expect((await walletOf(customer)).map(({ id, default: is }) => [id === first, is])).toEqual([
    [false, false],
    [true, true],
  ])
})

test('a completed checkout assigns all its attempts to the customer', async () => {
  const id = await make()
  const { json } = await shopper.openAndPay(id, { payment: { creditCard: card(cards.declined) } })
  await shopper.pay(id, json.nonce)
  const { customer } = await read(id)
  const { transactions } = await expectOk(call('GET', `/v1/transactions?customer=${customer}`))
  expect(transactions.map(({ status }: any) => status).toSorted()).toEqual(['captured', 'declined'])
})

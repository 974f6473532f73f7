import { afterAll, expect, test } from 'vitest'
import {
  answers,
  openShopAt,
  paidCheckout,
  recordingProcessor,
} from '../../../testing/fixtures/checkoutCompletionFixture.ts'
import { bankAccount, cards, expectOk, checkoutApiFixture } from '../../../testing/fixtures/checkoutApiFixture.ts'
import { card } from '../../../testing/merchant.ts'
import { nextMillisecond } from '../../../testing/nextMillisecond.ts'
import { resetTestClocks } from '../../../testing/resetTestClocks.ts'

const { processor, authorizations } = recordingProcessor()

afterAll(resetTestClocks)
const shop = await checkoutApiFixture({}, { processor })
const { make, read, shopper, wallet: walletOf } = shop

test('a checkout with a subscription from today pays its first bill, and later bills are charged on the same day of the month', async () => {
  const open = await openShopAt('2028-01-31T15:00:00Z', { processor })
  const { customer, subscription, transactionId } = await paidCheckout(
    open,
    { total: 26.25, subscription: {} },
    { answers },
  )
  expect(authorizations.at(-1)).toMatchObject({
    capture: 'now',
    credential: { initiatedBy: 'customer', initial: 'first', reason: 'recurring' },
  })
  const [subscribed, ...others] = await open.subscriptions(customer)
  expect(others).toEqual([])
  expect(subscribed).toMatchObject({
    customerSubscriptionId: subscription,
    label: 'Monthly on day 31: 26.25',
    status: 'active',
    totalAmount: 26.25,
    charges: 1,
    nextCharge: '2028-02-29T00:00:00.000Z',
  })
  const [entry] = await open.wallet(customer)
  expect(subscribed.wallet).toBe(entry.id)
  expect(await open.bills(customer, subscription)).toMatchObject([
    { period: 0, status: 'paid', date: '2028-01-31', amount: 26.25, transactionId, attempts: 1, responseCode: '00' },
  ])
  for (const day of ['02-28', '02-29', '03-30', '03-31']) await open.at(`2028-${day}T12:00:00Z`)
  expect(await open.captured(customer)).toEqual([
    ['2028-01-31', 26.25],
    ['2028-02-29', 26.25],
    ['2028-03-31', 26.25],
  ])
  expect(authorizations.at(-1)).toMatchObject({
    credential: {
      initiatedBy: 'merchant',
      initial: 'subsequent',
      reason: 'recurring',
      networkTransactionId: expect.any(String),
    },
  })
})

test('a checkout with a later billingDate verifies the card, and the first bill is charged on that date', async () => {
  const open = await openShopAt('2028-02-10T15:00:00Z', { processor })
  const { customer, subscription, transactionId } = await paidCheckout(
    open,
    { total: 26.25, subscription: { billingDate: '2028-03-01' } },
    { answers },
  )
  expect(authorizations.at(-1)).toMatchObject({ amount: { minor: 0n }, capture: 'later' })
  expect(await open.transaction(transactionId)).toMatchObject({
    status: 'authorized',
    responseCode: '85',
    amountCaptured: 0,
    amountCapturable: 0,
    expires: null,
  })
  expect(await open.captured(customer)).toEqual([])
  expect((await open.subscriptions(customer))[0]).toMatchObject({
    status: 'pending',
    charges: 0,
    nextCharge: '2028-03-01T00:00:00.000Z',
    customerSubscriptionId: subscription,
  })
  // A verification has no capturable amount.
  const body = { transactionId }
  const rejected = await open.call('POST', '/v1/transactions/capture', { body })
  expect(rejected.status).toBe(400)
  expect(rejected.json.errors).toMatchObject([
    { type: 'amount_exceeds_authorized', message: { details: { capturable: 0 } } },
  ])
  await open.at('2028-02-29T23:59:00Z')
  expect(await open.captured(customer)).toEqual([])
  for (const day of ['03-01', '03-31', '04-01']) await open.at(`2028-${day}T12:00:00Z`)
  expect(await open.captured(customer)).toEqual([
    ['2028-03-01', 26.25],
    ['2028-04-01', 26.25],
  ])
  const { status, operations } = await open.transaction(transactionId)
  expect([status, operations.map(({ type }: any) => type)]).toEqual(['authorized', ['authorize']])
})

test('the receipt of a checkout with a later billingDate is the same after that date', async () => {
  const open = await openShopAt('2028-02-10T15:00:00Z', { processor })
  const { id } = await paidCheckout(open, { total: 26.25, subscription: { billingDate: '2028-03-01' } }, { answers })
  const receipt = async () => (await open.shopper.open(id)).html.replace(/nonce="[^"]+"/g, '')
  const first = await receipt()
  await open.at('2028-03-02T12:00:00Z')
  expect(await receipt()).toBe(first)
})

test('a checkout with the label of a plan subscribes to its cycle and installments at the checkout’s total', async () => {
  const open = await openShopAt('2028-02-10T15:00:00Z', { processor })
  const plan = {
    label: 'Tea',
    cycle: { unit: 'week', interval: 2, dayOfCycle: 1 },
    amount: { value: 1 },
    installments: 2,
  }
  const { subscriptions } = await expectOk(open.call('POST', '/v1/subscriptions', { body: plan }))
  const { customer } = await paidCheckout(open, { total: 5, subscription: { label: 'Tea' } }, { answers })
  expect((await open.subscriptions(customer))[0]).toMatchObject({
    label: 'Tea',
    plan: subscriptions[0].id,
    installments: 2,
    totalAmount: 5,
    nextCharge: '2028-02-24T00:00:00.000Z',
  })
  for (const day of ['02-23', '02-24', '04-01']) await open.at(`2028-${day}T00:00:00Z`)
  expect(await open.captured(customer)).toEqual([
    ['2028-02-10', 5],
    ['2028-02-24', 5],
  ])
  expect((await open.subscriptions(customer))[0]).toMatchObject({ status: 'completed', charges: 2 })
})

test('a checkout with a plan of one installment completes the subscription', async () => {
  const open = await openShopAt('2028-02-10T15:00:00Z', { processor })
  const plan = { label: 'Once', cycle: { unit: 'month' }, amount: { value: 5 }, installments: 1 }
  await expectOk(open.call('POST', '/v1/subscriptions', { body: plan }))
  const { customer } = await paidCheckout(open, { total: 5, subscription: { label: 'Once' } }, { answers })
  expect((await open.subscriptions(customer))[0]).toMatchObject({ status: 'completed', charges: 1, nextCharge: null })
})

test('checkouts without a label share a plan per day and price; a new label creates a plan', async () => {
  const open = await openShopAt('2028-02-10T15:00:00Z', { processor })
  for (const body of [{ total: 5 }, { total: 5 }, { total: 6 }]) {
    await paidCheckout(open, { ...body, subscription: {} }, { answers })
    await nextMillisecond()
  }
  await paidCheckout(open, { total: 7, subscription: { label: 'Cocoa', billingDate: '2028-02-15' } }, { answers })
  const { subscriptions } = await expectOk(open.call('GET', '/v1/subscriptions'))
  expect(
    subscriptions
      .map(({ label, amount, cycle, installments }: any) => [label, amount.value, cycle, installments])
      .toReversed(),
  ).toEqual([
    ['Monthly on day 10: 5', 5, { unit: 'month', interval: 1, dayOfCycle: 10 }, 0],
    ['Monthly on day 10: 6', 6, { unit: 'month', interval: 1, dayOfCycle: 10 }, 0],
    ['Cocoa', 7, { unit: 'month', interval: 1, dayOfCycle: 15 }, 0],
  ])
})

test('a subscription whose billingDate has passed starts on the day of the payment in the account’s time zone', async () => {
  const open = await openShopAt('2028-02-10T15:00:00Z', { settings: { timeZone: 'Asia/Tokyo' }, processor })
  const id = await open.make({
    total: 5,
    invoiceInfo: { dueDate: '2028-03-01' },
    subscription: { billingDate: '2028-02-12' },
  })
  // It is the 15th in Tokyo.
  await open.at('2028-02-14T16:00:00Z')
  expect((await open.shopper.openAndPay(id, { answers })).json.status).toBe('completed')
  const { customer } = await open.read(id)
  expect((await open.subscriptions(customer))[0]).toMatchObject({
    charges: 1,
    label: 'Monthly on day 15: 5',
    nextCharge: '2028-03-14T15:00:00.000Z',
  })
})

test.each([
  ['today', '2028-02-10', 1],
  ['a later day', '2028-02-20', 0],
])('a checkout with a subscription from %s can be paid from a bank account', async (_start, billingDate, charges) => {
  const open = await openShopAt('2028-02-10T15:00:00Z', { processor })
  const { customer, transactionId } = await paidCheckout(
    open,
    { total: 5, allowAch: true, subscription: { billingDate } },
    { payment: { check: bankAccount }, answers },
  )
  expect(await open.transaction(transactionId)).toMatchObject({
    method: 'check',
    status: charges === 1 ? 'captured' : 'authorized',
    amountCaptured: charges * 5,
  })
  expect((await open.subscriptions(customer))[0]).toMatchObject({ charges })
  await open.at('2028-03-09T12:00:00Z')
  expect((await open.captured(customer)).length).toBe(1)
})

test('a subscription of a checkout paid with a saved card is charged to that card', async () => {
  const customer = await shop.createCustomer()
  await shop.store(customer, { creditCard: card(cards.other) })
  const wallet = await shop.store(customer, { creditCard: card() })
  await paidCheckout(
    shop,
    { total: 5, subscription: {}, customerInfo: { id: customer } },
    { payment: { wallet, verificationValue: '123' }, answers },
  )
  expect((await shop.subscriptions(customer))[0]).toMatchObject({ wallet, charges: 1 })
  expect(await walletOf(customer)).toHaveLength(2)
})

test('a declined checkout creates no subscription', async () => {
  const before = await shop.rows()
  const id = await make({ total: 5, subscription: { billingDate: '2030-01-01' } })
  const { json } = await shopper.openAndPay(id, { payment: { creditCard: card(cards.declined) }, answers })
  expect(json).toMatchObject({ status: 'open', declined: 'declined' })
  const after = await shop.rows()
  expect(after).toEqual({
    ...before,
    checkouts: after['checkouts'],
    transactions: after['transactions'],
    operations: after['operations'],
    tries: after['tries'],
  })
  expect(await read(id)).toMatchObject({ status: 'open', customer: null, subscription: null })
})

import { expect, test } from 'vitest'
import { cards, formatErrors, expectOk, checkoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import { card } from '../../testing/merchant.ts'

const day = 86_400_000
const shop = await checkoutApiFixture()
const { call, make, read, cancel, shopper, merchant } = shop

test('canceling an open checkout adds an audit entry; canceling it again returns 409 already_canceled', async () => {
  const id = await make()
  const { json, status } = await cancel(id)
  expect([status, json]).toMatchObject([200, { id, status: 'canceled', reason: 'merchant', transactionId: null }])
  expect(await read(id)).toMatchObject({ status: 'canceled', reason: 'merchant' })
  const repeated = await cancel(id)
  expect([repeated.status, formatErrors(repeated)]).toEqual([409, ['- already_canceled']])
  expect(await merchant.rows("SELECT key, action FROM audit WHERE detail ->> '$.checkout' = ?", id)).toEqual([
    { key: merchant.secretKeyId, action: 'checkout.canceled' },
  ])
})

test('canceling a paid checkout returns 409 checkout_closed', async () => {
  const id = await make()
  await shopper.openAndPay(id)
  const response = await cancel(id)
  expect([response.status, formatErrors(response)]).toEqual([409, ['- checkout_closed']])
  expect(response.json.errors[0].message.details).toEqual({ state: 'completed' })
  expect(await read(id)).toMatchObject({ status: 'completed', reason: null })
})

test('canceling an expired checkout returns 409', async () => {
  const { make, clock, cancel } = await checkoutApiFixture()
  const id = await make()
  clock.advance(day)
  const response = await cancel(id)
  expect([response.status, response.json.errors[0].message.details]).toEqual([409, { state: 'expired' }])
})

test('ten declines close a checkout with reason too_many_declines; paying and canceling it fail', async () => {
  const id = await make()
  let { nonce } = (await shopper.open(id)).data!
  for (let declines = 1; declines < 10; declines++) {
    const { json } = await shopper.pay(id, nonce, { payment: { creditCard: card(cards.declined) } })
    expect(json).toMatchObject({ status: 'open', declined: 'declined' })
    nonce = json.nonce
  }
  expect((await shopper.pay(id, nonce, { payment: { creditCard: card(cards.declined) } })).json).toMatchObject({
    status: 'canceled',
  })
  expect(await read(id)).toMatchObject({ status: 'canceled', reason: 'too_many_declines', transactionId: null })
  const response = await cancel(id)
  expect([response.status, response.json.errors[0].message.details]).toEqual([409, { state: 'canceled' }])
  // The eleventh attempt is rejected, although its card is valid.
  expect((await shopper.pay(id, nonce)).json).toMatchObject({ status: 'canceled' })
  expect(await shop.payments(id)).toHaveLength(10)
})

test('deleting a customer cancels its open checkouts, not the paid ones', async () => {
  const customer = await shop.createCustomer()
  const [open, paid, ofOtherCustomer] = [
    await make({ total: 1, customerInfo: { id: customer } }),
    await make({ total: 1, customerInfo: { id: customer } }),
    await make({ total: 1, customerInfo: { id: await shop.createCustomer() } }),
  ]
  await shopper.openAndPay(paid)
  const { data } = await shopper.open(open)
  await expectOk(call('DELETE', `/v1/customers/${customer}`))
  expect(await read(open)).toMatchObject({ status: 'canceled', reason: 'merchant' })
  expect((await shopper.pay(open, data!.nonce)).json).toMatchObject({ status: 'canceled' })
  expect(await read(paid)).toMatchObject({ status: 'completed' })
  expect(await read(ofOtherCustomer)).toMatchObject({ status: 'open' })
})

import { expect, test } from 'vitest'
import { cards, faults, ok, openShop } from '../../testing/fixtures/checkoutApiFixture.ts'
import { card } from '../../testing/merchant.ts'

const day = 86_400_000
const shop = await openShop()
const { call, make, read, cancel, shopper, merchant } = shop

test('that is open is canceled, once, and noted', async () => {
  const id = await make()
  const { json, status } = await cancel(id)
  expect([status, json]).toMatchObject([200, { id, status: 'canceled', reason: 'merchant', transactionId: null }])
  expect(await read(id)).toMatchObject({ status: 'canceled', reason: 'merchant' })
  const again = await cancel(id)
  expect([again.status, faults(again)]).toEqual([409, ['- already_canceled']])
  expect(await merchant.rows("SELECT key, action FROM audit WHERE detail ->> '$.checkout' = ?", id)).toEqual([
    { key: merchant.secretKeyId, action: 'checkout.canceled' },
  ])
})

test('that is paid is not', async () => {
  const id = await make()
  await shopper.openAndPay(id)
  const answer = await cancel(id)
  expect([answer.status, faults(answer)]).toEqual([409, ['- checkout_closed']])
  expect(answer.json.errors[0].message.details).toEqual({ state: 'completed' })
  expect(await read(id)).toMatchObject({ status: 'completed', reason: null })
})

test('that is expired is not', async () => {
  const { make, clock, cancel } = await openShop()
  const id = await make()
  clock.advance(day)
  const answer = await cancel(id)
  expect([answer.status, answer.json.errors[0].message.details]).toEqual([409, { state: 'expired' }])
})

test('that ten tries have closed says so, and cannot be canceled', async () => {
  const id = await make()
  let { nonce } = (await shopper.open(id)).data!
  for (let tries = 1; tries < 10; tries++) {
    const { json } = await shopper.pay(id, nonce, { payment: { creditCard: card(cards.declined) } })
    expect(json).toMatchObject({ status: 'open', declined: 'declined' })
    nonce = json.nonce
  }
  expect((await shopper.pay(id, nonce, { payment: { creditCard: card(cards.declined) } })).json).toMatchObject({
    status: 'canceled',
  })
  expect(await read(id)).toMatchObject({ status: 'canceled', reason: 'too_many_declines', transactionId: null })
  const answer = await cancel(id)
  expect([answer.status, answer.json.errors[0].message.details]).toEqual([409, { state: 'canceled' }])
  // The eleventh is refused although it would be good.
  expect((await shopper.pay(id, nonce)).json).toMatchObject({ status: 'canceled' })
  expect(await shop.payments(id)).toHaveLength(10)
})

test('deleting the customer whom a checkout names cancels it, but not one that is paid', async () => {
  const customer = await shop.createCustomer()
  const [open, paid, others] = [
    await make({ total: 1, customerInfo: { id: customer } }),
    await make({ total: 1, customerInfo: { id: customer } }),
    await make({ total: 1, customerInfo: { id: await shop.createCustomer() } }),
  ]
  await shopper.openAndPay(paid)
  const { data } = await shopper.open(open)
  await ok(call('DELETE', `/v1/customers/${customer}`))
  expect(await read(open)).toMatchObject({ status: 'canceled', reason: 'merchant' })
  expect((await shopper.pay(open, data!.nonce)).json).toMatchObject({ status: 'canceled' })
  expect(await read(paid)).toMatchObject({ status: 'completed' })
  expect(await read(others)).toMatchObject({ status: 'open' })
})

import { expect, test } from 'vitest'
import { cards, checkoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import { card } from '../../testing/merchant.ts'

const shop = await checkoutApiFixture()
const { call, request, cancel } = shop

test('creating, reading and canceling a checkout cost two or three database round trips', async () => {
  const plain = await request({ total: 1 })
  const named = await request({ total: 1, customerInfo: { id: await shop.createCustomer() } })
  const subscribed = await request({ total: 1, subscription: { label: 'Coffee' } })
  expect([plain.d1, named.d1, subscribed.d1]).toEqual([2, 2, 3])
  const { id } = plain.json
  expect((await call('GET', `/v1/dynamiccheckout/${id}`)).d1).toBe(2)
  expect((await cancel(id)).d1).toBe(3)
})

test('the checkout page and its state cost one database round trip, a decline three, an approval four', async () => {
  const { make, shopper } = await checkoutApiFixture()
  const [id, other] = [await make(), await make()]
  const page = await shopper.open(id)
  expect([page.d1, (await shopper.open(id)).d1]).toEqual([2, 1])
  const { nonce } = page.data!
  expect((await shopper.ask(id, nonce)).d1).toBe(1)
  const declined = await shopper.pay(id, nonce, { payment: { creditCard: card(cards.declined) } })
  expect(declined.d1).toBe(3)
  const { json, d1 } = await shopper.pay(id, declined.json.nonce)
  expect([json.status, d1]).toEqual(['completed', 4])
  expect((await shopper.pay(id, nonce)).d1).toBe(1)
  // The plan costs one more.
  const subscribed = await make({ total: 5, subscription: {}, sendReceipt: false })
  expect((await shopper.openAndPay(subscribed, { answers: { email: 'a@b.example' } })).d1).toBe(5)
  expect((await shopper.pay(other, 'x'.repeat(54))).d1).toBe(1)
})

import { afterAll, expect, test } from 'vitest'
import { bindings } from '../../../testing/bindings.ts'
import { faultyDatabase } from '../../../testing/database/brokenDatabase.ts'
import { eventResource, readEvents } from '../../../testing/events.ts'
import { openShopAtAcquirer } from '../../../testing/fixtures/checkoutAtAcquirer.ts'
import { checkoutApiFixture } from '../../../testing/fixtures/checkoutApiFixture.ts'
import { startWorker } from '../../../testing/merchant.ts'
import { resetTestClocks } from '../../../testing/resetTestClocks.ts'
import { createShopper } from '../../../testing/shopper.ts'

afterAll(resetTestClocks)

const offered = {
  items: [{ name: 'Cup', price: 10, quantity: 2, adjustableQuantity: { maximum: 5 } }],
  discounts: [{ code: 'Spring', amountOff: 4 }],
}

type Shop = Pick<Awaited<ReturnType<typeof checkoutApiFixture>>, 'make' | 'shopper'>

/** A new checkout, and what pays three cups with a code: 26. */
const choose = async ({ make, shopper }: Shop) => {
  const id = await make(offered)
  const { nonce } = (await shopper.open(id)).data!
  const choices = { quantities: [3], code: 'spring' }
  const { quote } = (await shopper.order(id, choices)).json.order
  return { id, nonce, body: { order: { ...choices, quote }, answers: { email: 'ann@mail.example' } } }
}

test('a payment that was pending completes with its order', async () => {
  const shop = await openShopAtAcquirer()
  const { id, nonce, body } = await choose(shop)
  shop.faultPlan.add({ fault: { kind: 'silent' }, on: 'authorize' })
  shop.faultPlan.add({ fault: { kind: 'silent' }, on: 'reverse' })
  expect((await shop.shopper.pay(id, nonce, body)).json).toMatchObject({ status: 'processing', mine: true })
  // The page of the pending checkout shows what is being paid.
  expect((await shop.shopper.open(id)).html).toContain('$26.00')
  await shop.advance(180)
  expect(shop.captured()).toBe(0)
  expect((await shop.shopper.ask(id, nonce)).json).toMatchObject({ status: 'open', declined: 'tryLater' })

  const again = (await shop.shopper.open(id)).data!.nonce
  expect((await shop.shopper.pay(id, again, body)).json.status).toBe('completed')
  expect(shop.captured()).toBe(2600)
  expect(await shop.read(id)).toMatchObject({ total: 26, discountCode: 'Spring' })
})

test('a checkout that the sweep completes has the order that was charged, in its event, mail and receipt', async () => {
  const sent: { text: string }[] = []
  const email = { send: async (mail: { text: string }) => void sent.push(mail) }
  const bound = { EMAIL: email as unknown as SendEmail, RECEIPTS_FROM: 'receipts@gateway.example' }
  const shop = await checkoutApiFixture({}, {}, bound)
  const { id, nonce, body } = await choose(shop)
  // Calls 1 to 3 read the checkout, create the payment and record its outcome.
  const { d1 } = faultyDatabase(bindings.DB_00, (nth) => (nth < 4 ? 'runs' : 'fails before'))
  const failing = createShopper(startWorker({ clock: shop.clock }, { DB_00: d1, ...bound }))
  expect((await failing.pay(id, nonce, body)).json.status).toBe('completed')
  const charged = { total: 26, discountCode: 'Spring', shippingOption: null }
  expect(await shop.read(id)).toMatchObject(charged)

  await shop.advance(120)
  expect(await shop.read(id)).toMatchObject(charged)
  const event = (await readEvents(shop.merchant)).find(({ type }) => type === 'checkout.completed')!
  expect(eventResource(event)).toMatchObject(charged)
  expect(sent.map(({ text }) => text.replace(/[\u00a0\u202f]/g, ' '))).toEqual([
    expect.stringContaining('3 × Cup: $30.00\n\nSubtotal: $30.00\nDiscount: -$4.00\nTotal: $26.00'),
  ])
  expect((await shop.shopper.open(id)).html).toContain('$26.00')
})

test('a declined attempt leaves the choices open', async () => {
  const shop = await checkoutApiFixture()
  const { id, nonce, body } = await choose(shop)
  const declined = {
    payment: { creditCard: { accountNumber: '4000000000000002', expires: '1230', verificationValue: '123' } },
  }
  const { json } = await shop.shopper.pay(id, nonce, { ...body, ...declined })
  expect(json).toMatchObject({ status: 'open', declined: 'declined' })
  const { order } = (await shop.shopper.order(id, { quantities: [1] })).json
  const paid = await shop.shopper.pay(id, json.nonce, { order: { quantities: [1], quote: order.quote } })
  expect(paid.json.status).toBe('completed')
  expect(await shop.read(id)).toMatchObject({ total: 10, discountCode: null })
})

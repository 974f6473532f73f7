import { afterAll, expect, test, vi } from 'vitest'
import { bindings } from '../../../testing/bindings.ts'
import { faultyDatabase } from '../../../testing/database/brokenDatabase.ts'
import { eventResource, readEvents } from '../../../testing/events.ts'
import { cards, expectOk, checkoutApiFixture } from '../../../testing/fixtures/checkoutApiFixture.ts'
import { card, startWorker } from '../../../testing/merchant.ts'
import { createShopper } from '../../../testing/shopper.ts'
import { resetTestClocks } from '../../../testing/resetTestClocks.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(resetTestClocks)
afterAll(() => vi.restoreAllMocks())
const resources = new Set(['customer', 'wallet', 'subscription'])
const emittedEvents = async ({ merchant }: Pick<Awaited<ReturnType<typeof checkoutApiFixture>>, 'merchant'>) =>
  (await readEvents(merchant)).filter(({ type }) => resources.has(type.split('.')[0]!))
const answers = { email: 'ann@mail.example', save: true }

test('a completion by the sweep emits its events without a request id', async () => {
  // Calls 1 to 3 read the checkout, create the payment and record its outcome; each later call fails.
  const shop = await checkoutApiFixture()
  const { d1 } = faultyDatabase(bindings.DB_00, (nth) => (nth < 4 ? 'runs' : 'fails before'))
  const failing = createShopper(startWorker({ clock: shop.clock }, { DB_00: d1 }))
  const id = await shop.make({ total: 5, subscription: {} })
  const { nonce } = (await shop.shopper.open(id)).data!
  expect((await failing.pay(id, nonce, { answers })).json.status).toBe('completed')
  expect(await emittedEvents(shop)).toEqual([])
  await shop.advance(120)
  const events = await emittedEvents(shop)
  expect(events.map(({ type }) => type)).toEqual([
    'customer.created',
    'wallet.created',
    'subscription.created',
    'subscription.charged',
  ])
  for (const { requestId } of events) expect(requestId).toBeNull()
  await shop.advance(3600)
  expect(await emittedEvents(shop)).toHaveLength(4)
})

test.each([
  [2, ['subscription.created', 'subscription.charged']],
  [1, ['subscription.created', 'subscription.charged', 'subscription.completed']],
])(
  'completing a checkout with a subscription (installments: %i) emits customer.created, wallet.created and %j',
  async (installments, types) => {
    const shop = await checkoutApiFixture()
    const plan = { label: 'Tea', cycle: { unit: 'month' }, amount: { value: 5 }, installments }
    await expectOk(shop.call('POST', '/v1/subscriptions', { body: plan }))
    const id = await shop.make({ total: 5, subscription: { label: 'Tea' } })
    const { json } = await shop.shopper.openAndPay(id, { answers })
    const { customer } = await shop.read(id)
    const events = await emittedEvents(shop)
    expect(events.map(({ type }) => type)).toEqual(['customer.created', 'wallet.created', ...types])
    expect(new Set(events.map(({ requestId }) => requestId))).toEqual(new Set([json.requestId]))
    const [subscription] = await shop.subscriptions(customer)
    const [entry] = await shop.wallet(customer)
    expect(eventResource(events[0]!)).toMatchObject({ id: customer, emailAddress: answers.email })
    expect(eventResource(events[1]!)).toEqual({ ...entry, customer })
    for (const event of events.slice(2)) expect(eventResource(event)).toEqual({ ...subscription, customer })
  },
)

test('a declined checkout and one with oneTimePayment emit no customer, wallet or subscription event', async () => {
  const shop = await checkoutApiFixture()
  await shop.shopper.openAndPay(await shop.make(), { payment: { creditCard: card(cards.declined) }, answers })
  await shop.shopper.openAndPay(await shop.make({ total: 5, oneTimePayment: true }), { answers })
  expect(await emittedEvents(shop)).toEqual([])
})

test('completing a checkout of a customer with a default emits wallet.created with default false', async () => {
  const shop = await checkoutApiFixture()
  const customer = await shop.createCustomer()
  await shop.store(customer, { creditCard: card() })
  const before = (await emittedEvents(shop)).length
  const id = await shop.make({ total: 5, customerInfo: { id: customer } })
  await shop.shopper.openAndPay(id, { payment: { creditCard: card(cards.other) }, answers })
  const events = (await emittedEvents(shop)).slice(before)
  expect(events).toMatchObject([{ type: 'wallet.created', data: { wallet: { customer, default: false } } }])
})

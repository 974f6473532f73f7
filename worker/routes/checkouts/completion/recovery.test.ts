import { afterAll, expect, test } from 'vitest'
import { bindings } from '../../../testing/bindings.ts'
import type { BatchOutcome } from '../../../testing/database/brokenDatabase.ts'
import { faultyDatabase } from '../../../testing/database/brokenDatabase.ts'
import {
  answers,
  completedRows,
  openFailingShop,
  recordingProcessor,
} from '../../../testing/fixtures/checkoutCompletionFixture.ts'
import { cards, expectOk, checkoutApiFixture } from '../../../testing/fixtures/checkoutApiFixture.ts'
import { card, startWorker } from '../../../testing/merchant.ts'
import { createShopper } from '../../../testing/shopper.ts'
import { resetTestClocks } from '../../../testing/resetTestClocks.ts'

const { processor } = recordingProcessor()

afterAll(resetTestClocks)
const shop = await checkoutApiFixture({}, { processor })
const { make, shopper } = shop

// Calls 1 to 3 read the checkout, create the payment and record its outcome. Call 4 creates the plan, call 5 writes the rest.
test.each<[string, BatchOutcome, number]>([
  ['before the plan is created', 'fails before', 4],
  ['after the plan is created', 'fails after', 4],
  ['before the completion is written', 'fails before', 5],
  ['after the completion is written', 'fails after', 5],
  ['before the receipt is read', 'fails before', 6],
])('a checkout whose worker fails %s is completed once by the sweep', async (_moment, fails, at) => {
  const open = await openFailingShop((nth) => (nth < at ? 'runs' : nth === at ? fails : 'fails before'))
  const id = await open.make({ total: 5, subscription: {} })
  const { nonce } = (await open.shopper.open(id)).data!
  const { status, json } = await open.failing.pay(id, nonce, { answers })
  expect([status, json.status]).toEqual([200, 'completed'])
  const { transactionId } = await open.read(id)
  expect(transactionId).toBe(json.transactionId)
  await open.advance(120)
  expect(await open.rows()).toMatchObject(completedRows)
  const { customer, subscription } = await open.read(id)
  expect((await open.subscriptions(customer))[0]).toMatchObject({ customerSubscriptionId: subscription, charges: 1 })
  expect((await open.transaction(transactionId)).payment.customer).toBe(customer)
  await open.advance(3600)
  expect(await open.rows()).toMatchObject(completedRows)
  expect(await open.merchant.rows('SELECT due, forget FROM checkouts WHERE id = ?', id)).toEqual([
    { due: null, forget: null },
  ])
})

test('a payment without completion logs the warning checkout_not_completed', async () => {
  const { d1 } = faultyDatabase(bindings.DB_00, (nth) => (nth < 4 ? 'runs' : 'fails before'))
  const worker = startWorker({ clock: shop.clock }, { DB_00: d1 })
  const id = await make()
  const { nonce } = (await shopper.open(id)).data!
  expect((await createShopper(worker).pay(id, nonce)).json.status).toBe('completed')
  expect(worker.log.at(-1)?.warnings).toContain('checkout_not_completed')
})

/** A function that runs just before the completion is written. */
const beforeCompletion = () => {
  const before: { writing: (() => Promise<unknown>) | null } = { writing: null }
  const fate = async (nth: number): Promise<BatchOutcome> => {
    if (nth === 5) await before.writing?.()
    return 'runs'
  }
  return { before, fate }
}

/** Pays with a change just before the completion is written, and then sweeps. */
const payWithChange = async (
  change: (
    open: Awaited<ReturnType<typeof openFailingShop>>,
    stored: { customer: string; wallet: string },
  ) => Promise<unknown>,
  saved = false,
) => {
  const { before, fate } = beforeCompletion()
  const open = await openFailingShop(fate)
  const customer = await open.createCustomer()
  const wallet = await open.store(customer, { creditCard: card() })
  const id = await open.make({ total: 5, customerInfo: { id: customer }, subscription: { label: 'Tea' } })
  const { nonce } = (await open.shopper.open(id)).data!
  before.writing = () => change(open, { customer, wallet })
  const payment = saved ? { wallet, verificationValue: '123' } : { creditCard: card(cards.other) }
  expect((await open.failing.pay(id, nonce, { payment, answers })).json.status).toBe('completed')
  await open.advance(120)
  return { open, customer, read: await open.read(id), rows: await open.rows() }
}

test('two sweeps during the payment of a checkout complete it once', async () => {
  const { before, fate } = beforeCompletion()
  const open = await openFailingShop(fate)
  before.writing = () => Promise.all([open.advance(120), open.advance(120)])
  const id = await open.make({ total: 5, subscription: {} })
  const { nonce } = (await open.shopper.open(id)).data!
  expect((await open.failing.pay(id, nonce, { answers })).json).toMatchObject({ status: 'completed' })
  expect(await open.rows()).toMatchObject(completedRows)
})

test('deleting the customer during the payment completes the checkout without a subscription', async () => {
  const { open, read, rows } = await payWithChange((at, { customer }) =>
    expectOk(at.call('DELETE', `/v1/customers/${customer}`)),
  )
  expect(read).toMatchObject({ status: 'completed', subscription: null })
  expect(rows).toMatchObject({ completions: 1, subscriptions: 0, bills: 0, walletEntries: 1 })
  expect(
    await open.merchant.rows(
      'SELECT customer, wallet, subscription FROM checkoutCompletions WHERE transactionId = ?',
      Number(read.transactionId),
    ),
  ).toEqual([{ customer: null, wallet: null, subscription: null }])
})

test('deleting the plan during the payment creates the plan again, with the subscription', async () => {
  const { open, customer, read, rows } = await payWithChange(async (at) => {
    const { subscriptions } = await expectOk(at.call('GET', '/v1/subscriptions'))
    await at.merchant.run('UPDATE plans SET deleted = 1 WHERE id = ?', subscriptions[0].id)
  })
  expect(rows).toMatchObject({ completions: 1, subscriptions: 1, bills: 1, plans: 2 })
  expect((await open.subscriptions(customer))[0]).toMatchObject({
    customerSubscriptionId: read.subscription,
    charges: 1,
  })
})

test('deleting the only saved card during the payment completes the checkout without a subscription', async () => {
  const { read, rows } = await payWithChange(
    (at, { customer, wallet }) => expectOk(at.call('DELETE', `/v1/customers/${customer}/wallet/${wallet}`)),
    true,
  )
  expect(read).toMatchObject({ status: 'completed', subscription: null })
  expect(rows).toMatchObject({ completions: 1, subscriptions: 0, bills: 0 })
})

test('deleting the saved card during the payment subscribes with the customer’s default', async () => {
  const { open, customer, rows } = await payWithChange(async (at, { customer, wallet }) => {
    await at.store(customer, { creditCard: card(cards.other) })
    await expectOk(at.call('DELETE', `/v1/customers/${customer}/wallet/${wallet}`))
  }, true)
  expect(rows).toMatchObject({ completions: 1, subscriptions: 1, bills: 1 })
  expect((await open.subscriptions(customer))[0]).toMatchObject({ wallet: null, charges: 1 })
})

import { afterAll, expect, test } from 'vitest'
import { bindings } from '../../../testing/bindings.ts'
import type { Fate } from '../../../testing/database/brokenDatabase.ts'
import { brokenDatabase } from '../../../testing/database/brokenDatabase.ts'
import {
  answers,
  completedRows,
  openFailingShop,
  recordingProcessor,
} from '../../../testing/fixtures/checkoutCompletionFixture.ts'
import { cards, ok, openShop } from '../../../testing/fixtures/checkoutApiFixture.ts'
import { card, startWorker } from '../../../testing/merchant.ts'
import { shopperAt } from '../../../testing/shopper.ts'
import { resetTestClocks } from '../../../testing/resetTestClocks.ts'

const { processor } = recordingProcessor()

afterAll(resetTestClocks)
const shop = await openShop({}, { processor })
const { make, shopper } = shop

// The look at the checkout, the opening and the settling of its payment; then the plan, and all the rest in one.
test.each<[string, Fate, number]>([
  ['before the plan was made', 'fails before', 4],
  ['as the plan was made', 'fails after', 4],
  ['before all the rest was written', 'fails before', 5],
  ['as all the rest was written', 'fails after', 5],
  ['before the receipt was looked for', 'fails before', 6],
])('%s has paid all the same, and the sweep does what is left, once', async (_name, fails, at) => {
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

test('that it was not completed at once stands in the log', async () => {
  const { d1 } = brokenDatabase(bindings.DB_00, (nth) => (nth < 4 ? 'runs' : 'fails before'))
  const worker = startWorker({ clock: shop.clock }, { DB_00: d1 })
  const id = await make()
  const { nonce } = (await shopper.open(id)).data!
  expect((await shopperAt(worker).pay(id, nonce)).json.status).toBe('completed')
  expect(worker.log.at(-1)?.warnings).toContain('checkout_not_completed')
})

/** Something that happens just before all that follows from a payment is written. */
const justBefore = () => {
  const before: { writing: (() => Promise<unknown>) | null } = { writing: null }
  const fate = async (nth: number): Promise<Fate> => {
    if (nth === 5) await before.writing?.()
    return 'runs'
  }
  return { before, fate }
}

/** Pays with something happening just before all is written, then lets the sweep come. */
const interrupted = async (
  meanwhile: (
    open: Awaited<ReturnType<typeof openFailingShop>>,
    known: { customer: string; wallet: string },
  ) => Promise<unknown>,
  saved = false,
) => {
  const { before, fate } = justBefore()
  const open = await openFailingShop(fate)
  const customer = await open.createCustomer()
  const wallet = await open.store(customer, { creditCard: card() })
  const id = await open.make({ total: 5, customerInfo: { id: customer }, subscription: { label: 'Tea' } })
  const { nonce } = (await open.shopper.open(id)).data!
  before.writing = () => meanwhile(open, { customer, wallet })
  const payment = saved ? { wallet, verificationValue: '123' } : { creditCard: card(cards.other) }
  expect((await open.failing.pay(id, nonce, { payment, answers })).json.status).toBe('completed')
  await open.advance(120)
  return { open, customer, read: await open.read(id), rows: await open.rows() }
}

test('two sweeps come: it is written once, and the shopper hears nothing of it', async () => {
  const { before, fate } = justBefore()
  const open = await openFailingShop(fate)
  before.writing = () => Promise.all([open.advance(120), open.advance(120)])
  const id = await open.make({ total: 5, subscription: {} })
  const { nonce } = (await open.shopper.open(id)).data!
  expect((await open.failing.pay(id, nonce, { answers })).json).toMatchObject({ status: 'completed' })
  expect(await open.rows()).toMatchObject(completedRows)
})

test('the customer is deleted: the payment stands, and as with any deleted customer nothing goes on', async () => {
  const { open, read, rows } = await interrupted((at, { customer }) =>
    ok(at.call('DELETE', `/v1/customers/${customer}`)),
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

test('the plan is deleted: it is made anew, and the subscription with it', async () => {
  const { open, customer, read, rows } = await interrupted(async (at) => {
    const { subscriptions } = await ok(at.call('GET', '/v1/subscriptions'))
    await at.merchant.run('UPDATE plans SET deleted = 1 WHERE id = ?', subscriptions[0].id)
  })
  expect(rows).toMatchObject({ completions: 1, subscriptions: 1, bills: 1, plans: 2 })
  expect((await open.subscriptions(customer))[0]).toMatchObject({
    customerSubscriptionId: read.subscription,
    charges: 1,
  })
})

test('the saved card is deleted: there is nothing left to charge, so no subscription', async () => {
  const { read, rows } = await interrupted(
    (at, { customer, wallet }) => ok(at.call('DELETE', `/v1/customers/${customer}/wallet/${wallet}`)),
    true,
  )
  expect(read).toMatchObject({ status: 'completed', subscription: null })
  expect(rows).toMatchObject({ completions: 1, subscriptions: 0, bills: 0 })
})

test('the saved card is deleted, and another is there: the subscription goes on with the customer’s default', async () => {
  const { open, customer, rows } = await interrupted(async (at, { customer, wallet }) => {
    await at.store(customer, { creditCard: card(cards.other) })
    await ok(at.call('DELETE', `/v1/customers/${customer}/wallet/${wallet}`))
  }, true)
  expect(rows).toMatchObject({ completions: 1, subscriptions: 1, bills: 1 })
  expect((await open.subscriptions(customer))[0]).toMatchObject({ wallet: null, charges: 1 })
})

import { describe, expect, test } from 'vitest'
import type { Scope } from '#contract/scopes'
import { eventResource, readEvents } from '../../testing/events.ts'
import {
  bankAccount,
  cards,
  checkoutApiFixture,
  expectOk,
  formatErrors,
} from '../../testing/fixtures/checkoutApiFixture.ts'
import { card, gatewayOrigin } from '../../testing/merchant.ts'

/** Removing saved payment methods on the page of a checkout. */

const setUp = async (body: object = {}) => {
  const shop = await checkoutApiFixture()
  const customer = await shop.createCustomer()
  const first = await shop.store(customer, { creditCard: card() })
  const second = await shop.store(customer, { creditCard: card(cards.other) })
  const id = await shop.make({ total: 5, allowRemoval: true, customerInfo: { id: customer }, ...body })
  const page = (await shop.shopper.open(id)).data!
  const remove = (wallet: string, { nonce = page.nonce, from = id, headers = {} } = {}) =>
    shop.shopper.post(`${gatewayOrigin}/checkout/${from}/remove`, { nonce, wallet }, headers)
  const left = async () => (await shop.wallet(customer)).map((entry) => entry.id)
  return { ...shop, customer, first, second, id, page, remove, left }
}

test('a removed payment method is deleted as by the API: the next one becomes the default, and each change has an event', async () => {
  const { page, first, second, remove, left, merchant, call, customer } = await setUp()
  expect(page.customer).toMatchObject({ removal: true })
  expect(page.saved.map(({ wallet }) => wallet)).toEqual([first, second])
  const removed = await remove(first)
  expect([removed.status, removed.json]).toMatchObject([200, { saved: [{ wallet: second }], errors: null }])
  expect(await left()).toEqual([second])
  const events = (await readEvents(merchant)).filter(({ requestId }) => requestId === removed.json.requestId)
  expect(events.map((event) => [event.type, eventResource(event).id])).toEqual([
    ['wallet.deleted', first],
    ['wallet.default_changed', second],
  ])
  expect((await expectOk(call('GET', `/v1/customers/${customer}/wallet`))).wallet).toMatchObject([{ default: true }])
  // Sent again, or in another window, it is gone already.
  expect(formatErrors(await remove(first))).toEqual(['wallet wallet_not_found'])
})

test('a payment method that a subscription charges stays: 409 without the subscription', async () => {
  const { call, customer, first, remove, left } = await setUp()
  const plan = { label: 'Tea', cycle: { unit: 'month' }, amount: { value: 5 } }
  const { subscriptions } = await expectOk(call('POST', '/v1/subscriptions', { body: plan }))
  await expectOk(
    call('POST', `/v1/customers/${customer}/subscriptions`, { body: { plan: subscriptions[0].id, wallet: first } }),
  )
  const refused = await remove(first)
  expect([refused.status, formatErrors(refused)]).toEqual([409, ['wallet invalid_state']])
  expect(refused.json.errors[0].message.details).toEqual({ state: 'subscribed' })
  expect(await left()).toContain(first)
})

describe('requests that remove nothing', () => {
  test.each([[false], [null], [undefined]])('with allowRemoval %s', async (allowRemoval) => {
    const { page, first, second, remove, left } = await setUp({ allowRemoval })
    expect(page.customer?.removal ?? false).toBe(false)
    expect(formatErrors(await remove(first))).toEqual(['wallet wallet_not_found'])
    expect((await left()).toSorted()).toEqual([first, second].toSorted())
  })

  test('of another customer, of another account, and of a bank account that the checkout does not accept', async () => {
    const shop = await setUp()
    const other = await shop.createCustomer()
    const othersCard = await shop.store(other, { creditCard: card() })
    const stranger = await setUp()
    const bank = await shop.store(shop.customer, { check: bankAccount })
    for (const wallet of [othersCard, stranger.first, bank, crypto.randomUUID()])
      expect(formatErrors(await shop.remove(wallet))).toEqual(['wallet wallet_not_found'])
    expect(await shop.wallet(other)).toHaveLength(1)
    expect(await stranger.left()).toHaveLength(2)
    expect(await shop.left()).toHaveLength(3)
  })

  test('with a forged nonce, that of another checkout, or from another site', async () => {
    const { first, remove, left, make, shopper } = await setUp()
    const others = (await shopper.open(await make())).data!.nonce
    for (const nonce of [others, 'x'.repeat(54)])
      expect(formatErrors(await remove(first, { nonce }))).toEqual(['nonce format_invalid'])
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(formatErrors(await remove(first, { headers: { 'sec-fetch-site': site } }))).toEqual([
        '- origin_not_allowed',
      ])
    expect(await left()).toHaveLength(2)
  })

  test('of a paid, a canceled and an expired checkout', async () => {
    const paid = await setUp()
    await paid.shopper.openAndPay(paid.id, { payment: { creditCard: card() } })
    const canceled = await setUp()
    await canceled.cancel(canceled.id)
    const expired = await setUp()
    expired.clock.advance(86_400_001)
    for (const { remove, first, left } of [paid, canceled, expired]) {
      const refused = await remove(first)
      expect([refused.status, formatErrors(refused)]).toEqual([409, ['- checkout_closed']])
      expect(await left()).toContain(first)
    }
  })

  test('a key needs customers:write to allow removal', async () => {
    const { customer, merchant, worker } = await setUp()
    const body = { total: 5, allowRemoval: true, customerInfo: { id: customer } }
    const create = async (...scopes: Scope[]) =>
      (await worker.as((await merchant.issue('rk', { scopes })).key)('POST', '/v1/dynamiccheckout', { body })).status
    expect(await create('checkout:write', 'transactions:write')).toBe(403)
    expect(await create('checkout:write', 'transactions:write', 'customers:write')).toBe(200)
  })
})

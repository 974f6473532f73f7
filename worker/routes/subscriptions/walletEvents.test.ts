import { afterAll, expect, test, vi } from 'vitest'
import { dataOf } from '../../testing/events.ts'
import { subscriptionEventFixture } from '../../testing/fixtures/subscriptionEventFixture.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(resetTestClocks)
afterAll(() => vi.restoreAllMocks())

const stolen = '4000000000009979'

/** A customer with a subscription that names a stolen card, which is not the default. */
const waiting = async () => {
  const shop = await subscriptionEventFixture()
  const { ok, at, makePlan, addCard, newEvents } = shop
  await at('2027-01-01T12:00:00Z')
  const customer: string = (await ok('POST', '/v1/customers', { body: {} })).customers[0].id
  const usual = await addCard(customer)
  const named = await addCard(customer, stolen)
  const plan = await makePlan()
  const path = `/v1/customers/${customer}/subscriptions`
  const { customerSubscriptions } = await ok('POST', path, { body: { plan, wallet: named } })
  // Another one of the same customer is charged to the default, and stays as it is.
  await ok('POST', path, { body: { plan } })
  const id: string = customerSubscriptions[0].customerSubscriptionId
  await at('2027-01-01T13:00:00Z')
  await newEvents()
  const shown = async () => {
    const answer = await ok('GET', path)
    return answer.customerSubscriptions.find((one: any) => one.customerSubscriptionId === id)
  }
  expect(await shown()).toMatchObject({ status: 'unpaid', wallet: named, nextCharge: null })
  return { ...shop, customer, usual, named, shown, walletPath: `/v1/customers/${customer}/wallet` }
}
const causes: readonly (readonly [string, (shop: Awaited<ReturnType<typeof waiting>>) => Promise<any>, boolean])[] = [
  [
    'a new one is stored as the default',
    ({ ok, walletPath }) => ok('POST', walletPath, { body: { token: 'test-visa-4242', default: true } }),
    true,
  ],
  [
    'another one becomes the default',
    async ({ ok, walletPath, addCard, customer }) =>
      ok('PUT', `${walletPath}/${await addCard(customer)}`, { body: { default: true } }),
    true,
  ],
  ['the one it names is deleted', ({ ok, walletPath, named }) => ok('DELETE', `${walletPath}/${named}`), false],
]

test.each(causes)('is announced as another from then on where %s', async (_name, cause, isTried) => {
  const shop = await waiting()
  const { requestId } = await cause(shop)
  const [event, ...others] = await shop.newEvents()
  expect(others).toEqual([])
  expect(event).toMatchObject({ type: 'subscription.updated', requestId })
  const shown = await shop.shown()
  expect(shown).toMatchObject({ wallet: null, nextCharge: isTried ? expect.any(String) : null })
  expect(dataOf(event!)).toEqual({ ...shown, customer: shop.customer })
  await shop.at('2027-01-01T14:00:00Z')
  expect(await shop.newTypes()).toEqual(isTried ? ['charged'] : [])
})

test('is announced as tried at once where that was the default, and its heir is', async () => {
  const { ok, walletPath, customer, named, newEvents, shown, at, newTypes, merchant } = await waiting()
  await ok('POST', `${walletPath}`, { body: { token: 'test-visa-4242' } })
  await ok('PUT', `${walletPath}/${named}`, { body: { default: true } })
  const [toDefault] = await newEvents()
  expect(dataOf(toDefault!)).toMatchObject({ wallet: null })
  // As it may be where the default was named by its id: nothing is charged to it but this.
  await merchant.run(
    "UPDATE subscriptions SET status = 'canceled', due = NULL WHERE customer = ? AND status = 'active'",
    customer,
  )
  await at('2027-01-01T14:00:00Z')
  expect(await newTypes()).toEqual(['charge_failed'])
  await ok('PUT', (await pathOf(ok, customer, 'unpaid'))!, { body: { wallet: named } })
  await at('2027-01-01T15:00:00Z')
  expect(await newTypes()).toEqual(['updated', 'charge_failed'])
  const { requestId } = await ok('DELETE', `${walletPath}/${named}`)
  const [event, ...others] = await newEvents()
  expect(others).toEqual([])
  expect(event).toMatchObject({ type: 'subscription.updated', requestId })
  expect(dataOf(event!)).toEqual({ ...(await shown()), customer })
  expect(dataOf(event!)).toMatchObject({ wallet: null, nextCharge: expect.any(String) })
  await at('2027-01-01T16:00:00Z')
  expect(await newTypes()).toEqual(['charged'])
})

/** Of a customer's subscription in a state. */
const pathOf = async (ok: (method: string, path: string) => Promise<any>, customer: string, status: string) => {
  const path = `/v1/customers/${customer}/subscriptions`
  const { customerSubscriptions } = await ok('GET', path)
  const found = customerSubscriptions.find((one: any) => one.status === status)
  return found && `${path}/${found.customerSubscriptionId}`
}

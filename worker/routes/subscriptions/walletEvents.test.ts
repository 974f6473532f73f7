import { afterAll, expect, test, vi } from 'vitest'
import { eventResource } from '../../testing/events.ts'
import { subscriptionEventFixture } from '../../testing/fixtures/subscriptionEventFixture.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(resetTestClocks)
afterAll(() => vi.restoreAllMocks())

const stolen = '4000000000009979'

/** A customer with an unpaid subscription to a stolen card, which is not the default. */
const newUnpaidSubscription = async () => {
  const shop = await subscriptionEventFixture()
  const { ok, setClock: at, makePlan, addCard, newEvents } = shop
  await at('2027-01-01T12:00:00Z')
  const customer: string = (await ok('POST', '/v1/customers', { body: {} })).customers[0].id
  const defaultEntry = await addCard(customer)
  const stolenEntry = await addCard(customer, stolen)
  const plan = await makePlan()
  const path = `/v1/customers/${customer}/subscriptions`
  const { customerSubscriptions } = await ok('POST', path, { body: { plan, wallet: stolenEntry } })
  // Another subscription of the customer is charged to the default and does not change.
  await ok('POST', path, { body: { plan } })
  const id: string = customerSubscriptions[0].customerSubscriptionId
  await at('2027-01-01T13:00:00Z')
  await newEvents()
  const read = async () => {
    const response = await ok('GET', path)
    return response.customerSubscriptions.find((one: any) => one.customerSubscriptionId === id)
  }
  expect(await read()).toMatchObject({ status: 'unpaid', wallet: stolenEntry, nextCharge: null })
  return { ...shop, customer, defaultEntry, stolenEntry, read, walletPath: `/v1/customers/${customer}/wallet` }
}
const causes: readonly (readonly [
  string,
  (shop: Awaited<ReturnType<typeof newUnpaidSubscription>>) => Promise<any>,
  boolean,
])[] = [
  [
    'a wallet entry is added as the default',
    ({ ok, walletPath }) => ok('POST', walletPath, { body: { token: 'test-visa-4242', default: true } }),
    true,
  ],
  [
    'another wallet entry becomes the default',
    async ({ ok, walletPath, addCard, customer }) =>
      ok('PUT', `${walletPath}/${await addCard(customer)}`, { body: { default: true } }),
    true,
  ],
  [
    'its wallet entry is deleted',
    ({ ok, walletPath, stolenEntry }) => ok('DELETE', `${walletPath}/${stolenEntry}`),
    false,
  ],
]

test.each(causes)(
  'an unpaid subscription emits subscription.updated with the default wallet when %s',
  async (_cause, cause, isCharged) => {
    const shop = await newUnpaidSubscription()
    const { requestId } = await cause(shop)
    const [event, ...others] = await shop.newEvents()
    expect(others).toEqual([])
    expect(event).toMatchObject({ type: 'subscription.updated', requestId })
    const subscription = await shop.read()
    expect(subscription).toMatchObject({ wallet: null, nextCharge: isCharged ? expect.any(String) : null })
    expect(eventResource(event!)).toEqual({ ...subscription, customer: shop.customer })
    await shop.setClock('2027-01-01T14:00:00Z')
    expect(await shop.newTypes()).toEqual(isCharged ? ['charged'] : [])
  },
)

test('deleting the default wallet entry of an unpaid subscription emits subscription.updated, and the new default is charged', async () => {
  const {
    ok,
    walletPath,
    customer,
    stolenEntry,
    newEvents,
    read,
    setClock: at,
    newTypes,
    merchant,
  } = await newUnpaidSubscription()
  await ok('POST', `${walletPath}`, { body: { token: 'test-visa-4242' } })
  await ok('PUT', `${walletPath}/${stolenEntry}`, { body: { default: true } })
  const [toDefault] = await newEvents()
  expect(eventResource(toDefault!)).toMatchObject({ wallet: null })
  // No other subscription is charged to the default.
  await merchant.run(
    "UPDATE subscriptions SET status = 'canceled', due = NULL WHERE customer = ? AND status = 'active'",
    customer,
  )
  await at('2027-01-01T14:00:00Z')
  expect(await newTypes()).toEqual(['charge_failed'])
  await ok('PUT', (await pathOf(ok, customer, 'unpaid'))!, { body: { wallet: stolenEntry } })
  await at('2027-01-01T15:00:00Z')
  expect(await newTypes()).toEqual(['updated', 'charge_failed'])
  const { requestId } = await ok('DELETE', `${walletPath}/${stolenEntry}`)
  const [event, ...others] = await newEvents()
  expect(others).toEqual([])
  expect(event).toMatchObject({ type: 'subscription.updated', requestId })
  expect(eventResource(event!)).toEqual({ ...(await read()), customer })
  expect(eventResource(event!)).toMatchObject({ wallet: null, nextCharge: expect.any(String) })
  await at('2027-01-01T16:00:00Z')
  expect(await newTypes()).toEqual(['charged'])
})

/** Path of a customer's subscription with a status. */
const pathOf = async (ok: (method: string, path: string) => Promise<any>, customer: string, status: string) => {
  const path = `/v1/customers/${customer}/subscriptions`
  const { customerSubscriptions } = await ok('GET', path)
  const found = customerSubscriptions.find((one: any) => one.status === status)
  return found && `${path}/${found.customerSubscriptionId}`
}

import { insertDispute } from '../../../testing/fixtures/insertDispute.ts'
import type { MerchantClient } from '../merchantClient.ts'
import { payCheckout } from './checkouts.ts'
import { day } from './flow.ts'

/** A subscription that starts after a delay. */
export const subscribe = async (client: MerchantClient, delayMs: number) => {
  const { customer } = await client.createCustomerWithCard()
  const plan = await client.createPlan()
  const startDate = new Date(client.clock.now() + delayMs).toISOString()
  const path = `/v1/customers/${customer}/subscriptions`
  const { customerSubscriptions } = await client.request('POST', path, { plan, startDate })
  return { customer, plan, path: `${path}/${customerSubscriptions[0].customerSubscriptionId}` }
}

const payByStoredCard = async (client: MerchantClient) => {
  const stored = await client.createCustomerWithCard()
  await client.pay(() => ({ payment: { stored }, amount: { value: 10.5 } }))
  return stored
}

/** An event and the webhook that received it. */
const deliverEvent = async (client: MerchantClient) => {
  const { merchant } = client
  const customer = await client.createCustomer()
  await client.fixture.injector.idle()
  const [event] = await merchant.rows('SELECT id FROM events WHERE account = ? AND resource = ?', merchant.id, customer)
  const [webhook] = await merchant.rows('SELECT id FROM webhooks WHERE account = ?', merchant.id)
  return { event: event!['id'] as string, webhook: webhook!['id'] as string }
}

/** Preconditions of flows by the name in their table. Each returns an id, or values by name. */
export const preconditions = {
  none: async (): Promise<null> => null,
  authorized: (client) => client.authorize(),
  captured: (client) => client.authorizeAndCapture(),
  disputed: async (client) => {
    await client.authorizeAndCapture()
    return insertDispute(client.merchant, 'test')
  },
  customer: (client) => client.createCustomer(),
  stored: (client) => client.createCustomerWithCard(),
  paid: payByStoredCard,
  token: async (client) => ({ customer: await client.createCustomer(), token: await client.createToken() }),
  'stored, token': async (client) => ({
    ...(await client.createCustomerWithCard()),
    token: await client.createToken(),
  }),
  'two stored': async (client) => {
    const stored = await client.createCustomerWithCard()
    return { ...stored, other: await client.storeCard(stored.customer) }
  },
  plan: (client) => client.createPlan(),
  subscribed: (client) => subscribe(client, 30 * day),
  paused: async (client) => {
    const subscription = await subscribe(client, 30 * day)
    await client.request('PUT', subscription.path, { status: 'paused' })
    return subscription
  },
  checkout: (client) => client.createCheckout(),
  'paid checkout': async (client) => {
    const id = await client.createCheckout({ total: 5, oneTimePayment: true })
    await payCheckout(client, id)
    return id
  },
  terminal: (client) => client.registerTerminal(),
  webhook: deliverEvent,
  'idle webhook': (client) => client.createWebhook({ subscribedEvents: [] }),
  connection: async (client) =>
    (await client.request('POST', '/v1/connections', { processor: 'simulator', label: 'Shop' })).connection.id,
  'connection with a book': async (client) => {
    const settings = { keepsBook: true }
    return (await client.request('POST', '/v1/connections', { processor: 'simulator', label: 'Shop', settings }))
      .connection.id
  },
  apiKey: async (client) =>
    (await client.request('POST', '/v1/apikeys', { kind: 'secret', name: 'Reports' })).apiKey.id,
  team: (client) => client.openTeam(),
  view: async (client) =>
    (await client.request('POST', '/v1/views', { list: 'payments', name: 'Large', query: '' })).view.id,
  'clock ahead': (client) => client.request('POST', '/v1/testclock/advance', { seconds: 3_600 }, { isKeyed: false }),
} satisfies Readonly<Record<string, (client: MerchantClient) => Promise<unknown>>>

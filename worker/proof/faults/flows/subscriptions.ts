import { day, flow } from './flow.ts'
import type { Flow } from './flow.ts'
import { subscribe } from './preconditions.ts'

export const subscriptionFlows: readonly Flow[] = [
  flow(
    'create a subscription and charge it',
    ['createCustomerSubscription', 'job subscriptions'],
    async (client) => ({ ...(await client.createCustomerWithCard()), plan: await client.createPlan() }),
    async (client, { customer, plan }) => {
      await client.request('POST', `/v1/customers/${customer}/subscriptions`, { plan })
      await client.fixture.runJob('subscriptions')
    },
  ),
  flow(
    'cancel a subscription before its first charge',
    ['cancelCustomerSubscription'],
    (client) => subscribe(client, day),
    async (client, { path }) => {
      await client.request('DELETE', path, undefined, { isDone: 'already_canceled' })
      await client.advance(2 * day)
    },
  ),
]

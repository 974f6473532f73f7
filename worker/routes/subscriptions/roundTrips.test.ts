import { afterAll, expect, test } from 'vitest'
import { pathOf, subscriptionRequests } from '../../testing/fixtures/subscriptionRequests.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

const { call, subscribe, plan, customer, update, list } = await subscriptionRequests()

afterAll(resetTestClocks)

test('reads of subscriptions cost two database round trips, and writes cost three', async () => {
  const created = await subscribe(customer, { plan })
  const path = `${pathOf(customer)}/${created.json.customerSubscriptions[0].customerSubscriptionId}`
  const responses = [
    created,
    await update(path, { status: 'paused' }),
    await update(path, { status: 'paused' }),
    await call('GET', `${path}/bills`),
    await list(customer),
    await call('DELETE', path),
    await call('DELETE', path),
  ]
  expect(responses.map(({ status, d1 }) => [status, d1])).toEqual([
    [200, 3],
    [200, 3],
    [200, 2],
    [200, 2],
    [200, 2],
    [200, 3],
    [409, 2],
  ])
})

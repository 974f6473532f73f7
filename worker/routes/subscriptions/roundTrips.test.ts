import { afterAll, expect, test } from 'vitest'
import { pathOf, subscriptionRequests } from '../../testing/fixtures/subscriptionRequests.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

const { call, subscribe, plan, customer, update, list } = await subscriptionRequests()

afterAll(resetTestClocks)

test('reads of subscriptions cost two database round trips, writes three, and a new one with its first charge five', async () => {
  // The fixture's clock stands still, so that ids of payments at its time collide now and then, which costs a round trip.
  await call('POST', '/v1/testclock', { body: { now: '2027-02-03T04:05:06.789Z' } })
  const created = await subscribe(customer, { plan })
  const path = `${pathOf(customer)}/${created.json.customerSubscriptions[0].customerSubscriptionId}`
  const responses = [
    created,
    await subscribe(customer, { plan, startDate: '2100-01-01' }),
    await subscribe(customer, { plan, startDate: '2100-01-01' }, call, { 'idempotency-key': 'later' }),
    await subscribe(customer, { plan }, call, { 'idempotency-key': 'now' }),
    await subscribe(customer, { plan }, call, { 'idempotency-key': 'now' }),
    await update(path, { status: 'paused' }),
    await update(path, { status: 'paused' }),
    await call('GET', `${path}/bills`),
    await list(customer),
    await call('DELETE', path),
    await call('DELETE', path),
  ]
  expect(responses.map(({ status, d1 }) => [status, d1])).toEqual([
    [200, 5],
    [200, 3],
    [200, 3],
    [200, 5],
    [200, 4],
    [200, 3],
    [200, 2],
    [200, 2],
    [200, 2],
    [200, 3],
    [409, 2],
  ])
})

import { afterAll, expect, test } from 'vitest'
import { pathOf, subscriptionRequests } from '../../testing/fixtures/subscriptionRequests.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

const { call, subscribe, plan, customer, update, list } = await subscriptionRequests()

afterAll(resetTestClocks)

test('reads cost one round trip beside that of the key, and writes one more', async () => {
  const made = await subscribe(customer, { plan })
  const path = `${pathOf(customer)}/${made.json.customerSubscriptions[0].customerSubscriptionId}`
  const answers = [
    made,
    await update(path, { status: 'paused' }),
    await update(path, { status: 'paused' }),
    await call('GET', `${path}/bills`),
    await list(customer),
    await call('DELETE', path),
    await call('DELETE', path),
  ]
  expect(answers.map(({ status, d1 }) => [status, d1])).toEqual([
    [200, 3],
    [200, 3],
    [200, 2],
    [200, 2],
    [200, 2],
    [200, 3],
    [409, 2],
  ])
})

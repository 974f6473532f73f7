import { afterAll, expect, test } from 'vitest'
import type { Fate } from '../../testing/database/brokenDatabase.ts'
import { idOf, now, subscriptionRequests } from '../../testing/fixtures/subscriptionRequests.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

const { merchant, call, customer, newPath, list, subscriptionRow, audit, callWithFate } = await subscriptionRequests()

afterAll(resetTestClocks)

test('is told of a subscription that is canceled', async () => {
  const path = await newPath({ startDate: '2027-05-01' })
  const answer = await call('DELETE', path)
  expect(answer.json).toMatchObject({
    requestId: answer.headers.get('x-request-id'),
    customerSubscriptions: [{ status: 'canceled', nextCharge: null, resumesAt: null, totalAmount: 10 }],
    errors: null,
  })
  expect(await subscriptionRow(path)).toMatchObject({ status: 'canceled', canceled: now, due: null })
  expect(await audit(path)).toEqual([
    {
      action: 'subscription.canceled',
      key: merchant.secretKeyId,
      requestId: answer.json.requestId,
      detail: { customer, subscription: idOf(path), status: 'canceled' },
    },
  ])
  expect((await list(customer)).json.customerSubscriptions).toContainEqual(answer.json.customerSubscriptions[0])
})

const whole: [Fate, boolean][] = [
  ['fails before', false],
  ['fails after', true],
]

test.each(whole)('as it %s the writing, a subscription is canceled and noted, or neither', async (fate, made) => {
  const fails = await callWithFate((batch) => (batch > 2 ? fate : 'runs'))
  const path = await newPath()
  expect((await fails('DELETE', path)).status).toBe(503)
  expect([(await subscriptionRow(path))['status'], (await audit(path)).length]).toEqual(
    made ? ['canceled', 1] : ['active', 0],
  )
  const again = await call('DELETE', path)
  expect([again.status, again.json.errors?.[0].type]).toEqual(made ? [409, 'already_canceled'] : [200, undefined])
})

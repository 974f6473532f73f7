import { afterAll, expect, test } from 'vitest'
import type { BatchOutcome } from '../../testing/database/brokenDatabase.ts'
import { idOf, now, subscriptionRequests } from '../../testing/fixtures/subscriptionRequests.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

const { merchant, call, customer, newPath, list, subscriptionRow, audit, callWithFate } = await subscriptionRequests()

afterAll(resetTestClocks)

test('canceling a subscription returns it without next charge and adds an audit entry', async () => {
  const path = await newPath({ startDate: '2027-05-01' })
  const response = await call('DELETE', path)
  expect(response.json).toMatchObject({
    requestId: response.headers.get('x-request-id'),
    customerSubscriptions: [{ status: 'canceled', nextCharge: null, resumesAt: null, totalAmount: 10 }],
    errors: null,
  })
  expect(await subscriptionRow(path)).toMatchObject({ status: 'canceled', canceled: now, due: null })
  expect(await audit(path)).toEqual([
    {
      action: 'subscription.canceled',
      key: merchant.secretKeyId,
      requestId: response.json.requestId,
      detail: { customer, subscription: idOf(path), changes: { status: { old: 'pending', new: 'canceled' } } },
    },
  ])
  expect((await list(customer)).json.customerSubscriptions).toContainEqual(response.json.customerSubscriptions[0])
})

const fates: [BatchOutcome, isCanceled: boolean][] = [
  ['fails before', false],
  ['fails after', true],
]

test.each(fates)(
  'canceling a subscription is atomic and returns 503 when the database %s the write',
  async (fate, isCanceled) => {
    const failing = await callWithFate((batch) => (batch > 2 ? fate : 'runs'))
    const path = await newPath()
    expect((await failing('DELETE', path)).status).toBe(503)
    expect([(await subscriptionRow(path))['status'], (await audit(path)).length]).toEqual(
      isCanceled ? ['canceled', 1] : ['active', 0],
    )
    const repeated = await call('DELETE', path)
    expect([repeated.status, repeated.json.errors?.[0].type]).toEqual(
      isCanceled ? [409, 'already_canceled'] : [200, undefined],
    )
  },
)

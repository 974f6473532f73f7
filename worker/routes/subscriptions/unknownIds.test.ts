import { afterAll, expect, test } from 'vitest'
import { ok, pathOf, subscriptionRequests } from '../../testing/fixtures/subscriptionRequests.ts'
import type { Call } from '../../testing/merchant.ts'
import { listErrors } from '../../testing/fixtures/walletFixture.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

const { call, live, stranger, newPlan, newCustomer, addCard, subscribe, plan, customer, update, list, accountRows } =
  await subscriptionRequests()

afterAll(resetTestClocks)
const unknownId = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'

/** Ids of a new customer and its subscription. */
const newIds = async (by: Call) => {
  const customer = await newCustomer(by)
  await addCard(customer, by)
  const { customerSubscriptions } = await ok(subscribe(customer, { plan: await newPlan({}, by) }, by))
  return [customer, customerSubscriptions[0].customerSubscriptionId] as [string, string]
}

test('update, cancellation, bills and list return the same 404 for a subscription or customer that is unknown, deleted, foreign or of the other mode', async () => {
  const [foreign, ofLive, ofOther] = [await newIds(stranger), await newIds(live), await newIds(call)]
  const own = await newIds(call)
  const deleted = await newIds(call)
  await ok(call('DELETE', `/v1/customers/${deleted[0]}`))
  const before = await accountRows()
  const pairs = [
    foreign,
    ofLive,
    [own[0], ofOther[1]],
    [own[0], unknownId],
    [unknownId, own[1]],
    [own[0], foreign[1]],
    deleted,
  ]
  for (const send of [
    (path: string) => update(path, { status: 'paused' }),
    (path: string) => call('DELETE', path),
    (path: string) => call('GET', `${path}/bills`),
  ]) {
    const bytes = new Set<string>()
    for (const [customer, id] of pairs) {
      const response = await send(`${pathOf(customer!)}/${id}`)
      expect([response.status, listErrors(response)]).toEqual([404, [['not_found', null]]])
      bytes.add(response.text.replace(response.json.requestId, ''))
    }
    expect(bytes.size).toBe(1)
  }
  const bytes = new Set<string>()
  for (const customer of [unknownId, foreign[0], ofLive[0], deleted[0]]) {
    const response = await list(customer)
    expect(response.status).toBe(404)
    bytes.add(response.text.replace(response.json.requestId, ''))
  }
  expect(bytes.size).toBe(1)
  expect(await accountRows()).toEqual(before)
})

test.each([
  ['seven characters', 'x'.repeat(7)],
  ['65 characters', 'x'.repeat(65)],
  ['an underscore', 'with_underscore'],
])('a customer or subscription id with %s returns 400 id_invalid in every operation', async (_form, id) => {
  const cases: [string, string, string, object?][] = [
    ['Customer', 'GET', pathOf(id)],
    ['Customer', 'POST', pathOf(id), { plan }],
    ['Customer', 'PUT', `${pathOf(id)}/${unknownId}`, { status: 'paused' }],
    ['Subscription', 'PUT', `${pathOf(customer)}/${id}`, { status: 'paused' }],
    ['Subscription', 'DELETE', `${pathOf(customer)}/${id}`],
    ['Subscription', 'GET', `${pathOf(customer)}/${id}/bills`],
  ]
  for (const [field, method, path, body] of cases) {
    const response = await call(method, path, { body })
    expect([response.status, listErrors(response)], `${method} ${path}`).toEqual([400, [['id_invalid', field]]])
  }
})

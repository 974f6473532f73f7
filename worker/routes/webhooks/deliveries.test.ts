import { expect, test } from 'vitest'
import { firstError } from '../../testing/firstError.ts'
import { bindings } from '../../testing/bindings.ts'
import {
  captureConsole,
  createEvent,
  iso,
  listWebhooks,
  newWebhook,
  replayEvents,
  updateWebhook,
} from '../../testing/fixtures/webhookRequests.ts'
import { replayEvent } from '../../testing/fixtures/eventRequests.ts'
import { nextLink } from '../../testing/nextLink.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'
import { attemptDelaysMs } from '../../webhooks/delivery/retrySchedule.ts'

captureConsole()
const { as, open, clock, sweep } = startWebhookReceivers()

type Shop = Awaited<ReturnType<typeof open>>
type Receiver = Awaited<ReturnType<Shop['receive']>>

const deliveriesOf = async ({ call }: Shop, { id }: { readonly id: string }, query = ''): Promise<any[]> =>
  (await call('GET', `/v1/webhook/${id}/deliveries${query}`)).json.deliveries
const statesOf = async (shop: Shop, receiver: Receiver, query = '') =>
  (await deliveriesOf(shop, receiver, query)).map(({ state }) => state)
const resourcesOf = async (shop: Shop, receiver: Receiver, query = '') =>
  (await deliveriesOf(shop, receiver, query)).map(({ event }) => event.resource)

/** A receiver that fails, and the customers whose events were attempted, oldest first. */
const failingReceiver = async (count: number) => {
  const shop = await open()
  const receiver = await shop.receive({ subscribedEvents: [5] })
  receiver.respondWith(500)
  const customers: string[] = []
  for (let number = 1; number <= count; number++) {
    customers.push(await createEvent(shop.call))
    clock.advance(1)
    await expect
      .poll(async () => (await deliveriesOf(shop, receiver)).filter(({ attempts }) => attempts.length > 0).length)
      .toBe(number)
  }
  return { shop, receiver, customers }
}

test('deliveries of a webhook have the event, the state and all attempts, newest first', async () => {
  const { shop, receiver, customers } = await failingReceiver(1)
  receiver.respondWith(204)
  const second = await createEvent(shop.call)
  await expect.poll(() => statesOf(shop, receiver)).toEqual(['delivered', 'pending'])
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const event = { id: expect.stringMatching(/^evt-/), type: 'customer.created', timestamp: at }
  const attempt = { at, tookMs: expect.any(Number) }
  expect(await deliveriesOf(shop, receiver)).toEqual([
    {
      event: { ...event, resource: second },
      state: 'delivered',
      next: null,
      attempts: [{ ...attempt, status: 204 }],
    },
    {
      event: { ...event, resource: customers[0] },
      state: 'pending',
      next: at,
      attempts: [{ ...attempt, status: 500 }],
    },
  ])
  expect(await statesOf(shop, receiver, '?state=pending')).toEqual(['pending'])
  expect(await deliveriesOf(shop, receiver, '?state=undelivered')).toEqual([])
})

test('a webhook that fails has the time of its first failure until a delivery succeeds', async () => {
  const { shop, receiver } = await failingReceiver(1)
  const since = async () => (await listWebhooks(shop.call))[0].failingSince
  const [{ attempts }] = await deliveriesOf(shop, receiver)
  const first = await since()
  expect(Date.parse(first)).toBeGreaterThanOrEqual(Date.parse(attempts[0].at))
  clock.advance(1000)
  await createEvent(shop.call)
  await receiver.waitForDeliveries(2)
  expect(await since()).toBe(first)
  receiver.respondWith(204)
  await createEvent(shop.call)
  await expect.poll(since).toBeNull()
})

test('a replay of undelivered events delivers those that failed or were dropped, and no others', async () => {
  const { shop, receiver, customers } = await failingReceiver(2)
  receiver.respondWith(204)
  customers.push(await createEvent(shop.call))
  await expect.poll(() => statesOf(shop, receiver)).toEqual(['delivered', 'pending', 'pending'])
  // Disabling the webhook drops both.
  await updateWebhook(shop.call, receiver.id, { enabled: false })
  await expect.poll(() => statesOf(shop, receiver, '?state=undelivered')).toEqual(['dropped', 'dropped'])
  await updateWebhook(shop.call, receiver.id, { enabled: true })
  const { length } = receiver.heard
  const replay = await replayEvents(shop.call, receiver.id, { undelivered: true })
  expect([replay.status, replay.json.replay.undelivered]).toEqual([200, true])
  await receiver.waitForDeliveries(length + 2)
  const again = receiver.events().slice(length)
  expect(again.map(({ data }) => data.customer.id).toSorted()).toEqual(customers.slice(0, 2).toSorted())
  await expect.poll(() => statesOf(shop, receiver)).toEqual(['delivered', 'delivered', 'delivered'])
  expect(await deliveriesOf(shop, receiver, '?state=undelivered')).toEqual([])
})

test('a replay of undelivered events leaves out those outside of its period', async () => {
  const { shop, receiver } = await failingReceiver(1)
  await updateWebhook(shop.call, receiver.id, { enabled: false })
  await expect.poll(() => statesOf(shop, receiver, '?state=undelivered')).toEqual(['dropped'])
  await updateWebhook(shop.call, receiver.id, { enabled: true })
  clock.advance(1000)
  await replayEvents(shop.call, receiver.id, { since: iso(clock.now() - 500), undelivered: true })
  expect(await statesOf(shop, receiver, '?state=undelivered')).toEqual(['dropped'])
})

test('a delivery without attempts left has failed, and is delivered again by a replay of its event', async () => {
  const { shop, receiver } = await failingReceiver(1)
  for (const delay of attemptDelaysMs.slice(1)) {
    const { length } = receiver.heard
    clock.advance(1.1 * delay + 1000)
    await sweep()
    await receiver.waitForDeliveries(length + 1)
    await expect.poll(async () => (await deliveriesOf(shop, receiver))[0].attempts.length).toBe(length + 1)
  }
  await expect.poll(() => statesOf(shop, receiver, '?state=undelivered')).toEqual(['failed'])
  receiver.respondWith(200)
  const [{ event }] = await deliveriesOf(shop, receiver)
  await replayEvent(shop.call, event.id, { webhook: receiver.id })
  await expect.poll(() => statesOf(shop, receiver)).toEqual(['delivered'])
})

test.each(['', 'state=pending&'])('pages of deliveries follow the links, with the filter "%s"', async (filter) => {
  const { shop, receiver, customers } = await failingReceiver(5)
  const newestFirst = customers.toReversed()
  expect(await resourcesOf(shop, receiver, `?${filter}limit=100`)).toEqual(newestFirst)
  const pages: string[][] = []
  let path: string | undefined = `/v1/webhook/${receiver.id}/deliveries?${filter}limit=2`
  let last: Awaited<ReturnType<typeof shop.call>> | undefined
  while (path !== undefined) {
    last = await shop.call('GET', path)
    expect(last.d1).toBe(2)
    pages.push(last.json.deliveries.map((one: any) => one.event.resource))
    path = nextLink(last)
  }
  expect(pages).toEqual([newestFirst.slice(0, 2), newestFirst.slice(2, 4), newestFirst.slice(4)])
  const previous = /<([^>]+)>; rel="prev"/.exec(last!.headers.get('link') ?? '')![1]!
  expect((await shop.call('GET', previous)).json.deliveries.map((one: any) => one.event.resource)).toEqual(
    newestFirst.slice(2, 4),
  )
  expect(await resourcesOf(shop, receiver, `?${filter}limit=2&pageNumber=3`)).toEqual(newestFirst.slice(4))
})

test('deliveries of a deleted webhook, and of one of another account, are not found', async () => {
  const shop = await open()
  const { id } = await newWebhook(shop.call)
  const stranger = await open()
  expect(firstError(await stranger.call('GET', `/v1/webhook/${id}/deliveries`))).toEqual([404, 'not_found', null])
  await shop.call('DELETE', `/v1/webhook/${id}`)
  expect(firstError(await shop.call('GET', `/v1/webhook/${id}/deliveries`))).toEqual([404, 'not_found', null])
})

test.each(['state=lost', 'cursor=none', 'pageSize=0'])('the list of deliveries rejects %s', async (query) => {
  const { call } = await open()
  const { id } = await newWebhook(call)
  expect(firstError(await call('GET', `/v1/webhook/${id}/deliveries?${query}`)).slice(0, 2)).toEqual([
    400,
    'query_invalid',
  ])
})

test('deliveries of events that the key cannot read are left out', async () => {
  const { shop, receiver } = await failingReceiver(1)
  const keyOf = async (...scopes: string[]) =>
    (await shop.call('POST', '/v1/apikeys', { body: { kind: 'restricted', scopes } })).json.key
  const path = `/v1/webhook/${receiver.id}/deliveries`
  expect((await as(await keyOf('webhooks:write'))('GET', path)).json.deliveries).toEqual([])
  expect((await as(await keyOf('webhooks:write', 'customers:read'))('GET', path)).json.deliveries).toHaveLength(1)
})

test('an event past its retention is left out of the deliveries', async () => {
  const { shop, receiver } = await failingReceiver(1)
  await bindings.DB_00.prepare('UPDATE events SET snapshot = NULL WHERE account = ?').bind(shop.merchant.id).run()
  expect(await deliveriesOf(shop, receiver)).toEqual([])
})

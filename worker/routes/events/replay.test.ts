import { afterAll, expect, test, vi } from 'vitest'
import { firstError } from '../../testing/firstError.ts'
import { createCustomer, listEvents, replayEvent } from '../../testing/fixtures/eventRequests.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const { open, as } = startWebhookReceivers()

/** Three webhooks, and a delivered event of kind 5, to which the third is not subscribed. */
const newDeliveredEvent = async () => {
  const shop = await open()
  const [all, subscribed, unsubscribed] = [
    await shop.receive(),
    await shop.receive({ subscribedEvents: [5] }),
    await shop.receive({ subscribedEvents: [0, 1] }),
  ]
  await createCustomer(shop.call)
  await all.waitForDeliveries(1)
  await subscribed.waitForDeliveries(1)
  const [{ id }] = await listEvents(shop.call)
  return { ...shop, all, subscribed, unsubscribed, id: id as string }
}

test('replaying an event delivers it to all enabled webhooks that are subscribed to its kind', async () => {
  const { call, all, subscribed, unsubscribed, id } = await newDeliveredEvent()
  await call('PUT', `/v1/webhook/${subscribed.id}`, { body: { enabled: false } })
  const response = await replayEvent(call, id)
  expect([response.status, response.json.webhooks]).toEqual([200, [all.id]])
  await all.waitForDeliveries(2)
  expect(new Set(all.events().map((event) => event.id))).toEqual(new Set([id]))
  await call('PUT', `/v1/webhook/${subscribed.id}`, { body: { enabled: true } })
  expect(new Set((await replayEvent(call, id)).json.webhooks)).toEqual(new Set([all.id, subscribed.id]))
  await subscribed.waitForDeliveries(2)
  expect(unsubscribed.heard).toEqual([])
})

test('replaying an event to a given webhook delivers it, also without a subscription to its kind', async () => {
  const { call, all, unsubscribed, id } = await newDeliveredEvent()
  expect((await replayEvent(call, id, { webhook: unsubscribed.id })).json.webhooks).toEqual([unsubscribed.id])
  await unsubscribed.waitForDeliveries(1)
  expect(unsubscribed.events()[0].id).toBe(id)
  expect(all.heard).toHaveLength(1)
  expect((await replayEvent(call, id, { webhook: null })).json.webhooks).toHaveLength(2)
})

test('replaying an event of an account without webhooks returns no webhooks', async () => {
  const { call } = await open()
  await createCustomer(call)
  const [{ id }] = await listEvents(call)
  expect((await replayEvent(call, id)).json).toMatchObject({ webhooks: [], errors: null })
})

test('replaying an event to a disabled webhook returns 409, to an unknown, foreign or other-mode one 400 webhook_not_found', async () => {
  const { merchant, call, subscribed, id } = await newDeliveredEvent()
  await call('PUT', `/v1/webhook/${subscribed.id}`, { body: { enabled: false } })
  expect(firstError(await replayEvent(call, id, { webhook: subscribed.id }))).toEqual([409, 'webhook_disabled', null])
  const live = as((await merchant.issue('sk', { mode: 'live' })).key)
  const registration = { url: 'https://shop.example/', enabled: true, subscribedEvents: null }
  const foreignIds = [
    (await (await open()).call('POST', '/v1/webhook', { body: registration })).json.webhook.id,
    (await live('POST', '/v1/webhook', { body: registration })).json.webhook.id,
    crypto.randomUUID(),
  ]
  for (const webhook of foreignIds)
    expect(firstError(await replayEvent(call, id, { webhook }))).toEqual([400, 'webhook_not_found', 'webhook'])
  expect(firstError(await replayEvent(call, id, { webhook: 'short' }))).toEqual([400, 'length_invalid', 'webhook'])
  expect(subscribed.heard).toHaveLength(1)
})

import { afterAll, expect, test, vi } from 'vitest'
import { firstError } from '../../testing/firstError.ts'
import { createCustomer, listDeliveries, listEvents, replayEvent } from '../../testing/fixtures/eventRequests.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const { open } = startWebhookReceivers()

test('deliveries of an event have state and attempts for each subscribed webhook', async () => {
  const shop = await open()
  const [accepting, failing, unsubscribed] = [
    await shop.receive({ subscribedEvents: [5] }),
    await shop.receive(),
    await shop.receive({ subscribedEvents: [0] }),
  ]
  failing.respondWith(503)
  await createCustomer(shop.call)
  await accepting.waitForDeliveries(1)
  await failing.waitForDeliveries(1)
  const [{ id }] = await listEvents(shop.call)
  const deliveryTo = async (receiver: { id: string }) =>
    (await listDeliveries(shop.call, id)).find((delivery) => delivery.webhook === receiver.id)
  await expect.poll(async () => (await deliveryTo(accepting))?.state, { timeout: 10_000 }).toBe('delivered')
  await expect.poll(async () => (await deliveryTo(failing))?.attempts.length, { timeout: 10_000 }).toBe(1)
  const at = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/)
  expect(await deliveryTo(accepting)).toEqual({
    webhook: accepting.id,
    url: accepting.url,
    state: 'delivered',
    next: null,
    attempts: [{ at, status: 204, tookMs: expect.any(Number) }],
  })
  expect(await deliveryTo(failing)).toEqual({
    webhook: failing.id,
    url: failing.url,
    state: 'pending',
    next: at,
    attempts: [{ at, status: 503, tookMs: expect.any(Number) }],
  })
  expect(await deliveryTo(unsubscribed)).toBeUndefined()
  expect(await listDeliveries(shop.call, id)).toHaveLength(2)
})

test('an event without subscribed webhooks has no deliveries; an unknown event returns 404, a malformed id 400', async () => {
  const { call } = await open()
  await createCustomer(call)
  const [{ id }] = await listEvents(call)
  expect(await listDeliveries(call, id)).toEqual([])
  const unknown = `evt-${crypto.randomUUID()}`
  for (const response of [
    await call('GET', `/v1/events/${unknown}`),
    await call('GET', `/v1/events/${unknown}/attempts`),
    await replayEvent(call, unknown),
  ])
    expect(firstError(response)).toEqual([404, 'not_found', null])
  expect(firstError(await call('GET', '/v1/events/short'))).toEqual([400, 'id_invalid', 'Event'])
})

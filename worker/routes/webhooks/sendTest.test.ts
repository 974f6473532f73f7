import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import { firstError } from '../../testing/firstError.ts'
import {
  captureConsole,
  listWebhooks,
  newWebhook,
  sendTest,
  updateWebhook,
} from '../../testing/fixtures/webhookRequests.ts'
import { objectGateway } from '../../testing/runtime/objectGateway.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'

captureConsole()
const { open } = startWebhookReceivers()

test('a test event is signed and delivered at once, and the response has the status of the endpoint', async () => {
  const shop = await open()
  const receiver = await shop.receive({ subscribedEvents: [], headers: { 'x-shop': '7' } })
  for (const [status, delivered] of [
    [204, true],
    [200, true],
    [307, false],
    [410, false],
    [500, false],
  ] as const) {
    receiver.respondWith(status)
    const { json } = await sendTest(shop.call, receiver.id)
    expect(json).toEqual({
      requestId: json.requestId,
      attempt: { at: expect.stringMatching(/Z$/), status, tookMs: expect.any(Number) },
      delivered,
      errors: null,
    })
  }
  expect(receiver.heard).toHaveLength(5)
  for (const event of receiver.events()) expect(event).toMatchObject({ type: 'webhook.test', kind: null })
  expect(receiver.heard[0]!.headers.get('x-shop')).toBe('7')
  // A test event is in no list, and a 410 to it does not disable the webhook.
  expect((await shop.call('GET', '/v1/events')).json.events).toEqual([])
  expect((await listWebhooks(shop.call))[0]).toMatchObject({ enabled: true })
})

test('a test event is delivered to a disabled webhook, which stays disabled', async () => {
  const shop = await open()
  const receiver = await shop.receive()
  await updateWebhook(shop.call, receiver.id, { enabled: false })
  expect((await sendTest(shop.call, receiver.id)).json).toMatchObject({ attempt: { status: 204 }, delivered: true })
  expect(receiver.heard).toHaveLength(1)
  expect((await listWebhooks(shop.call))[0]).toMatchObject({ enabled: false })
})

test('a test event to an unreachable endpoint returns delivered false and status null', async () => {
  const { call } = await open()
  const { id } = await newWebhook(call)
  expect((await sendTest(call, id)).json).toMatchObject({ attempt: { status: null }, delivered: false })
})

test('a test event returns 503 unavailable while the webhook’s object cannot reach the database', async () => {
  const { call } = await open()
  const { id } = await newWebhook(call)
  const { of } = objectGateway
  const { d1 } = faultyDatabase(bindings.DB_00, () => 'fails before')
  objectGateway.of = (bound) => of!({ ...bound, DB_00: d1 })
  const rejected = await sendTest(call, id)
  objectGateway.of = of
  expect(firstError(rejected)).toEqual([503, 'unavailable', null])
  expect((await sendTest(call, id)).status).toBe(200)
})

import { runInDurableObject } from '#runtime'
import { expect, test } from 'vitest'
import {
  captureConsole,
  createEvent,
  deleteWebhook,
  listWebhooks,
  newWebhook,
  secretPattern,
} from '../../testing/fixtures/webhookRequests.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'

captureConsole()
const { open } = startWebhookReceivers()

test('a deleted webhook receives nothing, its rows and object are deleted, and a new webhook with its url has another secret', async () => {
  const shop = await open()
  const receiver = await shop.receive({ headers: { 'x-shop': '7' } })
  await createEvent(shop.call)
  await receiver.waitForDeliveries(1)
  const response = await deleteWebhook(shop.call, receiver.id)
  expect([response.status, response.json]).toEqual([
    200,
    { requestId: response.headers.get('x-request-id'), errors: null },
  ])
  expect(await listWebhooks(shop.call)).toEqual([])
  expect(await shop.merchant.rows('SELECT * FROM webhooks WHERE id = ?', receiver.id)).toEqual([])
  expect(
    await runInDurableObject(receiver.object(), async (_endpoint, { storage }) => [
      [...storage.kv.list()],
      await storage.getAlarm(),
    ]),
  ).toEqual([[], null])
  const created = await newWebhook(shop.call, { url: receiver.url })
  expect(created.id).not.toBe(receiver.id)
  expect(created.secret).toMatch(secretPattern)
  expect(created.secret).not.toBe(receiver.secret)
  await createEvent(shop.call)
  await receiver.waitForDeliveries(2)
  expect(() => receiver.events(receiver.secret)).toThrow()
})

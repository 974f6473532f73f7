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
import { startReceivers } from '../../testing/fixtures/webhookFixture.ts'

captureConsole()
const { open } = startReceivers()

test('is gone for good, hears nothing, and its url may be registered anew, with another secret', async () => {
  const shop = await open()
  const receiver = await shop.receive({ headers: { 'x-shop': '7' } })
  await createEvent(shop.call)
  await receiver.hears(1)
  const answer = await deleteWebhook(shop.call, receiver.id)
  expect([answer.status, answer.json]).toEqual([200, { requestId: answer.headers.get('x-request-id'), errors: null }])
  expect(await listWebhooks(shop.call)).toEqual([])
  expect(await shop.merchant.rows('SELECT * FROM webhooks WHERE id = ?', receiver.id)).toEqual([])
  expect(
    await runInDurableObject(receiver.object(), async (_endpoint, { storage }) => [
      [...storage.kv.list()],
      await storage.getAlarm(),
    ]),
  ).toEqual([[], null])
  const fresh = await newWebhook(shop.call, { url: receiver.url })
  expect(fresh.id).not.toBe(receiver.id)
  expect(fresh.secret).toMatch(secretPattern)
  expect(fresh.secret).not.toBe(receiver.secret)
  await createEvent(shop.call)
  await receiver.hears(2)
  expect(() => receiver.events(receiver.secret)).toThrow()
})

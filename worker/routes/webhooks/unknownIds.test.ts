import { expect, test } from 'vitest'
import { firstError } from '../../testing/firstError.ts'
import {
  captureConsole,
  deleteWebhook,
  hour,
  newWebhook,
  replayEvents,
  rotateSecret,
  sendTest,
  updateWebhook,
  webhookRows,
} from '../../testing/fixtures/webhookRequests.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'

captureConsole()
const { open, clock } = startWebhookReceivers()
const notFound = [404, 'not_found', null]

test('update, deletion, rotation, test and replay of a deleted or unknown webhook return 404 not_found', async () => {
  const { merchant, call } = await open()
  const { id } = await newWebhook(call)
  await deleteWebhook(call, id)
  const before = await webhookRows(merchant)
  for (const unknownId of [id, crypto.randomUUID()]) {
    const responses = [
      await updateWebhook(call, unknownId, { enabled: false }),
      await deleteWebhook(call, unknownId),
      await rotateSecret(call, unknownId),
      await sendTest(call, unknownId),
      await replayEvents(call, unknownId, { since: new Date(clock.now() - hour).toISOString() }),
    ]
    expect(responses.map(firstError)).toEqual(responses.map(() => notFound))
  }
  expect(await webhookRows(merchant)).toEqual(before)
})

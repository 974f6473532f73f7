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
import { startReceivers } from '../../testing/fixtures/webhookFixture.ts'

captureConsole()
const { open, clock } = startReceivers()
const gone = [404, 'not_found', null]

test('and one that never was, are not found', async () => {
  const { merchant, call } = await open()
  const { id } = await newWebhook(call)
  await deleteWebhook(call, id)
  const before = await webhookRows(merchant)
  for (const unknown of [id, crypto.randomUUID()]) {
    const answers = [
      await updateWebhook(call, unknown, { enabled: false }),
      await deleteWebhook(call, unknown),
      await rotateSecret(call, unknown),
      await sendTest(call, unknown),
      await replayEvents(call, unknown, { since: new Date(clock.now() - hour).toISOString() }),
    ]
    expect(answers.map(firstError)).toEqual(answers.map(() => gone))
  }
  expect(await webhookRows(merchant)).toEqual(before)
})

import { expect, test } from 'vitest'
import { captureConsole, listWebhooks, newWebhook } from '../../testing/fixtures/webhookRequests.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'

captureConsole()
const { open, clock } = startWebhookReceivers()

test('the list of webhooks is newest first', async () => {
  const { call } = await open()
  const ids: string[] = []
  for (let count = 0; count < 3; count++) {
    ids.unshift((await newWebhook(call)).id)
    clock.advance(1)
  }
  expect((await listWebhooks(call)).map(({ id }) => id)).toEqual(ids)
})

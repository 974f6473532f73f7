import { expect, test } from 'vitest'
import {
  captureConsole,
  auditEntries,
  createWebhook,
  deleteWebhook,
  rotateSecret,
  updateWebhook,
} from '../../testing/fixtures/webhookRequests.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'

captureConsole()
const { open } = startWebhookReceivers()

test('each change of a webhook adds an audit entry with API key, request id and host, without secrets', async () => {
  const { merchant, call } = await open()
  const url = 'https://shop.example:8443/hooks?token=hush'
  const responses = [await createWebhook(call, { url, subscribedEvents: [1], headers: { authorization: 'hush' } })]
  const { id } = responses[0]!.json.webhook
  responses.push(
    await createWebhook(call, { url, enabled: false }),
    await updateWebhook(call, id, { url: 'https://other.example/hush', headers: null }),
    await rotateSecret(call, id),
    await deleteWebhook(call, id),
  )
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const entries = await auditEntries(merchant)
  expect(JSON.stringify(entries)).not.toMatch(/hush|whsec/)
  expect(entries.map(({ action, detail }) => ({ action, detail }))).toEqual([
    {
      action: 'webhook.registered',
      detail: {
        webhook: id,
        host: 'shop.example:8443',
        enabled: true,
        subscribedEvents: [1],
        eventTypes: null,
        headers: ['authorization'],
      },
    },
    {
      action: 'webhook.updated',
      detail: { webhook: id, enabled: false, subscribedEvents: null, eventTypes: null, headers: [] },
    },
    { action: 'webhook.updated', detail: { webhook: id, host: 'other.example', headers: [] } },
    { action: 'webhook.rotated', detail: { webhook: id, until: expect.any(Number) } },
    { action: 'webhook.deleted', detail: { webhook: id } },
  ])
  expect(new Set(entries.map(({ key }) => key))).toEqual(new Set([merchant.secretKeyId]))
  expect(entries.map(({ requestId }) => requestId)).toEqual(responses.map(({ json }) => json.requestId))
})

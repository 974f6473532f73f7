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
    await updateWebhook(call, id, { url: 'https://other.example/hush', headers: { 'x-shop': 'hush' } }),
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
        changes: {
          url: { old: null, new: 'https://shop.example:8443/[redacted]' },
          enabled: { old: null, new: true },
          subscribedEvents: { old: null, new: [1] },
          headers: { old: null, new: { authorization: '[redacted]' } },
          maxConcurrency: { old: null, new: 50 },
          secret: { old: null, new: '[redacted]' },
        },
      },
    },
    {
      action: 'webhook.updated',
      detail: {
        webhook: id,
        changes: {
          enabled: { old: true, new: false },
          subscribedEvents: { old: [1], new: null },
          headers: { old: { authorization: '[redacted]' }, new: 'defaults' },
        },
      },
    },
    {
      action: 'webhook.updated',
      detail: {
        webhook: id,
        changes: {
          url: { old: 'https://shop.example:8443/[redacted]', new: 'https://other.example/[redacted]' },
          headers: { old: 'defaults', new: { 'x-shop': '[redacted]' } },
        },
      },
    },
    {
      action: 'webhook.rotated',
      detail: {
        webhook: id,
        changes: {
          secret: { old: '[redacted]', new: '[redacted]' },
          secretRotatedUntil: { old: null, new: expect.any(Number) },
        },
      },
    },
    {
      action: 'webhook.deleted',
      detail: {
        webhook: id,
        changes: {
          url: { old: 'https://other.example/[redacted]', new: null },
          enabled: { old: false, new: null },
          headers: { old: { 'x-shop': '[redacted]' }, new: null },
          maxConcurrency: { old: 50, new: null },
          secret: { old: '[redacted]', new: null },
        },
      },
    },
  ])
  expect(new Set(entries.map(({ key }) => key))).toEqual(new Set([merchant.secretKeyId]))
  expect(entries.map(({ requestId }) => requestId)).toEqual(responses.map(({ json }) => json.requestId))
})

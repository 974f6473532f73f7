import { describe, expect, test } from 'vitest'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { deleteWebhook } from './delete.ts'
import { replayWebhook } from './replay.ts'
import { rotateWebhookSecret } from './rotateSecret.ts'
import { testWebhook } from './sendTest.ts'
import { updateWebhook } from './update.ts'
import { wakeLaggingEndpoints } from './wakeLagging.ts'
import { url, hourMs, iso, change, period, webhookFixture, webhookNotFound } from './webhook.fixture.ts'
import { insertEvent } from '../../testing/insertEvents.ts'

describe('deletion of a webhook', () => {
  test('deleting a webhook deletes its row and the storage of its endpoint', async () => {
    const { needs, register, listed, endpoints, audit } = await webhookFixture()
    const { id } = await register()
    expect(await deleteWebhook(id, needs())).toEqual({ errors: null })
    expect(await listed()).toEqual([])
    expect(endpoints.calls).toEqual([['forget', id]])
    expect((await audit())[1]).toEqual([
      'webhook.deleted',
      {
        webhook: id,
        changes: {
          url: { old: 'https://shop.example.com/[redacted]', new: null },
          enabled: { old: true, new: null },
          headers: { old: 'defaults', new: null },
          maxConcurrency: { old: 50, new: null },
          secret: { old: '[redacted]', new: null },
        },
      },
    ])
    expect(await thrownErrors(deleteWebhook(id, needs()))).toEqual(webhookNotFound)
    expect(endpoints.calls).toHaveLength(1)
  })
})

test('operations on an unknown webhook or one of another account return not_found', async () => {
  const { needs, clock } = await webhookFixture()
  const other = await webhookFixture()
  const { id } = await other.register()
  for (const webhook of [id, 'unknown'])
    for (const operation of [
      () => updateWebhook(webhook, change({ enabled: false }), needs()),
      () => rotateWebhookSecret(webhook, needs()),
      () => deleteWebhook(webhook, needs()),
      () => testWebhook(webhook, needs()),
      () => replayWebhook(webhook, period({ since: iso(clock.now() - hourMs) }), needs()),
    ])
      expect(await thrownErrors(operation())).toEqual(webhookNotFound)
  expect(await other.listed()).toHaveLength(1)
})

test('the sweep wakes enabled webhooks with undelivered events', async () => {
  const { register, shardServices, merchant } = await webhookFixture()
  const [behind, disabled] = [await register(), await register({ url: `${url}/2`, enabled: false })]
  await insertEvent(merchant, { type: 'customer.created', at: 0, snapshot: {} })
  const woken: (readonly string[])[] = []
  const wakeEndpoints = async (endpoints: readonly string[]) => void woken.push(endpoints)
  expect(await wakeLaggingEndpoints({ ...shardServices(), wakeEndpoints })).toEqual({})
  await merchant.run(
    'UPDATE webhooks SET seen = (SELECT max(position) FROM events WHERE events.account = webhooks.account) WHERE id = ?',
    behind.id,
  )
  await wakeLaggingEndpoints({ ...shardServices(), wakeEndpoints })
  expect(woken).toEqual([[behind.id], []])
  expect(disabled.enabled).toBe(false)
})

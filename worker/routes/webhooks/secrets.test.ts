import { expect, test } from 'vitest'
import { storedRows } from '../../testing/database/storedRows.ts'
import {
  auditEntries,
  createEvent,
  createWebhook,
  newUrl,
  captureConsole,
  rotateSecret,
  secretPattern,
  storedInObject,
  updateWebhook,
} from '../../testing/fixtures/webhookRequests.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'

const printed = captureConsole()
const { open, log } = startWebhookReceivers()

test('secrets and header values of a webhook are in no table, object, later response or log line in clear', async () => {
  const { merchant, call, receive } = await open()
  const value = `Bearer ${crypto.randomUUID()}`
  const receiver = await receive({ headers: { authorization: value } })
  const key = { 'idempotency-key': crypto.randomUUID() }
  const rotated = await rotateSecret(call, receiver.id, key)
  const secrets = [receiver.secret, rotated.json.webhook.secret]
  await updateWebhook(call, receiver.id, { headers: { authorization: value, 'x-too': value } })
  await createEvent(call)
  await receiver.waitForDeliveries(1)
  expect(receiver.heard[0]!.headers.get('authorization')).toBe(value)

  const stored = await storedRows(merchant.database, merchant.id)
  const tables = stored.map(({ table }) => table)
  expect(tables).toEqual(expect.arrayContaining(['webhooks', 'events', 'audit', 'idempotency']))
  const inObject = await storedInObject(receiver)
  const later = await Promise.all([
    call('GET', '/v1/webhook'),
    call('GET', '/v1/events'),
    updateWebhook(call, receiver.id, {}),
    rotateSecret(call, receiver.id, key),
  ])
  const all = JSON.stringify([stored, inObject, later.map(({ text }) => text), log, printed])
  expect(JSON.stringify(stored)).toContain(receiver.id)
  expect(all).not.toContain('whsec_')
  for (const secret of [...secrets.map((text) => text.slice(6)), value]) expect(all).not.toContain(secret)
})

test('repeating a creation or rotation under its Idempotency-Key returns no secret', async () => {
  const { merchant, call } = await open()
  const key = { 'idempotency-key': crypto.randomUUID() }
  const body = { url: newUrl() }
  const first = await createWebhook(call, body, key)
  const repeated = await createWebhook(call, body, key)
  expect(first.json.webhook.secret).toMatch(secretPattern)
  expect(repeated.headers.get('idempotent-replayed')).toBe('true')
  expect(repeated.json).toEqual({ ...first.json, webhook: { ...first.json.webhook, secret: null } })
  const { id } = first.json.webhook
  const rotationKey = { 'idempotency-key': crypto.randomUUID() }
  const rotated = await rotateSecret(call, id, rotationKey)
  const replayed = await rotateSecret(call, id, rotationKey)
  expect(rotated.json.webhook.secret).toMatch(secretPattern)
  expect(replayed.json).toEqual({ ...rotated.json, webhook: { ...rotated.json.webhook, secret: null } })
  expect((await auditEntries(merchant)).map(({ action }) => action)).toEqual(['webhook.registered', 'webhook.rotated'])
})

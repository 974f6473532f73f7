import { runInDurableObject } from '#runtime'
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
  updateWebhook,
} from '../../testing/fixtures/webhookRequests.ts'
import { startReceivers } from '../../testing/fixtures/webhookFixture.ts'

const printed = captureConsole()
const { open, log } = startReceivers()

test('nothing can be read: not in a table, not in an object, not in an answer or a line of the log', async () => {
  const { merchant, call, receive } = await open()
  const value = `Bearer ${crypto.randomUUID()}`
  const receiver = await receive({ headers: { authorization: value } })
  const key = { 'idempotency-key': crypto.randomUUID() }
  const rotated = await rotateSecret(call, receiver.id, key)
  const shown = [receiver.secret, rotated.json.webhook.secret]
  await updateWebhook(call, receiver.id, { headers: { authorization: value, 'x-too': value } })
  await createEvent(call)
  await receiver.hears(1)
  expect(receiver.heard[0]!.headers.get('authorization')).toBe(value)

  const stored = await storedRows(merchant.database, merchant.id)
  const tables = stored.map(({ table }) => table)
  expect(tables).toEqual(expect.arrayContaining(['webhooks', 'events', 'audit', 'idempotency']))
  const inObject = await runInDurableObject(receiver.object(), (_endpoint, { storage }) => {
    const ofObject = [...storage.sql.exec("SELECT name FROM sqlite_master WHERE type = 'table'")]
      .map(({ name }) => String(name))
      .filter((name) => !name.startsWith('_'))
    return [...storage.kv.list(), ...ofObject.map((table) => storage.sql.exec(`SELECT * FROM ${table}`).toArray())]
  })
  const later = await Promise.all([
    call('GET', '/v1/webhook'),
    call('GET', '/v1/events'),
    updateWebhook(call, receiver.id, {}),
    rotateSecret(call, receiver.id, key),
  ])
  const all = JSON.stringify([stored, inObject, later.map(({ text }) => text), log, printed])
  expect(JSON.stringify(stored)).toContain(receiver.id)
  expect(all).not.toContain('whsec_')
  for (const secret of [...shown.map((text) => text.slice(6)), value]) expect(all).not.toContain(secret)
})

test('nothing is shown again to a request that is repeated under its Idempotency-Key', async () => {
  const { merchant, call } = await open()
  const key = { 'idempotency-key': crypto.randomUUID() }
  const body = { url: newUrl() }
  const first = await createWebhook(call, body, key)
  const again = await createWebhook(call, body, key)
  expect(first.json.webhook.secret).toMatch(secretPattern)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.json).toEqual({ ...first.json, webhook: { ...first.json.webhook, secret: null } })
  const { id } = first.json.webhook
  const other = { 'idempotency-key': crypto.randomUUID() }
  const rotated = await rotateSecret(call, id, other)
  const replayed = await rotateSecret(call, id, other)
  expect(rotated.json.webhook.secret).toMatch(secretPattern)
  expect(replayed.json).toEqual({ ...rotated.json, webhook: { ...rotated.json.webhook, secret: null } })
  expect((await auditEntries(merchant)).map(({ action }) => action)).toEqual(['webhook.registered', 'webhook.rotated'])
})

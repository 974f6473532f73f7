import { expect, test } from 'vitest'
import { maxWebhooks } from '#contract/webhooks/webhooks'
import { bindings } from '../../testing/bindings.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import type { BatchOutcome } from '../../testing/database/brokenDatabase.ts'
import { firstError } from '../../testing/firstError.ts'
import {
  captureConsole,
  auditEntries,
  createEvent,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  newUrl,
  newWebhook,
  secretPattern,
} from '../../testing/fixtures/webhookRequests.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { objectGateway } from '../../testing/runtime/objectGateway.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'

captureConsole()
const { open, as, clock } = startWebhookReceivers()

test('creating a webhook returns its secret, which the list does not contain', async () => {
  const { call } = await open()
  const url = newUrl()
  const response = await createWebhook(call, { url, subscribedEvents: [3, 1, 3], headers: { 'X-Shop': 'seven' } })
  expect(response.status).toBe(200)
  const { id } = response.json.webhook
  expect(response.json).toEqual({
    requestId: response.headers.get('x-request-id'),
    webhook: {
      id,
      url,
      enabled: true,
      subscribedEvents: [3, 1],
      eventTypes: null,
      maxConcurrency: 50,
      secret: expect.stringMatching(secretPattern),
    },
    errors: null,
  })
  const later = await call('GET', '/v1/webhook')
  expect(later.text).not.toContain('whsec_')
  expect(later.text).not.toContain('seven')
  expect(later.json.webhooks).toEqual([
    {
      id,
      url,
      enabled: true,
      subscribedEvents: [3, 1],
      eventTypes: null,
      headerNames: ['X-Shop'],
      maxConcurrency: 50,
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      secretRotatedUntil: null,
      created: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
      updated: later.json.webhooks[0].created,
    },
  ])
})

test.each([
  [null, null],
  [[], []],
  [
    [6, 0, 6, 0],
    [6, 0],
  ],
])('creating a webhook with subscribedEvents %j stores %j', async (requested, subscribed) => {
  const { call } = await open()
  expect((await newWebhook(call, { subscribedEvents: requested })).subscribedEvents).toEqual(subscribed)
  expect((await listWebhooks(call))[0].subscribedEvents).toEqual(subscribed)
})

test('creating a webhook with the url of another one, in any spelling, updates that one and returns no secret', async () => {
  const { merchant, call } = await open()
  const path = crypto.randomUUID()
  const first = await newWebhook(call, { url: `https://shop.example/${path}`, headers: { 'x-shop': '7' } })
  clock.advance(1000)
  const repeated = await createWebhook(call, {
    url: `HTTPS://Shop.Example:443/a/../${path}`,
    enabled: false,
    subscribedEvents: [2],
    headers: { authorization: 'x' },
  })
  expect(repeated.status).toBe(200)
  expect(repeated.json.webhook).toEqual({
    id: first.id,
    url: `https://shop.example/${path}`,
    enabled: false,
    subscribedEvents: [2],
    eventTypes: null,
    maxConcurrency: 50,
    secret: null,
  })
  const [webhook, ...others] = await listWebhooks(call)
  expect(webhook).toMatchObject({ enabled: false, subscribedEvents: [2], headerNames: ['authorization'] })
  expect(Date.parse(webhook.updated)).toBeGreaterThanOrEqual(Date.parse(webhook.created) + 1000)
  expect(others).toEqual([])
  expect((await auditEntries(merchant)).map(({ action }) => action)).toEqual(['webhook.registered', 'webhook.updated'])
  await createWebhook(call, { url: `https://shop.example/${path}` })
  expect((await listWebhooks(call))[0]).toMatchObject({ enabled: true, subscribedEvents: null, headerNames: [] })
})

test('a webhook created twice signs with the secret of the first creation', async () => {
  const shop = await open()
  const receiver = await shop.receive({ headers: { authorization: 'before' } })
  await createWebhook(shop.call, { ...receiver.registration, headers: { authorization: 'now' } })
  await createEvent(shop.call)
  await receiver.waitForDeliveries(1)
  expect(receiver.events(receiver.secret)).toHaveLength(1)
  expect(receiver.heard[0]!.headers.get('authorization')).toBe('now')
})

test('a webhook created without headers has the current default headers of its account on their hosts; an empty object means none', async () => {
  const { call } = await open()
  const setDefaults = (webhookDefaults: object) => call('PUT', '/v1/account', { body: { webhookDefaults } })
  await setDefaults({ hosts: ['shop.example'], headers: { 'x-shop': '7' } })
  const ids = [
    await newWebhook(call),
    await newWebhook(call, { headers: null }),
    await newWebhook(call, { url: 'https://www.shop.example/hooks' }),
    await newWebhook(call, { headers: {} }),
    await newWebhook(call, { headers: { 'x-own': '' } }),
  ].map(({ id }) => id)
  const names = async () => {
    const webhooks = await listWebhooks(call)
    return ids.map((id) => webhooks.find((webhook) => webhook.id === id).headerNames)
  }
  expect(await names()).toEqual([['x-shop'], ['x-shop'], [], [], ['x-own']])
  await setDefaults({ headers: null })
  expect(await names()).toEqual([[], [], [], [], ['x-own']])
})

test(`creating more than ${maxWebhooks} webhooks at once returns 409 limit_reached`, async () => {
  const { merchant, call } = await open()
  const responses = await Promise.all(Array.from({ length: 20 }, () => createWebhook(call)))
  const rejected = responses.filter(({ status }) => status !== 200)
  expect(rejected).toHaveLength(4)
  for (const response of rejected) expect(firstError(response)).toEqual([409, 'limit_reached', null])
  expect(rejected[0]!.json.errors[0].message.details).toEqual({ max: maxWebhooks })
  const all = await listWebhooks(call)
  expect(all).toHaveLength(maxWebhooks)
  expect(await auditEntries(merchant)).toHaveLength(maxWebhooks)

  const change = await createWebhook(call, { url: all[3].url, enabled: false })
  expect([change.status, change.json.webhook.id]).toEqual([200, all[3].id])
  await deleteWebhook(call, all[5].id)
  expect((await createWebhook(call)).status).toBe(200)
  expect((await createWebhook(call)).status).toBe(409)
})

test('test mode and live mode have separate webhooks and limits', async () => {
  const { merchant, call } = await open()
  const live = as((await merchant.issue('sk', { mode: 'live' })).key)
  const url = newUrl()
  const [inTest, inLive] = [await newWebhook(call, { url }), await newWebhook(live, { url })]
  expect(inTest.id).not.toBe(inLive.id)
  expect(inLive.secret).toMatch(secretPattern)
  await Promise.all(Array.from({ length: maxWebhooks - 1 }, () => createWebhook(call)))
  expect((await createWebhook(call)).status).toBe(409)
  expect((await createWebhook(live)).status).toBe(200)
  expect((await listWebhooks(live)).map(({ id }) => id)).toContain(inLive.id)
  expect(await listWebhooks(live)).toHaveLength(2)
})

test('two accounts can create webhooks with the same url, each with its own secret', async () => {
  const [one, other] = [await open(), await open()]
  const url = newUrl()
  const [first, second] = [await newWebhook(one.call, { url }), await newWebhook(other.call, { url })]
  expect(first.id).not.toBe(second.id)
  expect(second.secret).not.toBe(first.secret)
})

test('of ten concurrent creations of a webhook with one url, one returns the secret, which signs', async () => {
  const shop = await open()
  const receiver = await shop.receive()
  await deleteWebhook(shop.call, receiver.id)
  const responses = await Promise.all(Array.from({ length: 10 }, () => createWebhook(shop.call, { url: receiver.url })))
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const webhooks = responses.map(({ json }) => json.webhook)
  expect(new Set(webhooks.map(({ id }) => id)).size).toBe(1)
  const secrets = webhooks.map(({ secret }) => secret).filter((secret) => secret !== null)
  expect(secrets).toHaveLength(1)
  await createEvent(shop.call)
  await receiver.waitForDeliveries(1)
  expect(receiver.events(secrets[0])).toHaveLength(1)
})

test('creating a webhook whose url is deleted during the request creates a new one with a secret', async () => {
  const merchant = await createMerchant()
  const url = newUrl()
  const before = await newWebhook(as(merchant.secretKey), { url })
  // Calls: the key is read, the insert finds an existing row, and that row is deleted before its update.
  const { d1 } = faultyDatabase(bindings.DB_00, async (call): Promise<BatchOutcome> => {
    if (call === 3) await merchant.run('DELETE FROM webhooks WHERE id = ?', before.id)
    return 'runs'
  })
  const { of } = objectGateway
  const response = await createWebhook(startWorker({ clock }, { DB_00: d1 }).as(merchant.secretKey), { url })
  objectGateway.of = of
  expect(response.status).toBe(200)
  expect(response.json.webhook.id).not.toBe(before.id)
  expect(response.json.webhook.secret).toMatch(secretPattern)
  expect(await merchant.rows('SELECT id FROM webhooks WHERE account = ?', merchant.id)).toEqual([
    { id: response.json.webhook.id },
  ])
})

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eventTypes, hasKind, readScopeOf, resourceOf } from '#contract/events/events'
import type { EventResource, EventType } from '#contract/events/events'
import { scopeRules, scopes } from '#contract/scopes'
import type { Scope } from '#contract/scopes'
import { sql } from '../../store/sql/database.ts'
import { insertEvents } from '../../testing/insertEvents.ts'
import { insertDispute } from '../../testing/fixtures/insertDispute.ts'
import { listEvents, replayEvent } from '../../testing/fixtures/eventRequests.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'
import { createWebhook, listWebhooks, replayEvents, updateWebhook } from '../../testing/fixtures/webhookRequests.ts'
import { card, cardPayment } from '../../testing/merchant.ts'
import type { Call } from '../../testing/merchant.ts'

/** Every scope against every event type: in the list, alone, in attempts, replays, registrations and deliveries. */

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const { open, as } = startWebhookReceivers()
const shop = await open()
const { call, merchant } = shop
const post = async (path: string, body: object = {}) => {
  const response = await call('POST', `/v1/${path}`, { body })
  expect([path, response.status, response.json.errors]).toEqual([path, 200, null])
  return response.json
}

/** One id of an event of each type. */
const eventIds = new Map<EventType, string>()

/** Causes an event of each resource, and copies it for the other types, which have snapshots of the same form. */
beforeAll(async () => {
  const customer = (await post('customers')).customers[0].id
  await post(`customers/${customer}/wallet`, { token: (await post('tokens', { creditCard: card() })).token })
  const label = 'Monthly'
  const plan = (await post('subscriptions', { label, cycle: { unit: 'month', interval: 1 }, amount: { value: 1 } }))
    .subscriptions[0].id
  await post(`customers/${customer}/subscriptions`, { plan })
  await post('transactions/authorize', { payment: { cash: true }, amount: { value: 1 } })
  await post('transactions/authorize', cardPayment())
  await post('batches/close')
  await post(`disputes/${await insertDispute(merchant, 'test')}/accept`)
  await post('terminals', { registrationCode: 'SIM001', nickname: 'Till 1' })
  await post('dynamiccheckout', { total: 5 })
  const rows = await merchant.rows('SELECT type, position FROM events WHERE account = ?', merchant.id)
  const sources = new Map(rows.map(({ type, position }) => [resourceOf(type), position] as const))
  await merchant.run('UPDATE events SET account = ? WHERE account = ?', `${merchant.id}-source`, merchant.id)
  for (const [index, type] of eventTypes.entries()) {
    await insertEvents(
      merchant,
      sql(
        `SELECT ? AS account, mode, ? AS type, resource || '-copy' AS resource, occasion, requestId, at, ? AS place, snapshot
         FROM events WHERE account = ? AND position = ?`,
        merchant.id,
        type,
        index,
        `${merchant.id}-source`,
        sources.get(resourceOf(type)) ?? -1,
      ),
    )
    const [row] = await merchant.rows('SELECT id FROM events WHERE account = ? AND type = ?', merchant.id, type)
    eventIds.set(type, row?.['id'] as string)
  }
})

const keyWith = async (...granted: readonly Scope[]): Promise<Call> =>
  as((await merchant.issue('rk', { scopes: granted })).key)

const typesRead = (scope: Scope): EventType[] => {
  const resources: readonly EventResource[] = scopeRules[scope].events
  return eventTypes.filter((type) => resources.includes(resourceOf(type)))
}

const withoutInternal = scopes.filter((scope) => scope !== 'internal')

test('each event type has one scope that reads it', () => {
  for (const type of eventTypes) {
    expect(eventIds.get(type), type).toBeDefined()
    expect(scopes.filter((scope) => typesRead(scope).includes(type))).toEqual([readScopeOf(type)])
  }
})

describe.each(withoutInternal.map((scope) => [scope] as const))('webhooks:write and %s', (scope) => {
  test(`a key with webhooks:write and ${scope} reads the events of that scope and no others`, async () => {
    const by = await keyWith('webhooks:write', scope)
    const listed = await listEvents(by)
    expect(listed.map(({ type }) => type).toSorted()).toEqual(typesRead(scope).toSorted())
    for (const type of eventTypes) {
      const id = eventIds.get(type)!
      const read = typesRead(scope).includes(type)
      for (const response of [
        await by('GET', `/v1/events/${id}`),
        await by('GET', `/v1/events/${id}/attempts`),
        await replayEvent(by, id),
      ]) {
        expect([type, response.status]).toEqual([type, read ? 200 : 403])
        if (!read)
          expect(response.json.errors[0]).toMatchObject({
            type: 'scope_missing',
            message: { details: { scope: readScopeOf(type) } },
          })
      }
      expect(await listEvents(by, `?type=${type}`)).toHaveLength(read ? 1 : 0)
    }
  })

  test(`a key with webhooks:write and ${scope} subscribes a webhook to the events of that scope and no others`, async () => {
    const by = await keyWith('webhooks:write', scope)
    const url = `https://shop.example/${crypto.randomUUID()}`
    for (const type of eventTypes) {
      const { status, json } = await createWebhook(by, { url, enabled: false, eventTypes: [type] })
      expect([type, status]).toEqual([type, typesRead(scope).includes(type) ? 200 : 403])
      if (status === 403) expect(json.errors[0].message.details).toEqual({ scope: readScopeOf(type) })
    }
    for (const kind of [0, 1, 2, 3, 4, 5, 6]) {
      const all = eventTypes.filter((type) => hasKind(type, kind))
      const { status } = await createWebhook(by, { url, enabled: false, subscribedEvents: [kind] })
      expect([kind, status]).toEqual([kind, all.every((type) => typesRead(scope).includes(type)) ? 200 : 403])
    }
    expect((await createWebhook(by, { url, subscribedEvents: null })).status).toBe(403)
    const { status, json } = await createWebhook(by, { url, enabled: false, subscribedEvents: [] })
    expect(status).toBe(200)
    // An account has a limited number of webhooks, and there are more scopes.
    await by('DELETE', `/v1/webhook/${json.webhook.id}`)
  })
})

test('a webhook delivers only what the key that registered it reads, even with wider subscriptions in its row', async () => {
  for (const scope of withoutInternal) {
    const own = await open()
    const receiver = await own.receive()
    const { keyId } = await own.merchant.issue('rk', { scopes: ['webhooks:write', scope] })
    await own.merchant.run('UPDATE webhooks SET key = ? WHERE id = ?', keyId, receiver.id)
    await insertEvents(
      own.merchant,
      sql(
        `SELECT ? AS account, mode, type, resource || '-' || ? AS resource, occasion, requestId, at, position AS place, snapshot
         FROM events WHERE account = ?`,
        own.merchant.id,
        own.merchant.id,
        merchant.id,
      ),
    )
    await own.call('POST', '/v1/customers', { body: {} })
    const expected = [...typesRead(scope), ...(scope === 'customers:read' ? ['customer.created'] : [])]
    await receiver.waitForDeliveries(expected.length)
    // A replay of each single event does not widen it either.
    for (const { id, type } of await listEvents(own.call)) {
      const read = typesRead(scope).includes(type)
      expect((await replayEvent(own.call, id)).json.webhooks).toEqual(read ? [receiver.id] : [])
      if (read) continue
      const { status, json } = await replayEvent(own.call, id, { webhook: receiver.id })
      expect([status, json.errors[0].type, json.errors[0].message]).toMatchObject([
        403,
        'scope_missing',
        { field: 'webhook', details: { scope: readScopeOf(type), webhook: receiver.id } },
      ])
      // The object itself, called past the check.
      const [row] = await own.merchant.rows(
        'SELECT position FROM events WHERE account = ? AND id = ?',
        own.merchant.id,
        id,
      )
      await receiver.object().replay({ position: row!['position'] as number, id })
    }
    await receiver.waitForDeliveries(2 * expected.length)
    expect(
      receiver
        .events()
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual([...expected, ...expected].toSorted())
  }
}, 60_000)

test('a key without the scopes of a webhook’s events cannot move, change or replay it: 403 scope_missing', async () => {
  const own = await open()
  const receiver = await own.receive()
  const before = await listWebhooks(own.call)
  const narrow = as((await own.merchant.issue('rk', { scopes: ['webhooks:write', 'customers:read'] })).key)
  for (const response of [
    await updateWebhook(narrow, receiver.id, { url: 'https://other.example/' }),
    await updateWebhook(narrow, receiver.id, { headers: { 'x-other': '1' } }),
    await createWebhook(narrow, { url: receiver.url }),
    await replayEvents(narrow, receiver.id, { since: new Date(Date.now() - 1000).toISOString() }),
  ])
    expect([response.status, response.json.errors[0].type]).toEqual([403, 'scope_missing'])
  expect(await listWebhooks(own.call)).toEqual(before)
  // It may narrow the webhook to what it reads.
  const { status } = await updateWebhook(narrow, receiver.id, { eventTypes: ['customer.created'] })
  expect(status).toBe(200)
})

test('a webhook continues after its key is rotated and revoked', async () => {
  const own = await open()
  const receiver = await own.receive()
  const { json } = await own.call('POST', `/v1/apikeys/${own.merchant.secretKeyId}/rotate`, {
    body: { overlapHours: 0 },
  })
  const successor = as(json.key)
  await successor('DELETE', `/v1/apikeys/${own.merchant.secretKeyId}`)
  await successor('POST', '/v1/customers', { body: {} })
  await receiver.waitForDeliveries(1)
  expect(receiver.events()[0].type).toBe('customer.created')
})

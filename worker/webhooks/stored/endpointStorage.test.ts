import { runInDurableObject } from '#runtime'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'
import { EndpointStorage } from './endpointStorage.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const second = 1000
const hour = 60 * 60 * second
const day = 24 * hour

const { open, clock } = startWebhookReceivers()

type Fixture = Awaited<ReturnType<typeof open>>
type Receiver = Awaited<ReturnType<Fixture['receive']>>

/** The tables as version 1 created them. */
const tables1 = `
  CREATE TABLE pending (position INTEGER PRIMARY KEY, due INTEGER NOT NULL, attempts INTEGER NOT NULL);
  CREATE INDEX pendingByDue ON pending (due);
  CREATE TABLE attempts (position INTEGER NOT NULL, at INTEGER NOT NULL, status INTEGER, tookMs INTEGER NOT NULL,
                         PRIMARY KEY (position, at)) WITHOUT ROWID;
  CREATE TABLE undelivered (position INTEGER PRIMARY KEY, state TEXT NOT NULL, at INTEGER NOT NULL);
  CREATE TABLE ranges (id INTEGER PRIMARY KEY, after INTEGER NOT NULL, upTo INTEGER NOT NULL, since INTEGER NOT NULL,
                       until INTEGER NOT NULL);
`

/** Replaces the object's storage by version 1 with these rows and values, and evicts the object. */
const storeVersion1 = async (
  receiver: Receiver,
  rows: string | null,
  values: Readonly<Record<string, unknown>>,
): Promise<void> => {
  await receiver.evict()
  await runInDurableObject(receiver.object(), async (_endpoint, { storage }) => {
    await storage.deleteAll()
    storage.sql.exec(tables1)
    if (rows !== null) storage.sql.exec(rows)
    for (const [name, value] of Object.entries(values)) storage.kv.put(name, value)
  })
  await receiver.evict()
}

const createCustomer = async ({ call }: Fixture, firstName: string): Promise<string> =>
  (await call('POST', '/v1/customers', { body: { firstName } })).json.customers[0].id

const positionOf = async ({ merchant }: Fixture, resource: string): Promise<number> =>
  (await merchant.rows('SELECT position FROM events WHERE resource = ?', resource))[0]!['position']

/** A receiver that has received the event of one customer. */
const deliverFirstEvent = async () => {
  const fixture = await open()
  const receiver = await fixture.receive()
  const id = await createCustomer(fixture, 'Ada')
  await receiver.waitForDeliveries(1)
  return { fixture, receiver, id, position: await positionOf(fixture, id) }
}

describe('endpoint storage of version 1', () => {
  test('a pending delivery stored by version 1 is delivered and keeps its attempts', async () => {
    const { receiver, id, position } = await deliverFirstEvent()
    const at = clock.now()
    await storeVersion1(
      receiver,
      `INSERT INTO pending VALUES (${position}, ${at + 5 * second}, 1);
       INSERT INTO attempts VALUES (${position}, ${at}, 500, 12);`,
      { cursor: position, failing: { since: at, until: at }, purged: at },
    )
    expect(await receiver.object().deliveryOf(position)).toEqual({
      state: 'pending',
      next: at + 5 * second,
      attempts: [{ at, status: 500, tookMs: 12 }],
    })
    clock.advance(10 * second)
    await receiver.object().wake()
    await receiver.waitForDeliveries(2)
    expect(receiver.events().map(({ data }) => data.customer.id)).toEqual([id, id])
    await expect.poll(async () => (await receiver.object().deliveryOf(position))?.state).toBe('delivered')
    expect((await receiver.object().deliveryOf(position))?.attempts).toHaveLength(2)
  })

  test('a cursor stored by version 1 continues without a lost or repeated event', async () => {
    const { fixture, receiver, position } = await deliverFirstEvent()
    await storeVersion1(receiver, null, { cursor: position })
    const next = await createCustomer(fixture, 'Grace')
    await receiver.waitForDeliveries(2)
    expect(
      receiver
        .events()
        .map(({ data }) => data.customer.id)
        .slice(1),
    ).toEqual([next])
  })

  test('a replay range stored by version 1 is delivered to its end', async () => {
    const { receiver, id, position } = await deliverFirstEvent()
    await storeVersion1(receiver, `INSERT INTO ranges VALUES (1, 0, ${position}, 0, ${clock.now() + day})`, {
      cursor: position,
    })
    await receiver.object().wake()
    await receiver.waitForDeliveries(2)
    expect(receiver.events().map(({ data }) => data.customer.id)).toEqual([id, id])
  })

  test('ended deliveries stored by version 1 are returned', async () => {
    const { receiver, position } = await deliverFirstEvent()
    const at = clock.now()
    await storeVersion1(
      receiver,
      `INSERT INTO undelivered VALUES (${position}, 'failed', ${at}); INSERT INTO attempts VALUES (${position}, ${at}, NULL, 15000);`,
      { cursor: position },
    )
    expect(await receiver.object().deliveryOf(position)).toEqual({
      state: 'failed',
      next: null,
      attempts: [{ at, status: null, tookMs: 15_000 }],
    })
  })

  test('a failure streak of five days stored by version 1 disables the webhook', async () => {
    const { fixture, receiver, position } = await deliverFirstEvent()
    const now = clock.now()
    receiver.respondWith(500)
    await storeVersion1(receiver, `INSERT INTO pending VALUES (${position}, ${now}, 9)`, {
      cursor: position,
      failing: { since: now - 5 * day, until: now - hour },
    })
    await receiver.object().wake()
    await expect
      .poll(async () => (await fixture.call('GET', '/v1/webhook')).json.webhooks[0])
      .toMatchObject({ enabled: false, disabledReason: { code: 'failing' } })
  })
})

describe('EndpointStorage', () => {
  test('EndpointStorage migrates the stored version to 2', async () => {
    const { receiver } = await deliverFirstEvent()
    const version = await runInDurableObject(receiver.object(), (_endpoint, { storage }) => storage.kv.get('version'))
    expect(version).toBe(2)
  })

  test('EndpointStorage throws for a later version', async () => {
    const { receiver } = await deliverFirstEvent()
    await runInDurableObject(receiver.object(), (_endpoint, { storage }) => {
      storage.kv.put('version', 3)
      expect(() => new EndpointStorage(storage)).toThrow('Unsupported version')
      storage.kv.put('version', 2)
    })
  })

  test('EndpointStorage returns the stored values', async () => {
    const { receiver } = await deliverFirstEvent()
    await runInDurableObject(receiver.object(), (_endpoint, { storage }) => {
      const endpoint = new EndpointStorage(storage)
      endpoint.failing = { since: 1, until: 2 }
      endpoint.clockOffsetMs = 3
      endpoint.purgedAt = 4
      expect(endpoint).toMatchObject({ failing: { since: 1, until: 2 }, clockOffsetMs: 3, purgedAt: 4 })
      endpoint.failing = null
      expect(endpoint.failing).toBeNull()
      endpoint.clockOffsetMs = 0
    })
  })
})

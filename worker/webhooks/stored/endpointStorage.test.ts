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

/** The tables of versions 1 and 2, which know events by their positions alone. */
const tables2 = `
  CREATE TABLE pending (position INTEGER PRIMARY KEY, due INTEGER NOT NULL, attempts INTEGER NOT NULL);
  CREATE INDEX pendingByDue ON pending (due);
  CREATE TABLE attempts (position INTEGER NOT NULL, at INTEGER NOT NULL, status INTEGER, tookMs INTEGER NOT NULL,
                         PRIMARY KEY (position, at)) WITHOUT ROWID;
  CREATE TABLE undelivered (position INTEGER PRIMARY KEY, state TEXT NOT NULL, at INTEGER NOT NULL);
  CREATE TABLE ranges (id INTEGER PRIMARY KEY, after INTEGER NOT NULL, upTo INTEGER NOT NULL, since INTEGER NOT NULL,
                       until INTEGER NOT NULL);
`

/** Replaces the object's storage by these tables and values, and evicts the object. */
const replaceStorage = async (
  receiver: Receiver,
  statements: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> => {
  await receiver.evict()
  await runInDurableObject(receiver.object(), async (_endpoint, { storage }) => {
    await storage.deleteAll()
    storage.sql.exec(statements)
    for (const [name, value] of Object.entries(values)) storage.kv.put(name, value)
  })
  await receiver.evict()
}

const createCustomer = async ({ call }: Fixture, firstName: string): Promise<string> =>
  (await call('POST', '/v1/customers', { body: { firstName } })).json.customers[0].id

const eventOf = async ({ merchant }: Fixture, resource: string): Promise<{ position: number; id: string }> => {
  const [row] = await merchant.rows('SELECT position, id FROM events WHERE resource = ?', resource)
  return { position: row!['position'], id: row!['id'] }
}

/** A receiver that has received the event of one customer. */
const deliverFirstEvent = async () => {
  const fixture = await open()
  const receiver = await fixture.receive()
  const id = await createCustomer(fixture, 'Ada')
  await receiver.waitForDeliveries(1)
  const event = await eventOf(fixture, id)
  await expect
    .poll(async () => (await fixture.merchant.rows('SELECT seen FROM webhooks WHERE id = ?', receiver.id))[0]!['seen'])
    .toBe(event.position)
  return { fixture, receiver, id, event }
}

describe('endpoint storage of versions 1 and 2', () => {
  test.for([{}, { version: 2 }])(
    'an object with storage %j continues after the last reported event',
    async (version) => {
      const { fixture, receiver, event } = await deliverFirstEvent()
      const at = clock.now()
      await replaceStorage(
        receiver,
        `${tables2} INSERT INTO pending VALUES (${event.position}, ${at}, 1);
       INSERT INTO attempts VALUES (${event.position}, ${at}, 500, 12);`,
        { ...version, cursor: 1, purged: at },
      )
      expect(await receiver.object().deliveryOf(event)).toBeNull()
      const next = await createCustomer(fixture, 'Grace')
      await receiver.waitForDeliveries(2)
      expect(receiver.events().map(({ data }) => data.customer.id)[1]).toBe(next)
      await expect
        .poll(async () => (await receiver.object().deliveryOf(await eventOf(fixture, next)))?.state)
        .toBe('delivered')
      expect(receiver.heard).toHaveLength(2)
    },
  )
})

/** Changes the stored rows of an object, and evicts it. */
const store = async (receiver: Receiver, statements: string, values: Readonly<Record<string, unknown>> = {}) => {
  await runInDurableObject(receiver.object(), (_endpoint, { storage }) => {
    storage.sql.exec(statements)
    for (const [name, value] of Object.entries(values)) storage.kv.put(name, value)
  })
  await receiver.evict()
}

describe('endpoint storage of version 3', () => {
  test('a stored pending delivery is delivered and keeps its attempts', async () => {
    const { receiver, id, event } = await deliverFirstEvent()
    const at = clock.now()
    await store(
      receiver,
      `DELETE FROM attempts; INSERT INTO pending VALUES (${event.position}, '${event.id}', ${at + 5 * second}, 1);
       INSERT INTO attempts VALUES ('${event.id}', ${at}, 500, 12);`,
    )
    expect(await receiver.object().deliveryOf(event)).toEqual({
      state: 'pending',
      next: at + 5 * second,
      attempts: [{ at, status: 500, tookMs: 12 }],
    })
    clock.advance(10 * second)
    await receiver.object().wake()
    await receiver.waitForDeliveries(2)
    expect(receiver.events().map(({ data }) => data.customer.id)).toEqual([id, id])
    await expect.poll(async () => (await receiver.object().deliveryOf(event))?.state).toBe('delivered')
    expect((await receiver.object().deliveryOf(event))?.attempts).toHaveLength(2)
  })

  test('a stored replay range is delivered to its end', async () => {
    const { receiver, id, event } = await deliverFirstEvent()
    await store(
      receiver,
      `INSERT INTO ranges (after, upTo, since, until) VALUES (0, ${event.position}, 0, ${clock.now() + day});`,
    )
    await receiver.object().wake()
    await receiver.waitForDeliveries(2)
    expect(receiver.events().map(({ data }) => data.customer.id)).toEqual([id, id])
  })

  test('a stored failure streak of five days disables the webhook', async () => {
    const { fixture, receiver, event } = await deliverFirstEvent()
    const now = clock.now()
    receiver.respondWith(500)
    await store(receiver, `INSERT INTO pending VALUES (${event.position}, '${event.id}', ${now}, 9);`, {
      failing: { since: now - 5 * day, until: now - hour },
    })
    await receiver.object().wake()
    await expect
      .poll(async () => (await fixture.call('GET', '/v1/webhook')).json.webhooks[0])
      .toMatchObject({ enabled: false, disabledReason: { code: 'failing' } })
  })

  test('what became of events past their retention is deleted, in batches until none is left', async () => {
    const { fixture, receiver, event } = await deliverFirstEvent()
    const rows = 2500
    await store(
      receiver,
      `INSERT INTO attempts SELECT 'evt-00000000-' || value, 1, 200, 1 FROM (
         WITH RECURSIVE numbers (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < ${rows})
         SELECT value FROM numbers);
       INSERT INTO undelivered VALUES ('evt-00000000-1', 'failed');`,
      { purged: 0 },
    )
    const left = () =>
      runInDurableObject(receiver.object(), (_endpoint, { storage }) =>
        storage.sql
          .exec('SELECT (SELECT count(*) FROM attempts) AS attempts, (SELECT count(*) FROM undelivered) AS undelivered')
          .one(),
      )
    const counts: unknown[] = []
    for (let read = 0; read < 3; read++) {
      await receiver.object().refresh()
      counts.push((await left())['attempts'])
    }
    expect(counts).toEqual([rows - 1000 + 1, rows - 2000 + 1, 1])
    expect((await left())['undelivered']).toBe(0)
    expect((await fixture.call('GET', `/v1/events/${event.id}/attempts`)).json.deliveries).toMatchObject([
      { state: 'delivered' },
    ])
  })
})

describe('EndpointStorage', () => {
  test('EndpointStorage stores version 3', async () => {
    const { receiver } = await deliverFirstEvent()
    const version = await runInDurableObject(receiver.object(), (_endpoint, { storage }) => storage.kv.get('version'))
    expect(version).toBe(3)
  })

  test('EndpointStorage throws for a later version', async () => {
    const { receiver } = await deliverFirstEvent()
    await runInDurableObject(receiver.object(), (_endpoint, { storage }) => {
      storage.kv.put('version', 4)
      expect(() => new EndpointStorage(storage)).toThrow('Unsupported version')
      storage.kv.put('version', 3)
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

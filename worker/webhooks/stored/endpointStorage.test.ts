import { runInDurableObject } from '#runtime'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { startReceivers } from '../../testing/receivers.ts'
import { EndpointStorage } from './endpointStorage.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const second = 1000
const hour = 60 * 60 * second
const day = 24 * hour

const { open, clock } = startReceivers()

type Shop = Awaited<ReturnType<typeof open>>
type Inbox = Awaited<ReturnType<Shop['receive']>>

/** The tables of version 1, as that release created them. */
const tables1 = `
  CREATE TABLE pending (position INTEGER PRIMARY KEY, due INTEGER NOT NULL, attempts INTEGER NOT NULL);
  CREATE INDEX pendingByDue ON pending (due);
  CREATE TABLE attempts (position INTEGER NOT NULL, at INTEGER NOT NULL, status INTEGER, tookMs INTEGER NOT NULL,
                         PRIMARY KEY (position, at)) WITHOUT ROWID;
  CREATE TABLE undelivered (position INTEGER PRIMARY KEY, state TEXT NOT NULL, at INTEGER NOT NULL);
  CREATE TABLE ranges (id INTEGER PRIMARY KEY, after INTEGER NOT NULL, upTo INTEGER NOT NULL, since INTEGER NOT NULL,
                       until INTEGER NOT NULL);
`

/** Replaces what the object stores by version 1, with these rows and values, and ends its instance. */
const deploy = async (inbox: Inbox, rows: string | null, values: Readonly<Record<string, unknown>>): Promise<void> => {
  await inbox.evict()
  await runInDurableObject(inbox.object(), async (_endpoint, { storage }) => {
    await storage.deleteAll()
    storage.sql.exec(tables1)
    if (rows !== null) storage.sql.exec(rows)
    for (const [name, value] of Object.entries(values)) storage.kv.put(name, value)
  })
  await inbox.evict()
}

const happen = async ({ call }: Shop, firstName: string): Promise<string> =>
  (await call('POST', '/v1/customers', { body: { firstName } })).json.customers[0].id

const positionOf = async ({ merchant }: Shop, resource: string): Promise<number> =>
  (await merchant.rows('SELECT position FROM events WHERE resource = ?', resource))[0]!['position']

/** A webhook whose receiver has got the event of one customer. */
const openShop = async () => {
  const shop = await open()
  const inbox = await shop.receive()
  const id = await happen(shop, 'Ada')
  await inbox.hears(1)
  return { shop, inbox, id, position: await positionOf(shop, id) }
}

describe('the storage of an endpoint in version 1', () => {
  test('has its pending delivery delivered after the deploy, with the attempts before it', async () => {
    const { inbox, id, position } = await openShop()
    const at = clock.now()
    await deploy(
      inbox,
      `INSERT INTO pending VALUES (${position}, ${at + 5 * second}, 1);
       INSERT INTO attempts VALUES (${position}, ${at}, 500, 12);`,
      { cursor: position, failing: { since: at, until: at }, purged: at },
    )
    expect(await inbox.object().deliveryOf(position)).toEqual({
      state: 'pending',
      next: at + 5 * second,
      attempts: [{ at, status: 500, tookMs: 12 }],
    })
    clock.advance(10 * second)
    await inbox.object().wake()
    await inbox.hears(2)
    expect(inbox.events().map(({ data }) => data.customer.id)).toEqual([id, id])
    await expect.poll(async () => (await inbox.object().deliveryOf(position))?.state).toBe('delivered')
    expect((await inbox.object().deliveryOf(position))?.attempts).toHaveLength(2)
  })

  test('goes on after its cursor, so that no event is delivered twice or left out', async () => {
    const { shop, inbox, position } = await openShop()
    await deploy(inbox, null, { cursor: position })
    const next = await happen(shop, 'Grace')
    await inbox.hears(2)
    expect(
      inbox
        .events()
        .map(({ data }) => data.customer.id)
        .slice(1),
    ).toEqual([next])
  })

  test('has the rest of its replayed range delivered', async () => {
    const { inbox, id, position } = await openShop()
    await deploy(inbox, `INSERT INTO ranges VALUES (1, 0, ${position}, 0, ${clock.now() + day})`, { cursor: position })
    await inbox.object().wake()
    await inbox.hears(2)
    expect(inbox.events().map(({ data }) => data.customer.id)).toEqual([id, id])
  })

  test('shows deliveries that ended before', async () => {
    const { inbox, position } = await openShop()
    const at = clock.now()
    await deploy(
      inbox,
      `INSERT INTO undelivered VALUES (${position}, 'failed', ${at}); INSERT INTO attempts VALUES (${position}, ${at}, NULL, 15000);`,
      { cursor: position },
    )
    expect(await inbox.object().deliveryOf(position)).toEqual({
      state: 'failed',
      next: null,
      attempts: [{ at, status: null, tookMs: 15_000 }],
    })
  })

  test('disables the webhook whose failures began five days before', async () => {
    const { shop, inbox, position } = await openShop()
    const now = clock.now()
    inbox.answer(500)
    await deploy(inbox, `INSERT INTO pending VALUES (${position}, ${now}, 9)`, {
      cursor: position,
      failing: { since: now - 5 * day, until: now - hour },
    })
    await inbox.object().wake()
    await expect
      .poll(async () => (await shop.call('GET', '/v1/webhook')).json.webhooks[0])
      .toMatchObject({ enabled: false, disabledReason: { code: 'failing' } })
  })
})

describe('the storage of an endpoint', () => {
  test('is of version 2 once an object has opened it', async () => {
    const { inbox } = await openShop()
    const version = await runInDurableObject(inbox.object(), (_endpoint, { storage }) => storage.kv.get('version'))
    expect(version).toBe(2)
  })

  test('of a later version is refused', async () => {
    const { inbox } = await openShop()
    await runInDurableObject(inbox.object(), (_endpoint, { storage }) => {
      storage.kv.put('version', 3)
      expect(() => new EndpointStorage(storage)).toThrow('does not read')
      storage.kv.put('version', 2)
    })
  })

  test('returns what was stored', async () => {
    const { inbox } = await openShop()
    await runInDurableObject(inbox.object(), (_endpoint, { storage }) => {
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

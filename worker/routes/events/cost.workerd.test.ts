import { expect, test } from 'vitest'
import type { EventFilters } from '../../store/events/eventReads.ts'
import { listEventRows } from '../../store/events/eventReads.ts'
import { deleteOldEvents, existsOldEvent } from '../../store/events/eventRetention.ts'
import { Database, sql } from '../../store/sql/database.ts'
import { readForEndpoint, scannedEvents } from '../../store/webhooks/endpoints.ts'
import { insertEvents } from '../../testing/insertEvents.ts'
import { bindings } from '../../testing/bindings.ts'
import { interceptD1 } from '../../testing/database/interceptD1.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import { newHost } from '../../testing/fixtures/webhookFixture.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Merchant } from '../../testing/merchant.ts'

/** What events cost in D1: rows written, bytes, and rows read among many. */

const owner = ({ id }: Merchant) => ({ account: id, mode: 'test' as const })

/** A merchant with the events of an authorize with an order, a capture and a settlement. */
const withPayment = async () => {
  /** Rows written and inserted events of each statement with events. */
  const inserts: { readonly written: number; readonly events: number }[] = []
  const d1 = interceptD1(bindings.DB_00, {
    after: ({ sql: texts }, results) => {
      for (const [index, text] of texts.entries())
        if (text.includes('INSERT INTO events'))
          inserts.push({ written: results[index]!.meta.rows_written, events: results[index]!.results.length })
    },
  })
  const merchant = await createMerchant()
  const call = startWorker({}, { DB_00: d1 }).as(merchant.secretKey)
  // The first event of an account also begins its retention.
  await call('POST', '/v1/customers', { body: {} })
  inserts.length = 0
  const order = { referenceObject: 'Invoice', referenceObjectId: 7, email: 'ada@example.com', total: 10.5 }
  const body = cardPayment(undefined, { order })
  const { transactionId } = (await call('POST', '/v1/transactions/authorize', { body })).json
  await call('POST', '/v1/transactions/capture', { body: { transactionId } })
  await call('POST', '/v1/batches/close')
  return { merchant, call, inserts, transactionId: transactionId as string }
}

/** Copies the events of a payment, each to resources of its own, so that the account has `count` events more. */
const copyEvents = (merchant: Merchant, transactionId: string, count: number) =>
  merchant.run(
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?3)
     INSERT INTO events (account, mode, position, type, resource, sequence, occasion, storedRequestId, at, randomBits, kind, snapshot)
     SELECT account, mode, newest.position + 1 + n.i, type, CAST(resource - 1 - n.i AS TEXT), 1, occasion, requestId, at + n.i, randomBits, kind, snapshot
     FROM n CROSS JOIN (SELECT max(position) AS position FROM events WHERE account = ?1) AS newest
     JOIN events ON events.account = ?1 AND events.resource = ?2 AND sequence = 1 + (n.i % 3)`,
    merchant.id,
    transactionId,
    count,
  )

test('each event of a payment writes one row, and that of another resource an index entry as well', async () => {
  const { inserts } = await withPayment()
  const events = inserts.reduce((sum, insert) => sum + insert.events, 0)
  // Authorized, captured, settled, and the batch.
  expect(events).toBe(4)
  expect(inserts.reduce((sum, insert) => sum + insert.written, 0)).toBe(5)
})

/** The size of the database in bytes. */
const size = async () => (await bindings.DB_00.prepare('SELECT 1').run()).meta.size_after

test('an event of a payment has at most 330 bytes in the database, with the free space of pages', async () => {
  const { merchant, transactionId } = await withPayment()
  const before = await size()
  const count = 6_000
  await copyEvents(merchant, transactionId, count)
  expect(((await size()) - before) / count).toBeLessThan(330)
  const rows = await merchant.rows(
    'SELECT type, length(CAST(snapshot AS BLOB)) AS bytes FROM events WHERE account = ? AND resource = ?',
    merchant.id,
    transactionId,
  )
  expect(rows).toHaveLength(3)
  for (const { type, bytes } of rows) expect(bytes, type).toBeLessThan(160)
})

/** Rows read by the reads and jobs of an account with this many events, all of payments. */
const rowsReadAmong = async (count: number) => {
  const { merchant, call, transactionId } = await withPayment()
  const registration = { url: `https://${newHost()}/hooks`, enabled: true, subscribedEvents: null }
  const { json } = await call('POST', '/v1/webhook', { body: registration })
  expect(json.errors).toBeNull()
  const { webhook } = json
  const sparseUrl = `https://${newHost()}/hooks`
  const sparse = (
    await call('POST', '/v1/webhook', { body: { ...registration, url: sparseUrl, subscribedEvents: [5] } })
  ).json.webhook
  // Each copy refers to the rows of the payment.
  await copyEvents(merchant, transactionId, count)
  await merchant.run('UPDATE events SET resource = ? WHERE account = ? AND position > 5', transactionId, merchant.id)
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const scope = { database: new Database(d1, { trips: 0, databaseMs: 0 }), owner: owner(merchant) }
  const [{ id: middle, position }] = (await merchant.rows(
    'SELECT id, position FROM events WHERE account = ? AND position = ?',
    merchant.id,
    Math.floor(count / 2),
  )) as [{ id: string; position: number }]
  const list = (cursor: string | null, filters: Partial<EventFilters> = {}) =>
    rowsRead(async () => {
      const page = { pageNumber: 1, pageSize: 10, cursor }
      const found = await listEventRows(
        scope,
        { types: null, kinds: null, since: null, transaction: null, ...filters },
        page,
      )
      if (found === 'cursor_not_found') throw new Error('There is no such page.')
      expect(found.entries).toHaveLength(10)
    })
  return {
    /** Of a webhook that receives none of the events. */
    sparse: await rowsRead(() =>
      readForEndpoint(scope, sparse.id, {
        seen: null,
        cursor: null,
        fresh: { limit: 10, withPrevious: false },
        older: null,
        positions: [],
      }),
    ),
    first: await list(null),
    middle: await list(middle),
    newer: await list(`-${middle}`),
    byType: await list(null, { types: ['transaction.captured'] }),
    endpoint: await rowsRead(() =>
      readForEndpoint(scope, webhook.id, {
        seen: null,
        cursor: { position, id: middle },
        fresh: { limit: 10, withPrevious: true },
        older: { range: { after: Math.floor(position / 2), upTo: position, times: null }, limit: 10 },
        positions: [position - 1, position],
      }),
    ),
    insert: await rowsRead(() =>
      insertEvents(
        { run: async (text, ...values) => void (await scope.database.batch([sql(text, ...values)])) },
        sql(
          `SELECT ? AS account, 'test' AS mode, 'customer.created' AS type, ? AS resource, '' AS occasion, NULL AS requestId, 1 AS at, 0 AS place, '{}' AS snapshot`,
          merchant.id,
          crypto.randomUUID(),
        ),
      ),
    ),
    idle: await rowsRead(() => scope.database.batch([existsOldEvent(scope, 1)])),
    purge: await rowsRead(async () => expect(await deleteOldEvents(scope, Date.now() * 2, 10)).toBe(10)),
  }
}

test('pages, deliveries, new events and purges read as many rows among 100,000 events as among 1,000', async () => {
  const [few, { sparse, ...many }] = [await rowsReadAmong(1_000), await rowsReadAmong(100_000)]
  expect(sparse).toBeLessThanOrEqual(scannedEvents + 200)
  for (const [read, rows] of Object.entries(many))
    expect(rows, read).toBeLessThanOrEqual(few[read as keyof typeof few] + 3)
  // Of each event its row, the payment, the operation and the listed operations.
  expect(few.first).toBeLessThanOrEqual(100)
  expect(few.endpoint).toBeLessThanOrEqual(350)
  expect(few.insert).toBeLessThanOrEqual(20)
  expect(few.idle).toBeLessThanOrEqual(2)
}, 120_000)

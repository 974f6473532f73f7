import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import { createMerchant } from '../../testing/merchant.ts'
import { Database } from '../sql/database.ts'
import { listSentOperations } from './comparedRows.ts'
import type { SentOperations } from './comparedRows.ts'

test('a page of the operations of a connection reads the operations of its span alone', async () => {
  const merchant = await createMerchant()
  const base = 80_000_000_000_000 + Math.floor(Math.random() * 1e9) * 1000
  // Every second operation is at another connection.
  await merchant.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000)
     INSERT INTO transactions (id, account, mode, status, method, currency, requested, initiatedBy, initial, created, updated)
     SELECT ?2 + n, ?1, 'test', 'declined', 'cash', 840, 1, 'customer', 'first', 0, 0 FROM numbers`,
    merchant.id,
    base,
  )
  await merchant.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000)
     INSERT INTO operations (id, transactionId, account, mode, type, status, amount, storedRef, storedRequestId, created, updated)
     SELECT ?2 + n, ?2 + n, ?1, 'test', 'authorize', 'approved', 1,
            json_object('connection', ?1 || (n % 2), 'op', CAST(CAST(?2 + n AS INTEGER) AS TEXT)), 'r', 0, 0 FROM numbers`,
    merchant.id,
    base,
  )
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const counter = { trips: 0, databaseMs: 0 }
  const scope = { database: new Database(d1, counter), owner: { account: merchant.id, mode: 'test' as const } }
  let sent: SentOperations = { ids: [], after: null }
  const rows = await rowsRead(async () => {
    sent = await listSentOperations(scope, `${merchant.id}1`, { after: base + 1000, before: base + 2000 }, 40)
  })
  const first = Array.from({ length: 40 }, (_, index) => base + 1001 + 2 * index)
  expect(sent).toEqual({ ids: first, after: first.at(-1) })
  expect(counter.trips).toBe(1)
  // Once for the last id of the part, and those up to the page's end.
  expect(rows).toBeLessThanOrEqual(1000 + 90)
  // The rest of the span.
  const rest = await listSentOperations(scope, `${merchant.id}1`, { after: base + 1900, before: base + 2000 }, 100)
  expect(rest).toEqual({ ids: Array.from({ length: 50 }, (_, index) => base + 1901 + 2 * index), after: null })
})

test('a page of the operations of a connection examines at most 5,000 operations of a shard, and the next one goes on after them', async () => {
  const merchant = await createMerchant()
  const base = 70_000_000_000_000 + Math.floor(Math.random() * 1e9) * 1000
  await merchant.run(
    `INSERT INTO transactions (id, account, mode, status, method, currency, requested, initiatedBy, initial, created, updated)
     VALUES (?2, ?1, 'test', 'declined', 'cash', 840, 1, 'customer', 'first', 0, 0)`,
    merchant.id,
    base,
  )
  // Ten per millisecond; only the last one was sent.
  await merchant.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 6000)
     INSERT INTO operations (id, transactionId, account, mode, type, status, amount, storedRef, storedRequestId, settlementCycle, created, updated)
     SELECT ?2 + n * 100, ?2, ?1, 'test', 'capture', 'approved', 1,
            json_object('connection', iif(n = 6000, 'ours', 'other'), 'op', CAST(CAST(?2 + n * 100 AS INTEGER) AS TEXT)), 'r', 0, 0, 0 FROM numbers`,
    merchant.id,
    base,
  )
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const scope = {
    database: new Database(d1, { trips: 0, databaseMs: 0 }),
    owner: { account: merchant.id, mode: 'test' as const },
  }
  let sent: SentOperations = { ids: [], after: null }
  const span = { after: base, before: base + 1_000_000 }
  const rows = await rowsRead(async () => {
    sent = await listSentOperations(scope, 'ours', span, 40)
  })
  expect(sent).toEqual({ ids: [], after: base + 499_999 })
  expect(rows).toBeLessThanOrEqual(10_010)
  expect(await listSentOperations(scope, 'ours', { ...span, after: sent.after! }, 40)).toEqual({
    ids: [base + 600_000],
    after: null,
  })
})

import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import { createMerchant } from '../../testing/merchant.ts'
import { Database } from '../sql/database.ts'
import { listSentOperations } from './comparedRows.ts'

test('a page of the operations of a connection reads few rows beside its own, however many others have', async () => {
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
     INSERT INTO operations (id, transactionId, account, mode, type, status, amount, processorRef, requestId, created, updated)
     SELECT ?2 + n, ?2 + n, ?1, 'test', 'authorize', 'approved', 1,
            json_object('connection', ?1 || (n % 2), 'op', CAST(CAST(?2 + n AS INTEGER) AS TEXT)), 'r', 0, 0 FROM numbers`,
    merchant.id,
    base,
  )
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const counter = { trips: 0, databaseMs: 0 }
  const scope = { database: new Database(d1, counter), owner: { account: merchant.id, mode: 'test' as const } }
  let found: number[] = []
  const rows = await rowsRead(async () => {
    found = await listSentOperations(scope, `${merchant.id}1`, { after: base + 1000, before: base + 2000 }, 40)
  })
  expect(found).toEqual(Array.from({ length: 40 }, (_, index) => base + 1001 + 2 * index))
  expect(counter.trips).toBe(1)
  // Each of the index and of the table.
  expect(rows).toBeLessThanOrEqual(90)
})

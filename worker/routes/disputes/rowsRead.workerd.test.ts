import { expect, test } from 'vitest'
import { listDisputeRows } from '../../store/disputes/disputes.ts'
import { Database } from '../../store/sql/database.ts'
import { searchTransactions } from '../../store/transactions/search.ts'
import { bindings } from '../../testing/bindings.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import { createMerchant } from '../../testing/merchant.ts'

const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
const merchant = await createMerchant()
const scope = {
  database: new Database(d1, { trips: 0, databaseMs: 0 }),
  owner: { account: merchant.id, mode: 'test' },
} as const

const numbers = 'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000)'

// Every hundredth dispute is open, the others are lost.
await merchant.run(
  `${numbers}
   INSERT INTO disputes (id, account, mode, transactionId, operationId, connection, caseId, currency, amount, reasonCode, reasonCategory,
                         stage, evidenceDueBy, stages, reports, revision, created, updated)
   SELECT ?1 || printf('%04d', n), ?1, 'test', n, n, 'simulator', n, 840, 1050, NULL, 'general',
          iif(n % 100 = 0, 'open', 'lost'), NULL, '[]', '[]', 1, n, n FROM numbers`,
  merchant.id,
)

const page = { pageNumber: 1, pageSize: 10, cursor: null }

test.each([
  ['without a filter', {}, 10],
  ['of the stage that few have', { stage: ['open'] as const }, 10],
  ['of a stage that most have', { stage: ['lost'] as const }, 10],
  ['of two stages', { stage: ['won', 'lost'] as const }, 10],
  ['of a range of time', { from: 500, to: 1500 }, 10],
])('a page of disputes %s reads at most 16 rows', async (_which, filters, entries) => {
  let found: Awaited<ReturnType<typeof listDisputeRows>> | undefined
  const rows = await rowsRead(async () => {
    found = await listDisputeRows(scope, filters as never, page)
  })
  if (found === undefined || found === 'cursor_not_found') throw new Error('There is no such page.')
  expect(found.entries).toHaveLength(entries)
  expect(rows).toBeLessThanOrEqual(16)
})

test('a search of disputed or returned payments reads those and no others', async () => {
  await merchant.run(
    `${numbers}
     INSERT INTO transactions (id, account, mode, type, status, method, currency, requested, approved, captured, credited, settled, capturing,
                               crediting, held, released, tip, initiatedBy, initial, created, updated, disputes, returns)
     SELECT ?2 + n, ?1, 'test', 'payment', 'settled', 'cash', 840, 100, 100, 100, 0, 100, 0, 0, 0, 0, 0, 'customer', 'first', n, n,
            iif(n % 400 = 0, '[]', NULL), iif(n % 500 = 0, '[]', NULL) FROM numbers`,
    merchant.id,
    Date.now() * 1000,
  )
  await merchant.run(
    `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, storedRequestId, created, updated)
     SELECT id, id, account, mode, 'authorize', 'approved', 100, '', created, updated FROM transactions WHERE account = ?`,
    merchant.id,
  )
  for (const [filters, matches] of [
    [{ disputed: true }, 5],
    [{ returned: true }, 4],
  ] as const) {
    let found = 0
    const rows = await rowsRead(async () => {
      found = (await searchTransactions(scope, filters, { start: null, pageSize: 10 })).rows.length
    })
    expect(found).toBe(matches)
    expect(rows).toBeLessThanOrEqual(6 * matches)
  }
})

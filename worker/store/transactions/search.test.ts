import { expect, test, vi } from 'vitest'
import type { TransactionFilters } from '#contract/transactions/transactionList'
import { bindings } from '../../testing/bindings.ts'
import { storeScope } from '../../testing/fixtures/storeScope.ts'
import { createMerchant } from '../../testing/merchant.ts'
import { Database, sql } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { searchTransactions } from './search.ts'

const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })
const owner: Owner = { account: (await createMerchant()).id, mode: 'test' }

const range = { from: 1, to: 9_000_000_000_000 }
const position = { created: 8_000_000_000_000, id: 5 }
const starts = [null, { ...position, newer: false }, { ...position, newer: true }]

test.each<[string, TransactionFilters, ...indexes: string[]]>([
  ['no filter', {}, 'transactionsByTime'],
  [
    'reference',
    { reference: 'Invoice:42' },
    'transactionsByReference',
    'transactionsByReferenceObjectId',
    'operationsByReference',
    'operationsByReferenceObjectId',
  ],
  ['customerPublicIdentifier', { customerPublicIdentifier: 'A-7' }, 'transactionsByCustomerPublicIdentifier'],
  ['customer', { customer: 'customer-0001' }, 'transactionsByCustomer'],
  ['lastFour', { lastFour: '4242' }, 'transactionsByLast4'],
  ['disputed', { disputed: true }, 'transactionsDisputed'],
  ['returned', { returned: true }, 'transactionsReturned'],
  ['disputed false', { disputed: false }, 'transactionsByTime'],
  ['needsAttention', { needsAttention: true }, 'transactionsByAttention'],
  ['needsAttention false', { needsAttention: false }, 'transactionsByTime'],
  ['batchId', { batchId: 'batch-1' }, 'operationsByCycle'],
])('search by %s reads its matches in the order of an index, without sorting or scanning a table', async (...given) => {
  const [, filters, ...indexes] = given
  const rows = vi.spyOn(database, 'rows')
  for (const start of starts)
    await searchTransactions(storeScope(database, owner), { ...filters, ...range }, { start, pageSize: 10 })
  const statements = rows.mock.calls.map(([statement]) => statement)
  rows.mockRestore()
  expect(statements).toHaveLength(starts.length)
  for (const { sql: text, values } of statements) {
    const plan = await database.rows(sql(`EXPLAIN QUERY PLAN ${text}`, ...values))
    const steps = plan.map(({ detail }) => String(detail))
    const onTables = steps.filter((step) => /^(SCAN|SEARCH) (transactions|operations|t|o)\b/.test(step))
    for (const index of indexes) expect(onTables).toContainEqual(expect.stringMatching(new RegExp(`INDEX ${index}\\b`)))
    expect(onTables.filter((step) => step.startsWith('SCAN'))).toEqual([])
    expect(steps.filter((step) => step.startsWith('USE TEMP B-TREE'))).toEqual([])
  }
})

import { afterAll, expect, test, vi } from 'vitest'
import { simulator } from '../../processors/simulator/simulator.ts'
import { bindings } from '../../testing/bindings.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import {
  byCheck,
  createSettlementClient,
  createSettlementFixture,
  resetTestClocks,
} from './fixtures/settlementFixture.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())
resetTestClocks()

/** A sweep processes the whole shard and may fail on rows of other tests. */
const ignoreErrorsOfOtherAccounts = () => undefined

type Fixture = Awaited<ReturnType<typeof createSettlementFixture>>

test.each<[string, string, number, (fixture: Fixture) => Promise<string>]>([
  ['a captured payment', 'settled', 10.5, ({ pay }) => pay()],
  ['a check', 'settled', 10.5, ({ authorize }) => authorize(byCheck('1234567'))],
  ['cash', 'settled', 3, ({ authorize }) => authorize({ payment: { cash: true }, amount: { value: 3 } })],
  [
    'a partially captured payment',
    'partially_captured',
    4,
    async ({ authorize, capture }) => {
      const id = await authorize()
      await capture(id, 4)
      return id
    },
  ],
  [
    'a partially refunded payment',
    'partially_refunded',
    10.5,
    async ({ pay, credit }) => {
      const id = await pay()
      await credit(id, 4)
      return id
    },
  ],
  [
    'a refunded payment',
    'refunded',
    10.5,
    async ({ pay, credit }) => {
      const id = await pay()
      await credit(id)
      return id
    },
  ],
  ['an unreferenced credit', 'refunded', 0, ({ creditUnreferenced }) => creditUnreferenced(5)],
])('batch close of %s results in status %s with %d settled', async (_payment, status, amountSettled, prepare) => {
  const client = await createSettlementFixture()
  const id = await prepare(client)
  const batch = await client.closeBatch()
  expect(await client.getTransaction(id)).toMatchObject({ status, amountSettled, batchId: batch.id })
})

test('void of a payment in a closed batch returns 409 already_settled, and its credit is in the next batch', async () => {
  const { pay, closeBatch, call, credit, getTransaction } = await createSettlementFixture()
  const id = await pay()
  await closeBatch()
  const voided = await call('POST', '/v1/transactions/void', { body: { transactionId: id } })
  expect([voided.status, voided.json.errors[0].type]).toEqual([409, 'already_settled'])
  await credit(id)
  expect(await getTransaction(id)).toMatchObject({ status: 'refunded' })
  expect((await closeBatch()).totals).toMatchObject([{ captures: { count: 0 }, credits: { count: 1 }, net: -10.5 }])
})

test('a second capture of a payment in a closed batch is in the next batch', async () => {
  const { authorize, capture, closeBatch, getTransaction } = await createSettlementFixture()
  const id = await authorize()
  await capture(id, 4)
  await closeBatch()
  await capture(id)
  const second = await closeBatch()
  expect(second.totals).toMatchObject([{ captures: { count: 1, amount: 6.5 } }])
  expect(await getTransaction(id)).toMatchObject({ status: 'settled', amountSettled: 10.5, batchId: second.id })
})

test('batch close leaves out a capture with a pending void', async () => {
  const voiding = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const simulated = simulator()
  const client = await createSettlementFixture(
    {},
    {
      processor: {
        ...simulated,
        void: async (operation, reference) => {
          reached.resolve()
          await voiding.promise
          return simulated.void(operation, reference)
        },
      },
    },
  )
  const [beingVoided, other] = [await client.pay(), await client.pay()]
  const voided = client.void(beingVoided)
  await reached.promise
  expect((await client.closeBatch()).totals).toMatchObject([{ captures: { count: 1, amount: 10.5 } }])
  expect(await client.closeBatch()).toBeNull()
  voiding.resolve()
  await voided
  expect(await client.getTransaction(beingVoided)).toMatchObject({ status: 'voided', amountSettled: 0, batchId: null })
  expect(await client.getTransaction(other)).toMatchObject({ status: 'settled' })
  expect(await client.closeBatch()).toBeNull()
})

/** Inserts captured payments of 1.00 in test mode. */
const seed = async (merchant: Merchant, count: number, approved = Date.now()) => {
  const first = 91_000_000_000_000 + Math.floor(Math.random() * 1_000_000_000_000)
  const numbers = 'WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)'
  await merchant.run(
    `${numbers} INSERT INTO transactions (id, account, mode, status, method, currency, requested, approved, captured,
                                          initiatedBy, initial, created, updated)
     SELECT ? + i * 2, ?, 'test', 'captured', 'creditCard', 840, 100, 100, 100, 'customer', 'first', ?, ? FROM n`,
    count,
    first,
    merchant.id,
    approved,
    approved,
  )
  await merchant.run(
    `${numbers} INSERT INTO operations (id, transactionId, account, mode, type, status, amount, storedRef, storedRequestId,
                                        settlementCycle, created, updated)
     SELECT ? + i * 2 + 1, ? + i * 2, ?, 'test', 'capture', 'approved', 100, '{}', 'seed',
            coalesce((SELECT cycle FROM settlementCycles WHERE settlementCycles.account = ? AND mode = 'test'), 0), ?, ? FROM n`,
    count,
    first,
    first,
    merchant.id,
    merchant.id,
    approved,
    approved,
  )
}

/** Expects each capture in one batch and in its totals, and each payment settled. */
const expectEachCaptureInOneBatch = async (merchant: Merchant, captures: number) => {
  const { listBatches } = createSettlementClient(merchant)
  const list: { id: string; status: string; totals: { captures: { count: number; amount: number } }[] }[] =
    await listBatches()
  for (const { id, status, totals } of list) {
    const [sum] = await merchant.rows(
      "SELECT count(*) AS n, sum(amount) AS amount FROM operations WHERE batchId = ? AND status = 'settled'",
      id,
    )
    expect(status).toBe('closed')
    expect(totals).toMatchObject([{ captures: { count: sum?.['n'], amount: sum?.['amount'] / 100 } }])
  }
  const counted = list.reduce((sum, { totals }) => sum + (totals[0]?.captures.count ?? 0), 0)
  expect(counted).toBe(captures)
  const unsettled = await merchant.rows(
    "SELECT id FROM transactions WHERE account = ? AND (status <> 'settled' OR settled <> 100 OR batchId IS NULL)",
    merchant.id,
  )
  expect(unsettled).toEqual([])
}

test('close of a batch of 2,600 captures settles 2,000 at the first request and the rest at the second', async () => {
  const { merchant, closeBatch, listBatches } = await createSettlementFixture()
  await seed(merchant, 2_600)
  expect(await closeBatch()).toMatchObject({ status: 'closing', totals: [{ captures: { count: 2_000 } }] })
  expect(await closeBatch()).toBeNull()
  expect(await listBatches()).toMatchObject([
    { status: 'closed', totals: [{ captures: { count: 2_600, amount: 2_600 } }] },
  ])
  await expectEachCaptureInOneBatch(merchant, 2_600)
})

test('four batch closes at once count each capture once', async () => {
  const { merchant, closeBatch } = await createSettlementFixture()
  await seed(merchant, 1_200)
  const responses = await Promise.all([closeBatch(), closeBatch(), closeBatch(), closeBatch()])
  expect(responses.filter((batch) => batch !== null).length).toBeGreaterThan(0)
  await closeBatch()
  await expectEachCaptureInOneBatch(merchant, 1_200)
})

const faults = [2, 3, 4, 5, 6].flatMap((call) =>
  (['fails before', 'fails after'] as const).map((fate): [number, typeof fate] => [call, fate]),
)

test.each(faults)(
  'batch close whose database call %d %s its commit is completed by the next close',
  async (at, fate) => {
    const { merchant, closeBatch } = await createSettlementFixture()
    await seed(merchant, 3)
    const { d1 } = faultyDatabase(bindings.DB_00, (call) => (call >= at ? fate : 'runs'))
    await startWorker({}, { DB_00: d1 }).as(merchant.secretKey)('POST', '/v1/batches/close')
    await closeBatch()
    await closeBatch()
    await expectEachCaptureInOneBatch(merchant, 3)
  },
)

test('the cron closes batches by the real clock and by the test clock of each account', async () => {
  const [onRealClock, onTestClock] = [await createMerchant({ shard: '01' }), await createMerchant({ shard: '01' })]
  const [realClient, testClockClient] = [createSettlementClient(onRealClock), createSettlementClient(onTestClock)]
  await testClockClient.setClock('2029-05-05T12:00:00Z')
  await realClient.pay()
  await testClockClient.pay()
  const day = 86_400_000
  const worker = startWorker({ clock: { now: () => Date.now() + day } })
  // The first sweep computes when the days end, the second one closes the batches.
  await worker.sweep().catch(ignoreErrorsOfOtherAccounts)
  await worker.sweep().catch(ignoreErrorsOfOtherAccounts)
  expect(await testClockClient.listBatches()).toMatchObject([{ cutoff: '2029-05-05T23:59:59.000Z', status: 'closed' }])
  expect(await realClient.listBatches()).toMatchObject([{ status: 'closed' }])
})

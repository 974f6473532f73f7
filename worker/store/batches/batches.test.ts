import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'
import { seedCaptures } from '../../testing/scale/manyCaptures.ts'
import { readDueBatches, setCutoffs } from './dueBatches.ts'
import { findClosingBatch, insertBatch, listBatchRows } from './batches.ts'
import { readSettleable, settleOperations } from './settlement.ts'
import type { SettlementResult } from './settlement.ts'
import { Database, sql } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { BatchRow } from './batches.ts'
import { searchTransactions } from '../transactions/search.ts'
import type { SearchResult, SearchStart } from '../transactions/search.ts'

/** Concurrent changes between the steps of closing a batch. */

const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })

/** The ids of the payments of captures. */
const idsOf = async (captures: readonly string[]) =>
  Promise.all(
    captures.map(
      async (id) =>
        (await database.row(sql('SELECT transactionId FROM operations WHERE id = ?', Number(id))))!['transactionId'],
    ),
  )

const setUp = async () => {
  const merchant = await createMerchant()
  const call = startWorker().as(merchant.secretKey)
  const owner: Owner = { account: merchant.id, mode: 'test' }
  const scope = { owner: { account: merchant.id, mode: 'test' } } as const
  const capture = async (): Promise<string> => {
    const { json } = await call('POST', '/v1/transactions/authorize', { body: cardPayment() })
    return (await call('POST', '/v1/transactions/capture', { body: { transactionId: json.transactionId } })).json
      .transactionId
  }
  return {
    merchant,
    owner,
    capture,
    voided: (transactionId: string) => call('POST', '/v1/transactions/void', { body: { transactionId } }),
    /** Sets the account's cut-off. */
    setCutoff: async (cutoff: number) => {
      const { undated } = await readDueBatches({ database, ...scope }, Date.now(), 10)
      await setCutoffs(
        { database },
        undated.map(({ account, mode, since }) => ({ account, mode, since, cutoff })),
      )
    },
    undated: async () => (await readDueBatches({ database, ...scope }, Date.now(), 10)).undated,
    due: async () => (await readDueBatches({ database, ...scope }, Date.now() + 1_000, 10)).due,
    open: (cutoff: number, scheduled = true) =>
      insertBatch({ database, owner }, { id: crypto.randomUUID(), cutoff, created: cutoff }, scheduled),
    /** One step of closing a batch. */
    settle: async (batch: BatchRow, limit = 10) => {
      const operations = await readSettleable({ database }, batch, limit)
      const settling = operations.map(({ id, transactionId }) => ({ id, transactionId, scheduledReturn: null }))
      return settleOperations({ database }, batch, settling, Date.now(), null)
    },
    /** The listed payments of a batch, read page by page. */
    paymentsOf: async (batchId: string) => {
      const ids: number[] = []
      let start: SearchStart | null = null
      do {
        const page: SearchResult = await searchTransactions({ database, owner }, { batchId }, { start, pageSize: 1 })
        ids.push(...page.rows.map(({ id }) => id))
        start = page.older
      } while (start !== null)
      return ids
    },
    list: () => listBatchRows({ database, owner }, { pageNumber: 1, pageSize: 10, cursor: null }),
  }
}

test('concurrent inserts of a batch with one cut-off insert one batch', async () => {
  const { capture, setCutoff, open } = await setUp()
  await capture()
  const cutoff = Date.now()
  await setCutoff(cutoff)
  const opened = await Promise.all([open(cutoff), open(cutoff), open(cutoff)])
  expect(opened.filter((batch) => batch !== null)).toHaveLength(1)
})

test('batch whose captures were voided while it closed is deleted', async () => {
  const { capture, voided, setCutoff, open, list, due } = await setUp()
  const id = await capture()
  const cutoff = Date.now()
  await setCutoff(cutoff)
  const batch = (await open(cutoff))!
  expect(await list()).toMatchObject({ total: 1, entries: [{ status: 'closing', totals: [] }] })
  await voided(id)
  expect(await settleOperations({ database }, batch, [], Date.now(), null)).toEqual({ settled: 0, batch: null })
  expect(await list()).toMatchObject({ total: 0, entries: [] })
  expect(await due()).toEqual([])
})

test('batch is not inserted while another batch of the account is closing', async () => {
  const { owner, capture, setCutoff, open, settle, due } = await setUp()
  await capture()
  const first = Date.now()
  await setCutoff(first)
  const closing = (await open(first))!
  await nextMillisecond()
  await capture()
  const second = Date.now()
  await setCutoff(second)
  expect(await open(second)).toBeNull()
  expect(await due()).toMatchObject([{ cutoff: second }])
  expect(await findClosingBatch({ database, owner })).toEqual(closing)
  expect(await settle(closing)).toMatchObject({ batch: { status: 'closed' } })
  expect(await open(second)).toMatchObject({ status: 'closing' })
})

test('capture of a payment with a pending void waits for the next batch', async () => {
  const { owner, capture, setCutoff, open, undated } = await setUp()
  await capture()
  await database.rows(sql('UPDATE transactions SET held = 1 WHERE account = ?', owner.account))
  const cutoff = Date.now()
  await setCutoff(cutoff)
  expect(await open(cutoff)).toBeNull()
  expect(await undated()).toMatchObject([{ since: cutoff + 1 }])
})

test('batch without ready operations is not inserted', async () => {
  const { capture, voided, setCutoff, open, list, due } = await setUp()
  const id = await capture()
  const cutoff = Date.now()
  await setCutoff(cutoff)
  await voided(id)
  expect(await open(cutoff)).toBeNull()
  expect(await list()).toMatchObject({ total: 0, entries: [] })
  expect(await due()).toEqual([])
})

test('batch leaves captures after its cut-off and of payments with a pending void to the next batch', async () => {
  const { owner, capture, open, settle, paymentsOf } = await setUp()
  const [ready, held] = [await capture(), await capture()]
  const cutoff = Date.now()
  await nextMillisecond()
  const late = await capture()
  const setHeld = (value: 0 | 1) =>
    database.rows(
      sql(
        'UPDATE transactions SET held = ? WHERE id = (SELECT transactionId FROM operations WHERE id = ?)',
        value,
        Number(held),
      ),
    )
  await setHeld(1)
  const first = (await open(cutoff, false))!
  expect(await settle(first)).toMatchObject({ settled: 1, batch: { status: 'closed' } })
  await setHeld(0)
  const second = (await open(Date.now(), false))!
  expect(second).toMatchObject({ ...owner, cycle: first.cycle + 1 })
  expect(await settle(second)).toMatchObject({ settled: 2, batch: { status: 'closed' } })
  expect([await paymentsOf(first.id), await paymentsOf(second.id)]).toEqual([
    await idsOf([ready]),
    await idsOf([late, held]),
  ])
})

test('batch that closes in several steps continues behind its last operation, and concurrent steps settle each operation once', async () => {
  const { capture, open, settle, paymentsOf } = await setUp()
  const captures: string[] = []
  for (let n = 0; n < 5; n++) captures.push(await capture())
  const batch = (await open(Date.now(), false))!
  const duringClose = await capture()
  const steps = await Promise.all([settle(batch, 2), settle(batch, 2)])
  expect(steps.map(({ settled }) => settled).toSorted()).toEqual([0, 2])
  const half = steps[0].batch!
  expect(await readSettleable({ database }, half, 10)).toHaveLength(3)
  expect(await paymentsOf(batch.id)).toEqual(await idsOf(captures.slice(0, 2).toReversed()))
  // The batch as the first step read it.
  expect(await settle(batch, 10)).toMatchObject({ settled: 3, batch: { status: 'closed' } })
  expect(await paymentsOf(batch.id)).toEqual(await idsOf(captures.toReversed()))
  const next = (await open(Date.now(), false))!
  expect(await settle(next)).toMatchObject({ settled: 1, batch: { status: 'closed' } })
  expect(await paymentsOf(next.id)).toEqual(await idsOf([duringClose]))
})

test('batch settles the captures of one payment in several steps', async () => {
  const { merchant, open, settle } = await setUp()
  await seedCaptures(merchant, 1, 5)
  const batch = (await open(Date.now(), false))!
  const steps: SettlementResult[] = []
  for (let row: BatchRow | null = batch; row?.status === 'closing'; row = steps.at(-1)!.batch)
    steps.push(await settle(row, 2))
  expect(steps.map(({ settled }) => settled)).toEqual([2, 2, 1])
})

import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'
import { readDueBatches, setCutoffs } from './dueBatches.ts'
import { findClosingBatch, insertBatch, listBatchRows } from './batches.ts'
import { readSettleable, settleOperations } from './settlement.ts'
import { Database, sql } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'

/** Concurrent changes between the steps of closing a batch. */

const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })

const setUp = async () => {
  const merchant = await createMerchant()
  const call = startWorker().as(merchant.secretKey)
  const owner: Owner = { account: merchant.id, mode: 'test' }
  const scope = { of: 'testAccount', account: merchant.id } as const
  const capture = async (): Promise<string> => {
    const { json } = await call('POST', '/v1/transactions/authorize', { body: cardPayment() })
    return (await call('POST', '/v1/transactions/capture', { body: { transactionId: json.transactionId } })).json
      .transactionId
  }
  return {
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
    open: (cutoff: number) =>
      insertBatch({ database, owner }, { id: crypto.randomUUID(), cutoff, created: cutoff }, true),
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
  const { owner, capture, setCutoff, open, due } = await setUp()
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
  const operations = (await readSettleable({ database }, closing, 10)).map(({ id }) => ({ id, scheduledReturn: null }))
  expect(await settleOperations({ database }, closing, operations, Date.now(), null)).toMatchObject({
    batch: { status: 'closed' },
  })
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

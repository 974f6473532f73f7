import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { byCard, createMerchant, startWorker } from '../../testing/merchant.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'
import { readDueBatches, setCutoffs } from './dueBatches.ts'
import { findClosingBatch, insertBatch, readBatches } from './batches.ts'
import { readSettleable, settleOperations } from './settlement.ts'
import { Database, sql } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'

/** What may come between the steps of a closing. */

const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })

const setUp = async () => {
  const merchant = await createMerchant()
  const call = startWorker().as(merchant.secretKey)
  const owner: Owner = { account: merchant.id, mode: 'test' }
  const reach = { of: 'testAccount', account: merchant.id } as const
  const capture = async (): Promise<string> => {
    const { json } = await call('POST', '/v1/transactions/authorize', { body: byCard() })
    return (await call('POST', '/v1/transactions/capture', { body: { transactionId: json.transactionId } })).json
      .transactionId
  }
  return {
    owner,
    capture,
    voided: (transactionId: string) => call('POST', '/v1/transactions/void', { body: { transactionId } }),
    /** Says that the account's day ends at this time. */
    ends: async (cutoff: number) => {
      const { undated } = await readDueBatches({ database, ...reach }, Date.now(), 10)
      await setCutoffs(
        { database },
        undated.map(({ account, mode, since }) => ({ account, mode, since, cutoff })),
      )
    },
    undated: async () => (await readDueBatches({ database, ...reach }, Date.now(), 10)).undated,
    due: async () => (await readDueBatches({ database, ...reach }, Date.now() + 1_000, 10)).due,
    open: (cutoff: number) =>
      insertBatch({ database, owner }, { id: crypto.randomUUID(), cutoff, created: cutoff }, true),
    list: () => readBatches({ database, owner }, { pageNumber: 1, pageSize: 10, cursor: null }),
  }
}

test('one of several rivals opens the batch of a day', async () => {
  const { capture, ends, open } = await setUp()
  await capture()
  const cutoff = Date.now()
  await ends(cutoff)
  const opened = await Promise.all([open(cutoff), open(cutoff), open(cutoff)])
  expect(opened.filter((batch) => batch !== null)).toHaveLength(1)
})

test('a batch goes away whose captures were voided while it closed', async () => {
  const { capture, voided, ends, open, list, due } = await setUp()
  const id = await capture()
  const cutoff = Date.now()
  await ends(cutoff)
  const batch = (await open(cutoff))!
  expect(await list()).toMatchObject({ total: 1, entries: [{ status: 'closing', totals: [] }] })
  await voided(id)
  expect(await settleOperations({ database }, batch, [], Date.now(), null)).toEqual({ settled: 0, batch: null })
  expect(await list()).toMatchObject({ total: 0, entries: [] })
  expect(await due()).toEqual([])
})

test('the batch of a day waits while the one before it is closing', async () => {
  const { owner, capture, ends, open, due } = await setUp()
  await capture()
  const first = Date.now()
  await ends(first)
  const before = (await open(first))!
  await nextMillisecond()
  await capture()
  const second = Date.now()
  await ends(second)
  expect(await open(second)).toBeNull()
  expect(await due()).toMatchObject([{ cutoff: second }])
  expect(await findClosingBatch({ database, owner })).toEqual(before)
  const pieces = (await readSettleable({ database }, before, 10)).map(({ id }) => ({ id, scheduledReturn: null }))
  expect(await settleOperations({ database }, before, pieces, Date.now(), null)).toMatchObject({
    batch: { status: 'closed' },
  })
  expect(await open(second)).toMatchObject({ status: 'closing' })
})

test('what is in flight when its day ends is for the next day, however early it was approved', async () => {
  const { owner, capture, ends, open, undated } = await setUp()
  await capture()
  await database.rows(sql('UPDATE transactions SET held = 1 WHERE account = ?', owner.account))
  const cutoff = Date.now()
  await ends(cutoff)
  expect(await open(cutoff)).toBeNull()
  expect(await undated()).toMatchObject([{ since: cutoff + 1 }])
})

test('a batch of nothing is not begun', async () => {
  const { capture, voided, ends, open, list, due } = await setUp()
  const id = await capture()
  const cutoff = Date.now()
  await ends(cutoff)
  await voided(id)
  expect(await open(cutoff)).toBeNull()
  expect(await list()).toMatchObject({ total: 0, entries: [] })
  expect(await due()).toEqual([])
})

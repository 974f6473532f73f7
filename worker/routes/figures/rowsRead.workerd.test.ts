import { expect, test } from 'vitest'
import { firstTransactionIdOf } from '../../domain/ids.ts'
import { readFigures } from '../../store/figures/figures.ts'
import { addToFigures } from '../../store/figures/rollUp.ts'
import { Database } from '../../store/sql/database.ts'
import { bindings } from '../../testing/bindings.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { seedPayments, setScanned } from './seedPayments.fixture.ts'

const dayMs = 86_400_000
const { d1, rowsRead, counts } = measuredDatabase(bindings.DB_00)
const database = new Database(d1, { trips: 0, databaseMs: 0 })

const read = ({ id: account }: Merchant, until: number) =>
  readFigures({ database, owner: { account, mode: 'test' } }, { from: 0, to: 1, currency: undefined }, until)

test('figures of 100 and of 40,000 payments read the same rows', async () => {
  await setScanned(999_999)
  const [few, many] = [await createMerchant(), await createMerchant()]
  const afterFew = await seedPayments(few, 100, 1_000_000)
  const last = await seedPayments(many, 40_000, afterFew + 1)
  while (await addToFigures({ database }, { until: last, limit: 5_000 }));
  const reads = []
  for (const [merchant, count] of [
    [few, 100],
    [many, 40_000],
  ] as const) {
    let found: Awaited<ReturnType<typeof read>> | undefined
    reads.push(
      await rowsRead(async () => {
        found = await read(merchant, last)
      }),
    )
    expect(found!.lastRead).toBeNull()
    expect(found!.figures.map(({ day, figure, operations }) => [day, figure, operations])).toEqual([
      [0, 'approved', (count * 4) / 10],
      [0, 'captured', (count * 4) / 10],
      [0, 'declined:51', count / 10],
      [1, 'approved', count / 2],
      [1, 'captured', count / 2],
    ])
  }
  expect(Math.abs(reads[1]! - reads[0]!)).toBeLessThanOrEqual(1)
  expect(reads[1]).toBeLessThan(12)
})

test('figures take two round trips', async () => {
  const merchant = await createMerchant()
  const { status, d1: trips } = await startWorker().as(merchant.secretKey)('GET', '/v1/figures')
  expect([status, trips]).toEqual([200, 2])
})

test('operations that no scan has read cost at most three rows each, and at most 20,000 of them are read', async () => {
  await setScanned(199_999_999)
  const [few, many] = [await createMerchant(), await createMerchant()]
  const afterFew = await seedPayments(few, 100, 200_000_000)
  const last = await seedPayments(many, 12_000, afterFew + 1)
  let found: Awaited<ReturnType<typeof read>> | undefined
  const rows = await rowsRead(async () => {
    found = await read(few, last)
  })
  expect(found!.figures.reduce((all, { operations }) => all + operations, 0)).toBe(190)
  expect(found!.lastRead).toBe(200_000_000 + 19_999)
  expect(rows).toBeLessThan(60_000)
})

test('the scan of many operations of an account writes a row for each figure of a day', async () => {
  await setScanned(399_999_999)
  const merchant = await createMerchant()
  const last = await seedPayments(merchant, 1_000, 400_000_000)
  const before = counts.rowsWritten
  await addToFigures({ database }, { until: last, limit: 5_000 })
  // Five figures, and the position.
  expect(counts.rowsWritten - before).toBeLessThanOrEqual(7)
})

test('a payment within its first minutes writes no figures, and its void after the scan corrects them', async () => {
  const merchant = await createMerchant()
  await setScanned(firstTransactionIdOf(Date.now()))
  const figures = async () =>
    merchant.rows('SELECT figure, operations, amount FROM dailyFigures WHERE account = ? ORDER BY figure', merchant.id)
  const call = startWorker({ clock: { now: () => Date.now() + 1000 } }).as(merchant.secretKey)
  const { json } = await call('POST', '/v1/transactions/sale', { body: cardPayment() })
  expect(json.errors ?? null).toBeNull()
  expect(await figures()).toEqual([])
  await addToFigures({ database }, { until: firstTransactionIdOf(Date.now() + dayMs), limit: 5_000 })
  expect(await figures()).toEqual([
    { figure: 'approved', operations: 1, amount: 1050 },
    { figure: 'captured', operations: 1, amount: 1050 },
  ])
  expect((await call('POST', '/v1/transactions/void', { body: { transactionId: json.transactionId } })).status).toBe(
    200,
  )
  expect(await figures()).toEqual([
    { figure: 'approved', operations: 1, amount: 1050 },
    { figure: 'captured', operations: 0, amount: 0 },
  ])
})

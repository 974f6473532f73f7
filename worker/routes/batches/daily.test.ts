import { afterAll, expect, test, vi } from 'vitest'
import { cardPayment } from '../../testing/merchant.ts'
import { createSettlementFixture, resetTestClocks } from './fixtures/settlementFixture.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())
resetTestClocks()

const euros = cardPayment(undefined, { amount: { value: 7.25, currency: 978 } })
const yen = cardPayment(undefined, { amount: { value: 1200, currency: 392 } })

test('the daily batch closes at 23:59:59 in the time zone of the account, with totals of captures and credits in each currency', async () => {
  const client = await createSettlementFixture({ settings: { timeZone: 'Europe/Vienna' } })
  await client.setClock('2026-11-20T10:00:00Z')
  const refunded = await client.pay()
  await client.credit(refunded, 2)
  await client.pay()
  await client.pay(euros)
  await client.pay(yen)
  await client.setClock('2026-11-20T22:55:00Z')
  expect(await client.listBatches()).toEqual([])
  await client.setClock('2026-11-20T22:59:59Z')
  const [batch, ...others] = await client.listBatches()
  expect(others).toEqual([])
  expect(batch).toMatchObject({
    status: 'closed',
    cutoff: '2026-11-20T22:59:59.000Z',
    totals: [
      { currency: 392, captures: { count: 1, amount: 1200 }, credits: { count: 0, amount: 0 }, net: 1200 },
      { currency: 840, captures: { count: 2, amount: 21 }, credits: { count: 1, amount: 2 }, net: 19 },
      { currency: 978, captures: { count: 1, amount: 7.25 }, credits: { count: 0, amount: 0 }, net: 7.25 },
    ],
  })
  expect(await client.getBatch(batch.id)).toEqual(batch)
  expect(await client.getTransaction(refunded)).toMatchObject({
    status: 'partially_refunded',
    amountSettled: 10.5,
    batchId: batch.id,
    operations: [{ status: 'approved' }, { type: 'capture', status: 'settled' }, { type: 'credit', status: 'settled' }],
  })
})

test('the daily batch contains the captures of its day, even if it closes days later', async () => {
  const client = await createSettlementFixture()
  for (const day of ['20', '21', '23']) {
    await client.setClock(`2026-11-${day}T12:00:00Z`)
    await client.pay()
  }
  await client.setClock('2026-11-30T12:00:00Z')
  expect((await client.listBatches()).map(({ cutoff }: { cutoff: string }) => cutoff)).toEqual([
    '2026-11-23T23:59:59.000Z',
    '2026-11-21T23:59:59.000Z',
    '2026-11-20T23:59:59.000Z',
  ])
})

test('a capture after the cutoff is in the next daily batch, even if the sweep is late', async () => {
  const client = await createSettlementFixture()
  const day = 86_400_000
  await client.setClock('2026-11-20T12:00:00Z')
  await client.pay()
  // The clock moves on without a sweep.
  await client.merchant.run(
    'UPDATE accounts SET testClockOffset = testClockOffset + ? WHERE id = ?',
    day,
    client.merchant.id,
  )
  await client.pay()
  await client.pay()
  await client.setClock('2026-11-22T12:00:00Z')
  const byCutoff = Object.groupBy(await client.listBatches(), ({ cutoff }: { cutoff: string }) => cutoff)
  expect(byCutoff).toMatchObject({
    '2026-11-20T23:59:59.000Z': [{ totals: [{ captures: { count: 1 } }] }],
    '2026-11-21T23:59:59.000Z': [{ totals: [{ captures: { count: 2 } }] }],
  })
  expect(Object.keys(byCutoff)).toHaveLength(2)
})

test('a day without captures, or with voided captures only, has no batch', async () => {
  const client = await createSettlementFixture()
  await client.setClock('2026-11-20T12:00:00Z')
  await client.void(await client.pay())
  await client.authorize()
  await client.setClock('2026-11-21T12:00:00Z')
  expect(await client.listBatches()).toEqual([])
  expect(await client.closeBatch()).toBeNull()
})

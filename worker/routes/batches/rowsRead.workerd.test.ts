import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import { seedCaptures } from '../../testing/scale/manyCaptures.ts'

/** Numbers of payments and of captures of each payment. */
type Seeded = readonly [payments: number, captures: number]

/** Rows that the close of a batch reads. */
const rowsReadByClose = async ([payments, captures]: Seeded): Promise<number> => {
  const merchant = await createMerchant()
  await seedCaptures(merchant, payments, captures)
  const measured = measuredDatabase(bindings.DB_00)
  const call = startWorker({}, { DB_00: measured.d1 }).as(merchant.secretKey)
  return measured.rowsRead(() => call('POST', '/v1/batches/close'))
}

test.each<[string, few: Seeded, many: Seeded]>([
  ['payments', [100, 1], [400, 1]],
  ['captures of one payment', [1, 100], [1, 400]],
])('batch close with four times as many %s reads at most 4.2 times the rows', async (_seeded, few, many) => {
  expect(await rowsReadByClose(many)).toBeLessThan(4.2 * (await rowsReadByClose(few)))
})

test('each page of the payments of a batch reads about the same rows, beside other batches of the account', async () => {
  const merchant = await createMerchant()
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const call = startWorker({}, { DB_00: d1 }).as(merchant.secretKey)
  await seedCaptures(merchant, 400, 1)
  const { batch } = (await call('POST', '/v1/batches/close')).json
  const readsOfPages = async () => {
    const reads: number[] = []
    let cursor = ''
    for (let page = 0; page < 4; page++)
      reads.push(
        await rowsRead(async () => {
          const { json } = await call('GET', `/v1/transactions?batchId=${batch.id}&pageSize=100${cursor}`)
          expect(json.transactions).toHaveLength(100)
          cursor = `&cursor=${json.nextCursor}`
        }),
      )
    return reads
  }
  const alone = await readsOfPages()
  expect(Math.max(...alone)).toBeLessThan(1.05 * Math.min(...alone))
  for (let batches = 0; batches < 2; batches++) {
    for (let payment = 0; payment < 3; payment++) await call('POST', '/v1/transactions/sale', { body: cardPayment() })
    expect((await call('POST', '/v1/batches/close')).json.batch).not.toBeNull()
  }
  expect(Math.max(...(await readsOfPages()))).toBeLessThan(1.05 * Math.min(...alone))
})

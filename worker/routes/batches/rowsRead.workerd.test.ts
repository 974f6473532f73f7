import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
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

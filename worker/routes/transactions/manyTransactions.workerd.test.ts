import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import { expectNoMoreRows, rowsReadAmong } from '../../testing/scale/transactionCosts.ts'

test('each transaction request reads no more rows among 2,000 payments than among 100', async () => {
  const few = await rowsReadAmong(100)
  expectNoMoreRows({ few, many: await rowsReadAmong(2_000) })
})

test('the row count of a query that reads more rows grows', async () => {
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const numbers =
    'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?) SELECT count(*) FROM numbers'
  const read = (count: number) => rowsRead(() => d1.batch([d1.prepare(numbers).bind(count)]))
  expect(await read(2_000)).toBeGreaterThan((await read(100)) + 1_000)
})

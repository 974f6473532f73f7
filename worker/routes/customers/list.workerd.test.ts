import { afterAll, describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { manyCustomers } from '../../testing/scale/manyCustomers.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import type { ApiResponse } from '../../testing/merchant.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'

describe('100,000 customers', async () => {
  const merchant = await createMerchant()
  const { cursorAfter, idOf, clear } = await manyCustomers(merchant, 100_000)
  afterAll(clear)
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const measured = startWorker({ keyCacheMs: { test: 60_000, live: 60_000 } }, { DB_00: d1 }).as(merchant.secretKey)
  // Creates the vault key. From then on the API key is cached, and only the list reads rows.
  for (let n = 0; n < 2; n++) await measured('POST', '/v1/tokens', { body: { creditCard: card() } })

  test.each([
    ['first page', 100, ''],
    ['page 1,000 by cursor', 100, `&pageNumber=1000&cursor=${cursorAfter(99_900)}`],
    ['page 10,000 by cursor', 10, `&pageNumber=10000&cursor=${cursorAfter(99_990)}`],
    ['page beyond the last', 0, '&pageNumber=2147483647'],
  ])('%s of 100,000 customers reads at most five rows more than its %i customers', async (_what, found, more) => {
    let response: ApiResponse | undefined
    const pageSize = found || 100
    const rows = await rowsRead(async () => {
      response = await measured('GET', `/v1/customers?pageSize=${pageSize}${more}`)
    })
    expect(response!.json.customers).toHaveLength(found)
    expect(response!.headers.get('x-total-count')).toBe('100000')
    expect(rows).toBeGreaterThan(0)
    expect(rows).toBeLessThanOrEqual(found + 5)
  })

  test('changing and deleting one of 100,000 customers reads fewer than 60 rows each', async () => {
    const path = `/v1/customers/${idOf(50_000)}`
    const costs = [
      await rowsRead(() => measured('PUT', path, { body: { merchantIdentifier: 'C-1' } })),
      await rowsRead(() => measured('DELETE', path)),
    ]
    expect((await measured('GET', path)).status).toBe(404)
    // Each of the three statements that insert events reads 9 to 19 of these rows.
    expect(Math.max(...costs)).toBeLessThan(60)
  })
})

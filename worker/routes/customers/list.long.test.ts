import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { manyCustomers } from '../../testing/scale/manyCustomers.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import type { ApiResponse } from '../../testing/merchant.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'

const count = 1_000_000

test(
  'a walk over 1,000,000 customers returns each once, and each page reads the same number of rows',
  { timeout: 15 * 60_000 },
  async () => {
    const merchant = await createMerchant()
    const { idOf } = await manyCustomers(merchant, count)
    const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
    const hours = 24 * 3_600_000
    const call = startWorker({ keyCacheMs: { test: hours, live: hours } }, { DB_00: d1 }).as(merchant.secretKey)
    for (let n = 0; n < 2; n++) await call('POST', '/v1/tokens', { body: { creditCard: card() } })
    const costs = new Map<number, number>()
    let newest = count
    for (let url: string | undefined = '/v1/customers?pageSize=100'; url !== undefined;) {
      let response: ApiResponse | undefined
      const rows: number = await rowsRead(async () => {
        response = await call('GET', url!)
      })
      for (const { id } of response!.json.customers) expect(id).toBe(idOf(--newest))
      costs.set(rows, (costs.get(rows) ?? 0) + 1)
      url = /<([^>]+)>; rel="next"/.exec(response!.headers.get('link') ?? '')?.[1]
    }
    expect(newest).toBe(0)
    // The first page has no cursor, the last one no next row, and once a minute the last use of the key is stored.
    expect(Math.max(...costs.keys())).toBeLessThanOrEqual(100 + 5 + 1)
    expect(Math.min(...costs.keys())).toBeGreaterThanOrEqual(100)
    expect([...costs.values()].reduce((sum, pages) => sum + pages)).toBe(count / 100)
  },
)

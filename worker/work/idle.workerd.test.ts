import { expect, test, vi } from 'vitest'
import { bindings } from '../testing/bindings.ts'
import { measuredDatabase } from '../testing/database/measuredDatabase.ts'
import { cardPayment, createMerchant, startWorker } from '../testing/merchant.ts'

vi.spyOn(console, 'log').mockReturnValue()

/** Rows of such a run before background work was divided into lanes. */
const before = 33

test('a run of the cron without due work reads at most 33 rows, and wakes no object', async () => {
  for (let count = 0; count < 3; count++) {
    const merchant = await createMerchant()
    const call = startWorker().as(merchant.secretKey)
    for (let payment = 0; payment < 5; payment++)
      await call('POST', '/v1/transactions/authorize', { body: cardPayment() })
    const { json } = await call('POST', '/v1/transactions/sale', { body: cardPayment() })
    expect(json.approved).toBe(true)
  }
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const clock = { now: () => Date.now() + 11 * 60_000 }
  // Scans, the figures of operations that are ten minutes old, and the end of the day of each account.
  await startWorker({ clock }).sweep()
  const woken: string[] = []
  const watched = {
    getByName: (name: string) => {
      woken.push(name)
      return { wake: async () => ({ failures: 0 }) }
    },
  } as unknown as typeof bindings.ACCOUNT_WORK
  const worker = startWorker({ clock }, { DB_00: d1, ACCOUNT_WORK: watched })
  expect(await rowsRead(() => worker.sweep())).toBeLessThanOrEqual(before)
  expect(woken).toEqual([])
})

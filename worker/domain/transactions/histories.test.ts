import { expect, test, vi } from 'vitest'
import { clearShard, gatewayOverHttp } from '../../proof/models/payments/overHttp.ts'
import { run } from '../../proof/models/payments/run.ts'

/**
 * The histories that testing/histories plays on the business in Node by the thousand, a few of them on the whole worker in its runtime. Of
 * the bugs that are planted there, more than half are caught within 20 histories; here it is the way to the business that is tried.
 */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

test('20 histories of up to 40 steps over HTTP, faults inside the steps: every invariant holds after each', async () => {
  await clearShard()
  const { count, report } = await run({ seed: 1, count: 20, shrink: false }, async (playOn) =>
    playOn(await gatewayOverHttp()),
  )
  expect(report).toBe('')
  expect(count).toBe(20)
}, 120_000)

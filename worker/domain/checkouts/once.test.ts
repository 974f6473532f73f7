import { expect, test, vi } from 'vitest'
import { gatewayOn } from '../../testing/checkouts/gateway.ts'
import { checkoutsInWorkerd, clearShard, limits } from '../../testing/checkouts/inWorkerd.ts'
import { run } from '../../testing/checkouts/run.ts'

/** The schedules that testing/checkouts plays in Node by the thousand, a few of them in the worker's own runtime, on real D1. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

test('20 schedules of windows, lost answers, sweeps and faults in workerd: a checkout is charged once', async () => {
  await clearShard()
  const { count, report } = await run({ seed: 1, count: 20, shrink: false }, async (playOn) =>
    playOn(gatewayOn(await checkoutsInWorkerd(), limits)),
  )
  expect(report).toBe('')
  expect(count).toBe(20)
}, 120_000)

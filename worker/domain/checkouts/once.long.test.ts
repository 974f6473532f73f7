import { expect, test, vi } from 'vitest'
import { gatewayOn } from '../../proof/models/checkouts/gateway.ts'
import { checkoutsInWorkerd, clearShard, limits } from '../../proof/models/checkouts/inWorkerd.ts'
import { run } from '../../proof/models/checkouts/run.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

/** Others each day, the same all day long. */
const seed = Math.floor(Date.now() / 86_400_000)

test(`1,000 schedules in workerd charge each checkout once, seed ${seed}`, async () => {
  await clearShard()
  const { count, report } = await run({ seed, count: 1000, shrink: false }, async (playOn) =>
    playOn(gatewayOn(await checkoutsInWorkerd(), limits)),
  )
  expect(report).toBe('')
  expect(count).toBe(1000)
}, 1_800_000)

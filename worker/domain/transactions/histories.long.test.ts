import { expect, test, vi } from 'vitest'
import { clearShard, gatewayOverHttp } from '../../proof/models/payments/overHttp.ts'
import { run } from '../../proof/models/payments/run.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

/** Others each day, the same all day long. */
const seed = Math.floor(Date.now() / 86_400_000)

test(`300 histories over HTTP that nobody has played before keep every invariant, seed ${seed}`, async () => {
  await clearShard()
  const { count, report } = await run({ seed, count: 300, shrink: false }, async (playOn) =>
    playOn(await gatewayOverHttp()),
  )
  expect(report).toBe('')
  expect(count).toBe(300)
}, 900_000)

import { expect, test } from './fixtures.ts'
import { makeState } from './servers.ts'
import { killOften } from './webhooks/kills.ts'

/** Two kills here, fifty in webhooks/kills.long.test.ts. */
const seed = 20_261_122

test('kill -9 between commit and delivery: every event arrives, signed and numbered, and none that never happened', async () => {
  test.setTimeout(180_000)
  const { state, envFile, remove } = await makeState()
  const { faults, leftOver } = await killOften({ state, envFile }, 2, seed)
  expect(faults, `seed ${seed}`).toEqual([])
  // Else there was nothing to survive.
  expect(leftOver).toBeGreaterThan(0)
  await remove()
})

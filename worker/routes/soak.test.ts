import { expect, test, vi } from 'vitest'
import { clearShard } from '../proof/models/checkouts/inWorkerd.ts'
import { run } from '../proof/soak/run.ts'
import { soakInWorkerd } from '../proof/soak/inWorkerd.ts'

/** The histories that testing/soak plays in Node by the hundred, a few of them in the worker's own runtime, with webhooks and card readers. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'warn').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

test('2 histories of a whole account in workerd, faults inside the steps: every invariant holds after each', async () => {
  await clearShard()
  const { histories, report } = await run({ seed: 1, count: 2, shrink: false, mostSteps: 10 }, async (playOn) =>
    playOn(await soakInWorkerd()),
  )
  expect(report).toBe('')
  expect(histories).toBe(2)
}, 120_000)

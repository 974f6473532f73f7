import { expect, inject, test, vi } from 'vitest'
import { clearShard } from '../proof/models/checkouts/inWorkerd.ts'
import { soakInWorkerd } from '../proof/soak/inWorkerd.ts'
import { run } from '../proof/soak/run.ts'

const log = vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'warn').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

/** Given by worker/proof/soak/run/runtime.config.ts. Without it others each day, the same all day long, for five minutes. */
const given = inject('soak' as never) as { readonly seed: number; readonly forMs: number } | undefined
const seed = given?.seed ?? Math.floor(Date.now() / 86_400_000)
const forMs = given?.forMs ?? 5 * 60_000

test(
  `histories of a whole account in workerd that nobody has played before keep every invariant, seed ${seed}`,
  async () => {
    await clearShard()
    const { histories, steps, payments, report } = await run(
      { seed, count: 1_000_000, forMs, shrink: false, mostSteps: 15 },
      async (playOn) => playOn(await soakInWorkerd()),
    )
    log.mockRestore()
    console.log(`seed ${seed}: ${histories} histories, ${steps} steps, ${payments} payments`)
    expect(report).toBe('')
    expect(histories).toBeGreaterThan(0)
  },
  forMs + 300_000,
)

import { expect, test, vi } from 'vitest'
import { runInNode } from './inNode.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

/** Others each day, the same all day long. */
const seed = Number(process.env['SLUICE_SEED'] ?? Math.floor(Date.now() / 86_400_000))
const minutes = 5

test(`${minutes} minutes of histories of a whole account that nobody has played before keep every invariant, seed ${seed}`, async () => {
  const forMs = minutes * 60_000
  const { histories, report } = await runInNode({ seed, count: 1_000_000, forMs, shrink: true })
  expect(report).toBe('')
  expect(histories).toBeGreaterThan(0)
}, 900_000)

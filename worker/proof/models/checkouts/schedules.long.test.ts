import { expect, test, vi } from 'vitest'
import { runInNode } from './runInNode.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

/** Others each day, the same all day long. */
const seed = Number(process.env['SLUICE_SEED'] ?? Math.floor(Date.now() / 86_400_000))

test(`2,000 schedules that nobody has played before charge each checkout once, seed ${seed}`, async () => {
  const { count, report } = await runInNode({ seed, count: 2000, shrink: true })
  expect(report).toBe('')
  expect(count).toBe(2000)
}, 900_000)

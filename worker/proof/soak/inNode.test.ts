import { expect, test, vi } from 'vitest'
import { runInNode } from './inNode.ts'
import { suiteCount, suiteSeed } from './suite.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

// Others than the usual ones are played by SLUICE_SEED=7 SLUICE_HISTORIES=500 npx vitest run --project unit worker/testing/soak
const seed = Number(process.env['SLUICE_SEED'] ?? suiteSeed)
const count = Number(process.env['SLUICE_HISTORIES'] ?? suiteCount)

test(`${count} histories of a whole account, faults inside the steps: every invariant holds after each, seed ${seed}`, async () => {
  const { histories, report } = await runInNode({ seed, count, shrink: true })
  expect(report).toBe('')
  expect(histories).toBe(count)
}, 600_000)

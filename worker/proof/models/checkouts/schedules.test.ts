import { expect, test, vi } from 'vitest'
import { runInNode } from './runInNode.ts'
import { suiteCount, suiteSeed } from './suite.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

// Others than the usual ones are played by SLUICE_SEED=7 SLUICE_HISTORIES=500 npx vitest run --project unit worker/testing/checkouts
const seed = Number(process.env['SLUICE_SEED'] ?? suiteSeed)
const count = Number(process.env['SLUICE_HISTORIES'] ?? suiteCount)

test(`${count} schedules of windows, lost answers, sweeps and faults: a checkout is charged once, seed ${seed}`, async () => {
  const { count: played, report } = await runInNode({ seed, count, shrink: true })
  expect(report).toBe('')
  expect(played).toBe(count)
}, 600_000)

import { expect, test } from 'vitest'
import { runInProcess } from './run.ts'
import { suiteCount, suiteSeed } from './suite.ts'

// Others than the usual ones are played by SLUICE_SEED=7 SLUICE_HISTORIES=500 npx vitest run --project unit worker/testing/billing
const seed = Number(process.env['SLUICE_SEED'] ?? suiteSeed)
const count = Number(process.env['SLUICE_HISTORIES'] ?? suiteCount)

test(`${count} histories of subscriptions, faults inside the steps: all that was promised holds after each, seed ${seed}`, async () => {
  const { count: played, report } = await runInProcess({ seed, count, shrink: true })
  expect(report).toBe('')
  expect(played).toBe(count)
}, 600_000)

import { expect, test } from 'vitest'
import { runInProcess } from './run.ts'

/** Others each day, the same all day long. */
const seed = Number(process.env['SLUICE_SEED'] ?? Math.floor(Date.now() / 86_400_000))

test(`10,000 histories of subscriptions that nobody has played before keep every promise, seed ${seed}`, async () => {
  const { count, report } = await runInProcess({ seed, count: 10_000, shrink: true })
  expect(report).toBe('')
  expect(count).toBe(10_000)
}, 900_000)

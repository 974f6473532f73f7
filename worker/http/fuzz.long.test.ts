import { expect, test, vi } from 'vitest'
import { fuzz } from '../testing/fuzz/run.ts'

vi.spyOn(console, 'error').mockReturnValue()

/** Others each day, the same all day long. */
const seed = Number(process.env['SLUICE_SEED'] || Math.floor(Date.now() / 86_400_000))
const count = Number(process.env['SLUICE_FUZZ'] || 1_000_000)

test(`${count} requests get answers that fit the contract, none a failure of ours and none after more than a second, seed ${seed}`, async () => {
  const { report, sent, unreached, slowest } = await fuzz({ seed, count, longestMs: 1000 })
  console.info(`${sent} requests. The slowest answers, in ms:`, slowest.map(({ ms }) => ms).join(', '))
  for (const { ms, request } of slowest.slice(0, 3)) console.info(`${ms} ms: ${request}`)
  expect(report).toBe('')
  expect(sent).toBeGreaterThanOrEqual(count)
  expect(unreached).toEqual([])
}, 7_200_000)

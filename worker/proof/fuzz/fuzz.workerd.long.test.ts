import { expect, test, vi } from 'vitest'
import { fuzz } from './run.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

/** Others each day, the same all day long. */
const seed = Number(process.env['SLUICE_SEED'] || Math.floor(Date.now() / 86_400_000))
const count = Number(process.env['SLUICE_FUZZ'] || 1_000_000)
/** The requests of one merchant, whose number a finding has. */
const only = process.env['SLUICE_MERCHANT'] ? Number(process.env['SLUICE_MERCHANT']) : undefined

const longestMs = 1000
/** So many come to every endpoint, with something that it takes. */
const enough = 50_000

test(`${count} requests get answers that fit the contract, none a failure of ours and none after more than a second, seed ${seed}`, async () => {
  const { report, sent, unasked, unreached } = await fuzz({ seed, count, only, longestMs, mostFindings: 10 })
  expect(report).toBe('')
  if (only !== undefined) return
  expect(sent).toBeGreaterThanOrEqual(count)
  if (count < enough) return
  expect(unasked).toEqual([])
  expect(unreached).toEqual([])
}, 14_400_000)

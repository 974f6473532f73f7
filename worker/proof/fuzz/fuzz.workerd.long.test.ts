import { expect, test, vi } from 'vitest'
import { fuzz } from './run.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

/** The default seed changes daily. */
const seed = Number(process.env['SLUICE_SEED'] || Math.floor(Date.now() / 86_400_000))
const count = Number(process.env['SLUICE_FUZZ'] || 1_000_000)
/** Only this merchant, whose number a finding prints. */
const only = process.env['SLUICE_MERCHANT'] ? Number(process.env['SLUICE_MERCHANT']) : undefined

const maxResponseMs = 1000
/** With this number of requests, every endpoint has a successful response. */
const coveringCount = 50_000

test(`${count} random requests with seed ${seed} get responses that match the contract within a second, with no 500`, async () => {
  const {
    report,
    sent,
    unrequested: unasked,
    withoutSuccess: unreached,
  } = await fuzz({ seed, count, merchant: only, maxResponseMs: maxResponseMs, maxFindings: 10 })
  expect(report).toBe('')
  if (only !== undefined) return
  expect(sent).toBeGreaterThanOrEqual(count)
  if (count < coveringCount) return
  expect(unasked).toEqual([])
  expect(unreached).toEqual([])
}, 14_400_000)

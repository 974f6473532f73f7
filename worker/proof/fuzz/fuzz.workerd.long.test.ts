import { expect, test, vi } from 'vitest'
import { fuzz } from './run.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

/** Others each day, the same all day long. */
const seed = Number(process.env['SLUICE_SEED'] || Math.floor(Date.now() / 86_400_000))
const count = Number(process.env['SLUICE_FUZZ'] || 1_000_000)
/** One request by its number, to be looked at alone: the last that is sent. */
const only = process.env['SLUICE_REQUEST'] ? Number(process.env['SLUICE_REQUEST']) : undefined

const longestMs = 1000
const perReport = 25_000
/** So many come to every endpoint, with something that it takes. */
const enough = 50_000

test(`${count} requests get answers that fit the contract, none a failure of ours and none after more than a second, seed ${seed}`, async () => {
  let reported = 0
  const onProgress = (sent: number): void => {
    if (sent - reported < perReport) return
    reported = sent
    console.info(`${new Date().toISOString()} ${sent} of ${count} requests`)
  }
  const { report, sent, tally } = await fuzz({ seed, count, only, longestMs, mostFindings: 10, onProgress })
  const lines = [
    `Seed ${seed}, ${sent} requests. One of them alone: SLUICE_SEED=${seed} SLUICE_REQUEST=<number>`,
    report || 'Nothing is wrong.',
    ...tally.lines(),
  ]
  console.info(lines.join('\n'))
  expect(report).toBe('')
  if (only !== undefined) return
  expect(sent).toBeGreaterThanOrEqual(count)
  if (count < enough) return
  expect(tally.unasked()).toEqual([])
  expect(tally.unreached()).toEqual([])
}, 14_400_000)

import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { soakWithKills } from './kills.ts'
import { makePlace } from './place.ts'

/** Each kill takes as long as a start of the runtime. */
const patience = { timeout: 80 * 60_000 }

test('200 kills -9 in the middle of everything that an account does break no invariant', patience, async () => {
  const seed = Number(process.env['SLUICE_SEED'] ?? randomInt(2 ** 31))
  const place = await makePlace()
  const { report, kills, steps, payments, at, leaks } = await soakWithKills(place, { kills: 200, seed })
  console.log(`seed ${seed}: ${kills} kills in ${steps} steps with ${payments} payments; ${JSON.stringify(at)}`)
  expect(report).toBe('')
  expect(leaks).toEqual([])
  expect(kills).toBeGreaterThanOrEqual(200)
  await place.remove()
})

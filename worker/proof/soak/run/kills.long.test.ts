import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { printCounts, soakWithKills } from './kills.ts'
import { turns } from './killPoints.ts'
import { makePlace } from './stateFolder.ts'

/** Each kill takes as long as a start of the runtime. */
const patience = { timeout: 80 * 60_000 }

test('200 kills -9 in the middle of everything that an account does break no invariant', patience, async () => {
  const seed = Number(process.env['SLUICE_SEED'] ?? randomInt(2 ** 31))
  const place = await makePlace()
  const settled = await soakWithKills(place, { kills: 200, seed })
  const { report, kills, commands, hit, missed, leaks } = settled
  console.log(`seed ${seed}: ${kills} kills in ${commands} commands; ${printCounts(settled)}`)
  expect(report).toBe('')
  expect(leaks).toEqual([])
  expect(kills).toBeGreaterThanOrEqual(200)
  // A moment that never came would be one that nobody is killed at.
  expect(Object.keys(hit).toSorted()).toEqual([...new Set(turns)].toSorted())
  expect(Object.values(missed).reduce((sum, count) => sum + count, 0)).toBeLessThan(kills / 20)
  await place.remove()
})

import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { capabilitySets } from '../../../processors/conformance/capabilitySets.ts'
import { printCounts, soakWithKills } from './kills.ts'
import { killOrder } from './killPoints.ts'
import { createStateFolder } from './stateFolder.ts'

/** Each kill includes a restart of the runtime. */
const timeLimit = { timeout: 80 * 60_000 }

test(
  '200 kills (kill -9) at all kill points break no invariant and leave no card data in files',
  timeLimit,
  async () => {
    const seed = Number(process.env['SLUICE_SEED'] ?? randomInt(2 ** 31))
    const folder = await createStateFolder()
    const result = await soakWithKills(folder, { kills: 200, seed })
    const { report, kills, commands, hit, missed, processors, leaks } = result
    console.log(`seed ${seed}: ${kills} kills in ${commands} commands; ${printCounts(result)}`)
    expect(report).toBe('')
    expect(leaks).toEqual([])
    expect(kills).toBeGreaterThanOrEqual(200)
    expect(processors.toSorted()).toEqual(Object.keys(capabilitySets).toSorted())
    // Every kill point is reached.
    expect(Object.keys(hit).toSorted()).toEqual([...new Set(killOrder)].toSorted())
    expect(Object.values(missed).reduce((sum, count) => sum + count, 0)).toBeLessThan(kills / 20)
    await folder.remove()
  },
)

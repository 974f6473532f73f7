import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { capabilitySets } from '../../../processors/conformance/capabilitySets.ts'
import { printCounts, soakWithKills } from './kills.ts'
import type { SoakOptions } from './kills.ts'
import { killOrder } from './killPoints.ts'
import { createStateFolder } from './stateFolder.ts'

/** Each kill includes a restart of the runtime. */
const timeLimit = { timeout: 80 * 60_000 }

/** Runs histories until all kills are done, and expects that each kill point is reached. Returns the names of the used processors. */
const expectToSurvive = async (options: Pick<SoakOptions, 'kills' | 'processors'>): Promise<readonly string[]> => {
  const seed = Number(process.env['SLUICE_SEED'] ?? randomInt(2 ** 31))
  const folder = await createStateFolder()
  const begin = Date.now()
  const result = await soakWithKills(folder, { ...options, seed })
  const { report, kills, commands, hit, missed, processors, leaks } = result
  const seconds = Math.round((Date.now() - begin) / 1000)
  console.log(`seed ${seed}: ${kills} kills in ${commands} commands, ${seconds} s; ${printCounts(result)}`)
  expect(report).toBe('')
  expect(leaks).toEqual([])
  expect(kills).toBeGreaterThanOrEqual(options.kills)
  expect(Object.keys(hit).toSorted()).toEqual([...new Set(killOrder)].toSorted())
  expect(Object.values(missed).reduce((sum, count) => sum + count, 0)).toBeLessThan(kills / 20)
  await folder.remove()
  return processors
}

test(
  '200 kills (kill -9) at all kill points break no invariant and leave no card data in files',
  timeLimit,
  async () => {
    const processors = await expectToSurvive({ kills: 200 })
    expect(processors.toSorted()).toEqual(Object.keys(capabilitySets).toSorted())
  },
)

const killsAtNmi = Number(process.env['SLUICE_NMI_KILLS'] || 69)

test(
  `${killsAtNmi} kills (kill -9) at all kill points with NMI leave both books in agreement and no card data in files`,
  timeLimit,
  async () => {
    expect(await expectToSurvive({ kills: killsAtNmi, processors: ['nmi'] })).toEqual(['nmi'])
  },
)

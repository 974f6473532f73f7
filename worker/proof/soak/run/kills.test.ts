import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixedSeed } from '../../models/kernel/seed.ts'
import { soakWithKills } from './kills.ts'
import { killOrder } from './killPoints.ts'
import type { KillPoint } from './killPoints.ts'
import { createStateFolder } from './stateFolder.ts'

const timeLimit = { timeout: 600_000 }

let folder: Awaited<ReturnType<typeof createStateFolder>>
beforeAll(async () => {
  folder = await createStateFolder()
}, timeLimit.timeout)
afterAll(() => folder.remove())

test('kill -9 during a command breaks no invariant and leaves no card data in files', timeLimit, async () => {
  const { report, kills, hit, missed, processors, leaks } = await soakWithKills(folder, {
    kills: 4,
    seed: fixedSeed,
    maxCommands: 3,
  })
  expect(report).toBe('')
  expect(kills).toBe(4)
  expect(Object.keys(hit)).toEqual(killOrder.slice(0, 4))
  expect(missed).toEqual({})
  expect(processors.length).toBeGreaterThanOrEqual(3)
  expect(leaks).toEqual([])
})

/** Before and after NMI records an operation. Only a look-up can tell which. */
const nmiPoints: readonly KillPoint[] = ['authorize request received', 'credit executed']

test(
  'kill -9 during a request to NMI leaves both books in agreement and no card data in files',
  timeLimit,
  async () => {
    const { report, kills, hit, missed, leaks } = await soakWithKills(folder, {
      kills: nmiPoints.length,
      seed: fixedSeed,
      maxCommands: 2,
      processors: ['nmi'],
      points: nmiPoints,
      accountName: 'nmi',
    })
    expect(report).toBe('')
    expect(kills).toBe(nmiPoints.length)
    expect(Object.keys(hit)).toEqual(nmiPoints)
    expect(missed).toEqual({})
    expect(leaks).toEqual([])
  },
)

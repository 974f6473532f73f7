import { expect, test } from 'vitest'
import { fixedSeed } from '../../models/kernel/seed.ts'
import { soakWithKills } from './kills.ts'
import { killOrder } from './killPoints.ts'
import type { KillPoint } from './killPoints.ts'
import { createStateFolder } from './stateFolder.ts'

test(
  'kill -9 during a command breaks no invariant and leaves no card data in files',
  { timeout: 600_000 },
  async () => {
    const folder = await createStateFolder()
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
    await folder.remove()
  },
)

/** At each point, only a look-up can tell what has happened. */
const points: readonly KillPoint[] = [
  'authorize request received',
  'capture executed',
  'void response received',
  'reverse executed',
]

test(
  'kill -9 during a request to NMI leaves both books in agreement and no card data in files',
  { timeout: 600_000 },
  async () => {
    const folder = await createStateFolder()
    const { report, kills, hit, missed, leaks } = await soakWithKills(folder, {
      kills: points.length,
      seed: fixedSeed,
      maxCommands: 3,
      processors: ['nmi'],
      points,
    })
    expect(report).toBe('')
    expect(kills).toBe(points.length)
    expect(Object.keys(hit)).toEqual(points)
    expect(missed).toEqual({})
    expect(leaks).toEqual([])
    await folder.remove()
  },
)

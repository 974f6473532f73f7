import { expect, test } from 'vitest'
import { fixedSeed } from '../../models/kernel/seed.ts'
import { soakWithKills } from './kills.ts'
import { killOrder } from './killPoints.ts'
import { createStateFolder } from './stateFolder.ts'

test(
  'kill -9 during a command breaks no invariant and leaves no card data in files',
  { timeout: 600_000 },
  async () => {
    const folder = await createStateFolder()
    const { report, kills, hit, missed, sets, leaks } = await soakWithKills(folder, {
      kills: 4,
      seed: fixedSeed,
      maxCommands: 3,
    })
    expect(report).toBe('')
    expect(kills).toBe(4)
    expect(Object.keys(hit)).toEqual(killOrder.slice(0, 4))
    expect(missed).toEqual({})
    expect(sets.length).toBeGreaterThanOrEqual(3)
    expect(leaks).toEqual([])
    await folder.remove()
  },
)

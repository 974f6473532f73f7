import { expect, test } from 'vitest'
import { shortSeed } from '../../models/kernel/seed.ts'
import { soakWithKills } from './kills.ts'
import { turns } from './killPoints.ts'
import { makePlace } from './stateFolder.ts'

test(
  'kill -9 in the middle of a command breaks no invariant, and no file keeps a card',
  { timeout: 600_000 },
  async () => {
    const place = await makePlace()
    const { report, kills, hit, missed, leaks } = await soakWithKills(place, {
      kills: 4,
      seed: shortSeed,
      maxCommands: 3,
    })
    expect(report).toBe('')
    expect(kills).toBe(4)
    expect(Object.keys(hit)).toEqual(turns.slice(0, 4))
    expect(missed).toEqual({})
    expect(leaks).toEqual([])
    await place.remove()
  },
)

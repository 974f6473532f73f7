import { expect, test } from 'vitest'
import { soakWithKills } from './kills.ts'
import { makePlace } from './place.ts'

/** One kill here, two hundred in kills.long.test.ts. */
const seed = 20_261_122

test(
  'kill -9 in the middle of a command breaks no invariant, and no file keeps a card',
  { timeout: 180_000 },
  async () => {
    const place = await makePlace()
    const { report, kills, missed, leaks } = await soakWithKills(place, { kills: 1, seed, mostSteps: 3 })
    expect(report).toBe('')
    expect(kills).toBe(1)
    expect(missed).toEqual({})
    expect(leaks).toEqual([])
    await place.remove()
  },
)

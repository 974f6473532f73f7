import { beforeAll, describe, expect, test } from 'vitest'
import { monthInProcess, noTrouble } from './month.ts'
import type { MonthPlayed } from './month.ts'
import { deathsAt, everyNth, failuresAt, pairsOfDeaths, turnsOf } from './troubles.ts'

describe('a month of six fortunes comes to the same', () => {
  const play = monthInProcess()
  let undisturbed: MonthPlayed
  beforeAll(async () => {
    undisturbed = await play(noTrouble)
  })

  test('wherever the gateway is killed: before and after each of its calls', async () => {
    let calls = 0
    for (const fault of everyNth(1, deathsAt)) {
      const killed = await play({ faults: [fault], turns: null })
      if (killed.deaths === 0) break
      calls = fault.call
      expect(killed, JSON.stringify(fault)).toEqual({ ...undisturbed, deaths: 1 })
    }
    expect(calls).toBeGreaterThan(100)
  }, 600_000)

  test('wherever the database fails once, before and after each batch', async () => {
    for (const fault of everyNth(1, failuresAt)) {
      if (fault.call > 125) break
      expect(await play({ faults: [fault], turns: null }), JSON.stringify(fault)).toEqual(undisturbed)
    }
  }, 600_000)

  test('where the gateway is killed twice, 500 times', async () => {
    for (const faults of pairsOfDeaths(500))
      expect(await play({ faults, turns: null }), JSON.stringify(faults)).toEqual({ ...undisturbed, deaths: 2 })
  }, 600_000)

  test('where every sweep is done by two at once, in 200 orders', async () => {
    for (let seed = 1; seed <= 200; seed++)
      expect(await play({ faults: [], turns: turnsOf(seed) }), `seed ${seed}`).toEqual(undisturbed)
  }, 600_000)

  test('where two sweep at once and are killed together, in 200 orders', async () => {
    for (const [index, [fault]] of pairsOfDeaths(200).entries()) {
      const killed = await play({ faults: [fault], turns: turnsOf(index) })
      expect(killed, `turns ${index}, ${JSON.stringify(fault)}`).toEqual({ ...undisturbed, deaths: 1 })
    }
  }, 600_000)
})

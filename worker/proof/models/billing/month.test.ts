import { beforeAll, describe, expect, test } from 'vitest'
import { monthInProcess, noTrouble } from './month.ts'
import type { MonthPlayed } from './month.ts'
import { deathsAt, everyNth, turnsOf } from './troubles.ts'

describe('a month of six fortunes', () => {
  const play = monthInProcess()
  let undisturbed: MonthPlayed
  beforeAll(async () => {
    undisturbed = await play(noTrouble)
  })

  test('comes to what it has to come to', () => {
    expect(undisturbed.subscriptions).toMatchObject([
      { status: 'completed', charges: 2, due: null },
      { status: 'active', charges: 3 },
      { status: 'active', charges: 3 },
      { status: 'active', charges: 3 },
      { status: 'active', charges: 3 },
      { status: 'canceled', charges: 2, due: null },
    ])
    expect(undisturbed.taken).toHaveLength(16)
    expect(undisturbed).toMatchObject({ open: 0, deaths: 0 })
  })

  test('comes to the same wherever the gateway is killed and goes on: before and after one in five of its calls', async () => {
    let calls = 0
    for (const fault of everyNth(5, deathsAt)) {
      const killed = await play({ faults: [fault], turns: null })
      if (killed.deaths === 0) break
      calls = fault.call
      expect(killed, JSON.stringify(fault)).toEqual({ ...undisturbed, deaths: 1 })
    }
    expect(calls).toBeGreaterThan(100)
  }, 60_000)

  test('comes to the same where every sweep is done by two at once, and outlasts the lease of the first', async () => {
    for (let seed = 1; seed <= 30; seed++)
      expect(await play({ faults: [], turns: turnsOf(seed) }), `seed ${seed}`).toEqual(undisturbed)
  }, 60_000)
})

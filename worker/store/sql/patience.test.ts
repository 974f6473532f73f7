import { describe, expect, test } from 'vitest'
import { Pauses } from './patience.ts'

/** Pauses with this budget on a clock that only waiting moves, unless each attempt takes time as well. */
const pausesOf = async (budgetMs: number, random: number, attemptMs = 0): Promise<number[]> => {
  let now = 1_000
  const waited: number[] = []
  const wait = async (ms: number): Promise<void> => {
    waited.push(ms)
    now += ms
  }
  const pauses = new Pauses({ now: () => now, wait, random: () => random }, budgetMs)
  for (now += attemptMs; await pauses.next(); now += attemptMs);
  return waited
}

describe('pauses between attempts', () => {
  test('pauses double up to two seconds and stay within the budget', async () => {
    const waited = await pausesOf(10_000, 1)
    expect(waited).toEqual([50, 100, 200, 400, 800, 1600, 2000, 2000, 2000])
  })

  test('jitter halves a pause at most', async () => {
    expect(await pausesOf(200, 0)).toEqual([25, 50, 100])
  })

  test('time of slow attempts counts against the budget', async () => {
    expect(await pausesOf(10_000, 1, 4_000)).toEqual([50, 100])
  })

  test('a budget of 0 permits no pause', async () => {
    expect(await pausesOf(0, 0)).toEqual([])
  })

  test('pauses end on a clock that stands still', async () => {
    let count = 0
    const pauses = new Pauses({ now: () => 0, wait: async () => undefined, random: () => 0.5 }, 4_000)
    while (await pauses.next()) count++
    expect(count).toBe(7)
  })
})

import { describe, expect, test } from 'vitest'
import { createBudget } from './budget.ts'
import type { BudgetLimits } from './budget.ts'
import { workThrough } from './workThrough.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Due items that can be claimed, and a clock that work moves. */
const setUp = (count: number, limits: Partial<BudgetLimits> = {}) => {
  const due = numbers(count)
  const claims: number[] = []
  let now = 0
  const budget = createBudget({ ms: 10_000, items: 100, itemsAtOnce: 4, callsAtOnce: 4, now: () => now, ...limits })
  const claim = async (limit: number) => {
    claims.push(limit)
    return due.splice(0, limit)
  }
  return { due, claims, budget, claim, advance: (ms: number) => void (now += ms) }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('workThrough', () => {
  test('all due items are processed, the oldest first, a few at the same time', async () => {
    const { due, budget, claim } = setUp(11)
    const begun: number[] = []
    let running = 0
    let most = 0
    const counts = await workThrough(
      claim,
      async (item) => {
        begun.push(item)
        most = Math.max(most, ++running)
        await turn()
        running--
        return item % 2 === 0 ? 'even' : 'odd'
      },
      budget,
    )
    expect([...counts]).toEqual(expect.arrayContaining([['even', 6], ['odd', 5]])) // prettier-ignore
    expect(begun).toEqual(numbers(11))
    expect([most, due]).toEqual([4, []])
    expect(budget.succeeded).toBe(11)
  })

  test('a claim takes one item for each that could be processed now, and at least two', async () => {
    const { claims, budget, claim } = setUp(20)
    await workThrough(claim, async () => 'done', budget)
    expect(Math.min(...claims)).toBe(2)
    expect(Math.max(...claims)).toBeLessThanOrEqual(4)
  })

  test('no more items are claimed than the budget has room for', async () => {
    const { due, budget, claim } = setUp(20, { items: 7 })
    const counts = await workThrough(claim, async () => 'done', budget)
    expect(counts.get('done')).toBe(7)
    expect(due).toHaveLength(13)
    expect(budget.room).toBe(0)
  })

  test('nothing is claimed that would end too late, if it takes as long as the slowest so far', async () => {
    const { due, budget, claim, advance } = setUp(20, { itemsAtOnce: 1, callsAtOnce: 1, ms: 10_000 })
    const counts = await workThrough(
      claim,
      async () => {
        advance(3_000)
        return 'done'
      },
      budget,
    )
    // They end after 3, 6 and 9 seconds. A fourth one would end after 12.
    expect(counts.get('done')).toBe(3)
    expect(due).toHaveLength(17)
  })

  test.each([
    ['short', 1_000, 6],
    ['long', 4_000, 4],
  ])(
    '%s items: the number at the same time is that of items if they are short, else that of calls',
    async (_what, itemMs, atOnce) => {
      const { budget, claim, advance } = setUp(40, { itemsAtOnce: 6, callsAtOnce: 4, ms: 12_000 })
      let running = 0
      let most = 0
      let isFirst = true
      await workThrough(
        claim,
        async () => {
          most = Math.max(most, ++running)
          if (isFirst) advance(itemMs)
          isFirst = false
          await turn()
          running--
          return 'done'
        },
        budget,
      )
      expect(most).toBe(atOnce)
    },
  )

  test('a failed item does not stop the others, and its failure is thrown at the end', async () => {
    const { due, budget, claim } = setUp(9)
    const done: number[] = []
    const work = workThrough(
      claim,
      async (item) => {
        if (item === 2) throw new Error('broken')
        done.push(item)
        return 'done'
      },
      budget,
    )
    await expect(work).rejects.toThrow('broken')
    expect([done.length, due.length, budget.succeeded]).toEqual([8, 0, 8])
  })

  test('a claim that fails is thrown, after all claimed items are processed', async () => {
    const { budget, claim, claims } = setUp(20)
    const done: number[] = []
    const failing = async (limit: number) => {
      if (claims.length === 2) throw new Error('away')
      return claim(limit)
    }
    const work = workThrough(
      failing,
      async (item) => {
        await turn()
        done.push(item)
        return 'done'
      },
      budget,
    )
    await expect(work).rejects.toThrow('away')
    expect(done).toEqual([0, 1, 2, 3])
  })
})

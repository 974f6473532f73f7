import { expect, test } from 'vitest'
import { expectCardTestingBlocked } from './expectCardTestingBlocked.ts'
import { simulateTraffic } from './playTraffic.ts'
import { sqliteD1 } from '../database/sqliteD1.ts'

const timeLimit = { timeout: 60_000 }

test(
  'at least 95 % of 500 stolen cards from 50 addresses never reach the processor, and no payment of 50 shoppers is blocked',
  timeLimit,
  async () => {
    const cardTesters = { cards: 500, addresses: 50, ranges: 5 }
    await expectCardTestingBlocked(sqliteD1().d1, { seed: 1, cardTesters, shoppers: 50 })
  },
)

test('no payment of 200 shoppers without card testing is blocked', timeLimit, async () => {
  const cardTesters = { cards: 0, addresses: 1, ranges: 25 }
  const results = await simulateTraffic(sqliteD1().d1, { seed: 2, cardTesters, shoppers: 200 })
  expect(results.filter(({ approved }) => !approved).length).toBeGreaterThan(5)
  expect(results.filter(({ reachedProcessor }) => !reachedProcessor)).toEqual([])
})

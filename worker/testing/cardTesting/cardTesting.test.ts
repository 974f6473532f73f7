import { expect, test } from 'vitest'
import { expectThievesStopped } from './expectCardTestingBlocked.ts'
import { playTraffic } from './playTraffic.ts'
import { sqliteD1 } from '../database/sqliteD1.ts'

const patience = { timeout: 60_000 }

test(
  'of 500 stolen cards from 50 addresses beside 50 honest shoppers 95 % never reach the processor, and no shopper is refused',
  patience,
  async () => {
    const thieves = { cards: 500, addresses: 50, ranges: 5 }
    await expectThievesStopped(sqliteD1().d1, { seed: 1, thieves, shoppers: 50 })
  },
)

test('200 shoppers among themselves are never refused', patience, async () => {
  const thieves = { cards: 0, addresses: 1, ranges: 25 }
  const tried = await playTraffic(sqliteD1().d1, { seed: 2, thieves, shoppers: 200 })
  expect(tried.filter(({ approved }) => !approved).length).toBeGreaterThan(5)
  expect(tried.filter(({ asked }) => !asked)).toEqual([])
})

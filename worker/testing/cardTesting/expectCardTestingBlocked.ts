import { expect } from 'vitest'
import { simulateTraffic } from './playTraffic.ts'
import type { TrafficOptions } from './shopTraffic.ts'

/**
 * Expects that at least 95 % of the stolen cards never reach the processor, and that no shopper's payment is blocked.
 *
 * @returns the numbers of stolen cards that reached the processor, and of all stolen cards
 */
export const expectCardTestingBlocked = async (d1: D1Database, options: TrafficOptions) => {
  const results = await simulateTraffic(d1, options)
  const stolen = results.filter(({ who }) => who === 'cardTester')
  const honest = results.filter(({ who }) => who === 'shopper')
  expect(stolen).toHaveLength(options.cardTesters.cards)
  expect(new Set(honest.map(({ person }) => person)).size).toBe(options.shoppers)

  const reached = stolen.filter(({ reachedProcessor }) => reachedProcessor)
  expect(reached.length / stolen.length).toBeLessThanOrEqual(0.05)
  expect(honest.filter(({ reachedProcessor }) => !reachedProcessor)).toEqual([])
  // All blocked attempts have the same response code, regardless of the rule.
  for (const { reachedProcessor, approved, responseCode, warnings } of results) {
    expect(responseCode).toBe(reachedProcessor ? (approved ? '00' : '05') : 'G06')
    expect(warnings.filter((warning) => warning.startsWith('card_testing'))).toHaveLength(reachedProcessor ? 0 : 1)
  }
  return { reached: reached.length, of: stolen.length }
}

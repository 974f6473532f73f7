import { expect } from 'vitest'
import { playTraffic } from './playTraffic.ts'
import type { TrafficOptions } from './shopTraffic.ts'

/**
 * Holds what the gateway promises of card testing: of the stolen cards 95 % never reach the processor, of the shoppers none is refused.
 *
 * @returns how many tries reached the processor, of how many
 */
export const expectThievesStopped = async (d1: D1Database, options: TrafficOptions) => {
  const tried = await playTraffic(d1, options)
  const stolen = tried.filter(({ who }) => who === 'thief')
  const honest = tried.filter(({ who }) => who === 'shopper')
  expect(stolen).toHaveLength(options.thieves.cards)
  expect(new Set(honest.map(({ person }) => person)).size).toBe(options.shoppers)

  const reached = stolen.filter(({ asked }) => asked)
  expect(reached.length / stolen.length).toBeLessThanOrEqual(0.05)
  expect(honest.filter(({ asked }) => !asked)).toEqual([])
  // Who gets through is answered by the issuer; who does not, by one code, whatever the rule.
  for (const { asked, approved, responseCode, warnings } of tried) {
    expect(responseCode).toBe(asked ? (approved ? '00' : '05') : 'G06')
    expect(warnings.filter((warning) => warning.startsWith('card_testing'))).toHaveLength(asked ? 0 : 1)
  }
  return { reached: reached.length, of: stolen.length }
}

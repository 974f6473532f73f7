import { expect } from 'vitest'
import { simulateTraffic } from './playTraffic.ts'
import type { PlayOptions } from './playTraffic.ts'

/** Numbers of an attack: stolen cards, those that reached the processor, shoppers' attempts, and those that were refused. */
export interface AttackFigures {
  readonly stolen: number
  readonly reached: number
  readonly honest: number
  readonly refused: number
}

/** Simulates an attack. */
export const attackFigures = async (options: PlayOptions): Promise<AttackFigures> => {
  const results = await simulateTraffic(options)
  const stolen = results.filter(({ who }) => who === 'cardTester')
  const honest = results.filter(({ who }) => who === 'shopper')
  expect(stolen).toHaveLength(options.cardTesters.cards)
  expect(new Set(honest.map(({ person }) => person)).size).toBe(options.shoppers)
  return {
    stolen: stolen.length,
    reached: stolen.filter(({ reachedProcessor }) => reachedProcessor).length,
    honest: honest.length,
    refused: honest.filter(({ reachedProcessor }) => !reachedProcessor).length,
  }
}

/** Expects that at least 95 % of the stolen cards never reach the processor, and that no shopper's payment is refused. */
export const expectCardTestingBlocked = async (options: PlayOptions): Promise<AttackFigures> => {
  const figures = await attackFigures(options)
  expect(figures.reached / figures.stolen).toBeLessThanOrEqual(0.05)
  expect(figures.refused).toBe(0)
  return figures
}

import * as fc from 'fast-check'
import type { MachineFault } from '../payments/steps.ts'

const moments = ['before', 'after'] as const

/** Both ways to die at one call to the outside. */
export const deathsAt = (call: number): MachineFault[] => moments.map((when) => ({ kind: 'crash', call, when }))

/** Both ways in which one batch fails, and the gateway lives on. */
export const failuresAt = (call: number): MachineFault[] =>
  moments.map((when) => ({ kind: 'database', call, when, lasting: false }))

/** What goes wrong at every nth call, on and on. */
export function* everyNth(n: number, faultsAt: (call: number) => MachineFault[]) {
  for (let call = 1; ; call += n) yield* faultsAt(call)
}

/** Who goes on first, at each of many turns: the same for the same seed. */
export const turnsOf = (seed: number): number[] => fc.sample(fc.nat({ max: 60 }), { numRuns: 400, seed })

const death = fc.record({
  kind: fc.constant('crash' as const),
  call: fc.integer({ min: 1, max: 50 }),
  when: fc.constantFrom(...moments),
})

/** A first death, and one of the machine that comes after it. */
export const pairsOfDeaths = (count: number) => fc.sample(fc.tuple(death, death), { numRuns: count, seed: 1 })

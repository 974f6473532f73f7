import * as fc from 'fast-check'
import { play } from './play.ts'
import { histories } from './steps.ts'
import type { UnderTest } from './underTest.ts'

export interface Runs {
  /** How many histories at most. */
  readonly count: number
  /** When no other history is begun any more, milliseconds from now; never where it is left out. */
  readonly forMs?: number
  /** The same seed gives the same histories. */
  readonly seed: number
  /** Which of its histories alone is played, as a report names it. */
  readonly path?: string | undefined
  /** Whether a history that fails is made as short as it can be; else the first failure ends the run. */
  readonly shrink: boolean
  readonly mostSteps?: number
  /** How much more often than otherwise a machine dies. */
  readonly deadly?: number
}

export interface Ran {
  readonly failed: boolean
  readonly histories: number
  readonly steps: number
  readonly payments: number
  /** What failed first. */
  readonly error: unknown
  /** What a reader needs: the seed, the history and what did not hold. Empty where nothing failed. */
  readonly report: string
}

/** Plays histories, each on an account of its own. */
export const run = async (
  { count, forMs = Infinity, seed, path, shrink, mostSteps = 20, deadly = 1 }: Runs,
  on: (steps: (under: UnderTest) => Promise<void>) => Promise<void>,
): Promise<Ran> => {
  const played = { histories: 0, steps: 0, payments: 0 }
  const property = fc.asyncProperty(histories(mostSteps, deadly), (steps) =>
    on(async (under) => {
      const { payments } = await play(steps, under)
      played.histories++
      played.steps += steps.length
      played.payments += payments
    }),
  )
  const details = await fc.check(property, {
    numRuns: count,
    seed,
    ...(path !== undefined && { path }),
    endOnFailure: !shrink,
    // What was begun is played to its end, and nothing else is begun.
    ...(forMs !== Infinity && { skipAllAfterTimeLimit: forMs, maxSkipsPerRun: 0 }),
  })
  const failed = details.counterexample !== null
  return {
    failed,
    ...played,
    error: details.errorInstance,
    report: failed ? `${String(details.errorInstance)}\nSLUICE_SEED=${seed}\n${fc.defaultReportMessage(details)}` : '',
  }
}

import * as fc from 'fast-check'
import { gatewayInProcess } from './inProcess.ts'
import { play } from './play.ts'
import { histories } from './steps.ts'
import type { UnderTest } from './underTest.ts'
import { virtualTime } from './virtualTime.ts'

export interface Runs {
  readonly count: number
  /** The same seed gives the same histories. */
  readonly seed: number
  /** Whether a history that fails is made as short as it can be; else the first failure ends the run. */
  readonly shrink: boolean
}

export interface Ran {
  readonly failed: boolean
  /** How many histories it took. */
  readonly count: number
  /** What failed first. */
  readonly error: unknown
  /** What a reader needs: the seed, the history and what did not hold. Empty where nothing failed. */
  readonly report: string
}

const mostSteps = 40

/** Plays histories, each on a gateway of its own. */
export const run = async (
  { count, seed, shrink }: Runs,
  on: (steps: (at: UnderTest) => Promise<void>) => Promise<void>,
): Promise<Ran> => {
  const property = fc.asyncProperty(histories(mostSteps), (steps) => on((at) => play(steps, at)))
  const details = await fc.check(property, { numRuns: count, seed, endOnFailure: !shrink })
  return {
    failed: details.failed,
    count: details.numRuns,
    error: details.errorInstance,
    report: details.failed
      ? `${String(details.errorInstance)}\nSLUICE_SEED=${seed}\n${fc.defaultReportMessage(details)}`
      : '',
  }
}

/** Plays histories on the gateway in this process. */
export const runInProcess = (runs: Runs): Promise<Ran> => {
  const start = gatewayInProcess()
  const time = virtualTime()
  return run(runs, async (playOn) => {
    time.begin()
    try {
      await playOn(start(time))
    } finally {
      time.end()
    }
  })
}

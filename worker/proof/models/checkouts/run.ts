import * as fc from 'fast-check'
import type { Ran, Runs } from '../payments/run.ts'
import { play } from './play.ts'
import { schedules } from './steps.ts'
import { mostSteps } from './suite.ts'
import type { UnderTest } from './underTest.ts'

/** Plays schedules, each on a gateway of its own. */
export const run = async (
  { count, seed, shrink }: Runs,
  on: (steps: (under: UnderTest) => Promise<void>) => Promise<void>,
): Promise<Ran> => {
  const property = fc.asyncProperty(schedules(mostSteps), (schedule) => on((under) => play(schedule, under)))
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

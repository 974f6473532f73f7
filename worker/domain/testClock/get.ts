import type { Clock } from '../clock.ts'
import { shownClock } from './toApi.ts'

interface Needs {
  readonly clock: Clock
  readonly clockOffsetMs: number
}

export const getTestClock = async ({ clock, clockOffsetMs }: Needs) => ({
  testClock: shownClock(clock, clockOffsetMs),
  errors: null,
})

import type { Clock } from '../clock.ts'
import { toTestClock } from './toApi.ts'

interface Needs {
  readonly clock: Clock
  readonly clockOffsetMs: number
}

export const getTestClock = async ({ clock, clockOffsetMs }: Needs) => ({
  testClock: toTestClock(clock, clockOffsetMs),
  errors: null,
})

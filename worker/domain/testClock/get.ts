import type { Services } from '../../services.ts'
import { shownClock } from './shown.ts'

export const getTestClock = async ({ clock, testClock }: Services) => ({
  testClock: shownClock(clock, testClock.offsetMs),
  errors: null,
})

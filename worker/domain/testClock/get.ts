import type { Services } from '../../app/compose.ts'
import { shownClock } from './shown.ts'

export const getTestClock = async ({ clock, testClock }: Services) => ({
  testClock: shownClock(clock, testClock.offsetMs),
  errors: null,
})

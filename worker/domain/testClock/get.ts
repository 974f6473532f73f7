import type { RequestServices } from '../../app/compose.ts'
import { shownClock } from './shown.ts'

export const getTestClock = async ({ clock, clockOffsetMs }: RequestServices) => ({
  testClock: shownClock(clock, clockOffsetMs),
  errors: null,
})

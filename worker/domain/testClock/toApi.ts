import type { Clock } from '../clock.ts'

/** Converts a clock to the API resource of a test clock, read now. */
export const toTestClock = (clock: Clock, offsetMs: number) => ({ now: new Date(clock.now()).toISOString(), offsetMs })

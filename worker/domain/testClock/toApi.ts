import type { Clock } from '../clock.ts'

/** A clock as the API shows it, read now. */
export const toTestClock = (clock: Clock, offsetMs: number) => ({ now: new Date(clock.now()).toISOString(), offsetMs })

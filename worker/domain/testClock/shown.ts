import type { Clock } from '../../services.ts'

/** A clock as the API shows it, read now. */
export const shownClock = (clock: Clock, offsetMs: number) => ({ now: new Date(clock.now()).toISOString(), offsetMs })

import { databasePatience } from '../../domain/timeLimits.ts'
import { briefPatience } from '../../store/sql/patience.ts'
import type { Patience } from '../../store/sql/patience.ts'

/** The patience of requests, whose waits end at once. */
export const immediatePatience: Patience = {
  now: () => Date.now(),
  wait: async () => undefined,
  random: () => 0.5,
  readMs: databasePatience.readMs,
  writeMs: databasePatience.writeMs,
}

/** Repeats nothing: for what a request leaves behind that ends at the first failure. */
export const noPatience: Patience = { ...immediatePatience, readMs: 0, writeMs: 0 }

/** Three attempts, without waiting. */
export const threeAttempts: Patience = { ...noPatience, writeMs: briefPatience.writeMs }

import type { Signal } from './platform.ts'

/** Time and randomness. */
export interface Clock {
  /** Waits for a time, or until the signal aborts. */
  wait(ms: number, signal: Signal | undefined): Promise<void>
  /** From 0 to 1. */
  random(): number
}

export const realClock: Clock = {
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal?.addEventListener('abort', done)
    }),
  random: Math.random,
}

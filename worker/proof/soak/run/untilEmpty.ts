import { setTimeout as sleep } from 'node:timers/promises'

/** How long tests wait for deliveries and recovery. */
export const patienceMs = 60_000
export const pollMs = 250

/** Waits until a list is empty, and returns it. At the end of the time it is returned as it is. */
export const untilEmpty = async <T>(list: () => Promise<readonly T[]>, end: number): Promise<readonly T[]> => {
  for (;;) {
    const found = await list()
    if (found.length === 0 || Date.now() > end) return found
    await sleep(pollMs)
  }
}

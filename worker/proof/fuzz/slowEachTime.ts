/** How a slow request is told from a busy machine. All times in milliseconds. */
export interface Timing {
  readonly longestMs: number
  /** Asks once more, and says how long it took. */
  readonly again: () => Promise<number>
  /** Asks something that is quick on an idle machine. */
  readonly yardstick: () => Promise<number>
  /** Lets the machine get over what kept it busy. */
  readonly rest: () => Promise<void>
}

const times = 3

/** What the yardstick may take on a machine that has time. */
const idleMs = 10

/** Whether a request is slow each time that it is asked alone, for a machine as busy as the yardstick says just then. */
export const isSlowEachTime = async ({ longestMs, again, yardstick, rest }: Timing): Promise<boolean> => {
  for (let time = 0; time < times; time++) {
    await rest()
    const before = await yardstick()
    const ms = await again()
    const busy = Math.max(before, await yardstick(), idleMs) / idleMs
    if (ms <= longestMs * busy) return false
  }
  return true
}

/** Limits the calls of processors under way. The time of a call begins when it has its slot, so it never waits for a connection meanwhile. */
export interface CallSlots {
  run<T>(call: () => Promise<T>): Promise<T>
}

/** For a request, which makes one call at a time. */
export const unlimitedCalls: CallSlots = { run: (call) => call() }

/** @param count calls at the same time. Others wait in order */
export const createCallSlots = (count: number): CallSlots => {
  let free = count
  const waiting: (() => void)[] = []
  return {
    run: async (call) => {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await call()
      } finally {
        const next = waiting.shift()
        // A slot is handed over, so that nobody takes it in between.
        if (next === undefined) free++
        else next()
      }
    },
  }
}

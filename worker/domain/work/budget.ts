/** What one invocation may still do. The platform limits its queries, its duration and its connections. */
export interface Budget {
  /** Items that may be processed at the same time now. More than `calls` only while calls are short: others would wait for their call. */
  readonly itemsAtOnce: number
  /** How many further items may be started. */
  readonly room: number
  /** Items that were processed without a failure. */
  readonly succeeded: number
  /** Processes an item. The slowest one tells how long the next may take. */
  process<T>(item: () => Promise<T>): Promise<T>
}

export interface BudgetLimits {
  /** Milliseconds in which all items have ended, as long as none takes longer than those before. */
  readonly ms: number
  readonly items: number
  /** Calls of processors at the same time. */
  readonly callsAtOnce: number
  /** Items at the same time while calls are short: some of them are in the database. */
  readonly itemsAtOnce: number
  /** Milliseconds. */
  readonly now: () => number
}

/** Items are short up to this part of the budget's time. */
const shortPart = 0.25

export const createBudget = ({ ms, items, callsAtOnce, itemsAtOnce, now }: BudgetLimits): Budget => {
  const started = now()
  let begun = 0
  let ended = 0
  let longest = 0
  let succeeded = 0
  return {
    get itemsAtOnce() {
      return ended > 0 && longest <= ms * shortPart ? itemsAtOnce : callsAtOnce
    },
    get room() {
      return now() - started + longest >= ms ? 0 : items - begun
    },
    get succeeded() {
      return succeeded
    },
    process: async (item) => {
      const began = now()
      begun++
      try {
        const result = await item()
        succeeded++
        return result
      } finally {
        ended++
        longest = Math.max(longest, now() - began)
      }
    },
  }
}

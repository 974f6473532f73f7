/** What one invocation may still do. The platform limits its queries and its duration. */
export interface Budget {
  /** Items that are processed at the same time. */
  readonly itemsAtOnce: number
  /** How many further items may be started. */
  readonly room: number
  /** Whether another round of work without items may begin. */
  readonly isOver: boolean
  /** Items that were processed without a failure. */
  readonly succeeded: number
  /** Processes an item. The slowest one tells how long the next may take. */
  process<T>(item: () => Promise<T>): Promise<T>
}

export interface BudgetLimits {
  /** Milliseconds in which all items have ended, as long as none takes longer than those before. */
  readonly ms: number
  readonly items: number
  readonly itemsAtOnce: number
  /** Milliseconds. */
  readonly now: () => number
}

export const createBudget = ({ ms, items, itemsAtOnce, now }: BudgetLimits): Budget => {
  const started = now()
  let begun = 0
  let longest = 0
  let succeeded = 0
  const isOver = () => now() - started + longest >= ms
  return {
    itemsAtOnce,
    get room() {
      return isOver() ? 0 : items - begun
    },
    get isOver() {
      return isOver()
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
        longest = Math.max(longest, now() - began)
      }
    },
  }
}

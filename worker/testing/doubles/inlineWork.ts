import type { WorkClient } from '../../work/workClient.ts'
import { workOnAccount } from '../../work/workOnAccount.ts'
import type { WorkOnLane } from '../../work/workOnAccount.ts'
import { workOnLane } from '../../work/workOnLane.ts'

const limits = { ms: Infinity, items: 1000, itemsAtOnce: 25, callsAtOnce: 25 }
/** Work may make other work due, such as an expiry its reversal. */
const mostRounds = 50

/**
 * Does background work within the call that wakes it, without Durable Objects: one lane after the other, in the order of priority, until nothing
 * is due. So a sweep of a test is over when it returns.
 */
export const inlineWork: WorkClient = {
  wake: async (gateway, shard, owner) => {
    let before: Promise<unknown> = Promise.resolve()
    const inOrder: WorkOnLane = (work) => {
      const result = before.then(() => workOnLane(gateway, work, limits))
      before = result.catch(() => undefined)
      return result
    }
    const needs = { gateway, shard, owner, workers: 1, workOnLane: inOrder, wishes: new Map() }
    let failures = 0
    for (let round = 0; round < mostRounds; round++) {
      const result = await workOnAccount(needs)
      failures += result.failures
      if (result.isDone) break
    }
    return { failures }
  },
}

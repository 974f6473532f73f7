import type { Budget } from './budget.ts'

/** A claim takes at least as many items, if they are due: it costs a round trip. */
const leastClaimed = 2

/** Claims at most `limit` due items, the oldest first. Fewer than that are all. */
type ClaimItems<Item> = (limit: number) => Promise<readonly Item[]>

/**
 * Claims and processes due items, several at the same time, until none is left or the budget is used up. Few are claimed at once, so that a
 * slow one delays no other and that a crash leaves few to wait for the end of their claim. A failed item does not stop the others.
 *
 * @throws the first failure, after all claimed items are processed
 */
export const workThrough = async <Item, Outcome extends string>(
  claim: ClaimItems<Item>,
  work: (item: Item) => Promise<Outcome>,
  budget: Budget,
): Promise<ReadonlyMap<Outcome, number>> => {
  const counts = new Map<Outcome, number>()
  const failures: unknown[] = []
  const claimed: Item[] = []
  const running: Promise<void>[] = []
  let active = 0
  /** Those of them that wait for items. */
  let idle = 0
  let isOver = false
  let claiming: Promise<void> | null = null

  const claimMore = async (): Promise<void> => {
    const limit = Math.min(budget.room, Math.max(idle, Math.min(leastClaimed, budget.itemsAtOnce)))
    try {
      const items = limit > 0 ? await claim(limit) : []
      claimed.push(...items)
      isOver = items.length < limit || limit <= 0
    } catch (failure) {
      failures.push(failure)
      isOver = true
    }
  }
  const processOne = async (item: Item): Promise<void> => {
    try {
      const outcome = await budget.process(() => work(item))
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    } catch (failure) {
      failures.push(failure)
    }
  }
  const processAll = async (): Promise<void> => {
    for (;;) {
      const item = claimed.shift()
      if (item !== undefined) {
        await processOne(item)
        startMore()
      } else if (isOver) break
      else {
        idle++
        await (claiming ??= claimMore().finally(() => (claiming = null)))
        idle--
      }
    }
    active--
  }
  /** Starts as many as the budget allows, which learns it from the first items. */
  const startMore = (): void => {
    const more = isOver ? 0 : budget.itemsAtOnce - active
    for (let each = 0; each < more; each++) {
      active++
      running.push(processAll())
    }
  }

  startMore()
  // It grows while it is read.
  for (let each = 0; each < running.length; each++) await running[each]
  if (failures.length > 0) throw failures[0]
  return counts
}

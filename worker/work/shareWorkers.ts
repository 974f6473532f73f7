import type { Lane } from '../store/work/nextDue.ts'

/** Lanes whose work is calls of processors. They share the calls that a connection allows. */
const callingLanes: ReadonlySet<Lane> = new Set(['reversals', 'followUps', 'bills'])

export const isCallingLane = (lane: Lane): boolean => callingLanes.has(lane)

/**
 * The number of objects that work on each due lane. Lanes with calls share `total`: each gets one, and the first ones in the order of priority
 * get what they wish. Each other lane has one, since its work is in the database alone.
 *
 * @param wishes 1 without a wish
 */
export const shareWorkers = (
  due: Iterable<Lane>,
  wishes: ReadonlyMap<Lane, number>,
  total: number,
): ReadonlyMap<Lane, number> => {
  const shares = new Map([...due].map((lane) => [lane, 1]))
  const calling = [...shares.keys()].filter(isCallingLane)
  let free = total - calling.length
  for (const lane of calling) {
    const more = Math.max(0, Math.min(free, (wishes.get(lane) ?? 1) - 1))
    shares.set(lane, 1 + more)
    free -= more
  }
  return shares
}

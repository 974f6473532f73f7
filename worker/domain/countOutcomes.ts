/**
 * Works on all items concurrently, whether or not some fail, and counts how many ended in which way.
 *
 * @throws the first failure, once all items are processed
 */
export const countOutcomes = async <T, Outcome extends string>(
  items: readonly T[],
  work: (item: T) => Promise<Outcome>,
): Promise<ReadonlyMap<Outcome, number>> => {
  const results = await Promise.allSettled(items.map(work))
  const counts = new Map<Outcome, number>()
  for (const result of results) {
    if (result.status === 'rejected') throw result.reason
    counts.set(result.value, (counts.get(result.value) ?? 0) + 1)
  }
  return counts
}

/**
 * Processes all items concurrently, even if some fail, and counts them by outcome.
 *
 * @throws the first failure, after all items are processed
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

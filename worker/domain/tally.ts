/**
 * Works on pieces side by side, on all of them whatever becomes of one, and answers how many came to each word.
 *
 * @throws the first failure, after every piece had its turn
 */
export const tally = async <T, Word extends string>(
  pieces: readonly T[],
  work: (piece: T) => Promise<Word>,
): Promise<ReadonlyMap<Word, number>> => {
  const results = await Promise.allSettled(pieces.map(work))
  const counts = new Map<Word, number>()
  for (const result of results) {
    if (result.status === 'rejected') throw result.reason
    counts.set(result.value, (counts.get(result.value) ?? 0) + 1)
  }
  return counts
}

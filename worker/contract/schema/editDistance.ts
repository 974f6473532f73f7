/**
 * The number of typing errors between two words: characters inserted, deleted, replaced, or swapped with their neighbour (optimal string
 * alignment).
 */
export const editDistance = (one: string, other: string): number => {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? beforePrevious[column - 2]! + 1 : Infinity,
      )
    }
    ;[beforePrevious, previous] = [previous, current]
  }
  return previous[other.length]!
}

/** One error in three characters: more would suggest unrelated words. */
const maxDistance = (word: string): number => Math.max(1, Math.floor(word.length / 3))

/** The word that a misspelled one most likely means, whatever its case; null if none is close. */
export const nearestWord = (misspelled: string, words: readonly string[]): string | null => {
  const lower = misspelled.toLowerCase()
  let nearest: string | null = null
  let least = Infinity
  for (const word of words) {
    // Words of other lengths cannot be close, and a request may contain names of any length.
    if (Math.abs(word.length - lower.length) > maxDistance(word)) continue
    const distance = editDistance(lower, word.toLowerCase())
    if (distance > maxDistance(word) || distance >= least) continue
    nearest = word
    least = distance
  }
  return nearest
}

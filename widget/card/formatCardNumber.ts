import { networkFacts, networkOf } from '#contract/card/networks'

/** Writes a card number in the groups of its network and length: 4-6-5, 4-6-4, 4-4-4-4-3. The last has no end. */
export const grouped = (digits: string): string => {
  const { grouping } = networkFacts(networkOf(digits))
  const { sizes } = grouping.find(({ upTo }) => digits.length <= upTo)!
  let end = 0
  return sizes
    .map((size, index) => digits.slice(end, index < sizes.length - 1 ? (end += size) : undefined))
    .join(' ')
    .trim()
}

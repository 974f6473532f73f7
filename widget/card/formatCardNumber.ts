import { networkFacts, networkOf } from '#contract/card/networks'

/** Formats a card number in the groups of its network and length: 4-6-5, 4-6-4, 4-4-4-4-3. The last group is unbounded. */
export const formatCardNumber = (digits: string): string => {
  const { grouping } = networkFacts(networkOf(digits))
  const { sizes } = grouping.find(({ upTo }) => digits.length <= upTo)!
  let end = 0
  return sizes
    .map((size, index) => digits.slice(end, index < sizes.length - 1 ? (end += size) : undefined))
    .join(' ')
    .trim()
}

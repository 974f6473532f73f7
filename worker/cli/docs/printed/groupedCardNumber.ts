import { networkFacts, networkOf } from '#contract/card/networks'
import { code } from './markdownTable.ts'

/** A card number in groups, as it is printed on a card. */
export const groupedCardNumber = (number: string): string => {
  const { grouping } = networkFacts(networkOf(number))
  const { sizes } = grouping.find(({ upTo }) => number.length <= upTo)!
  let at = 0
  const groups = sizes.map((size) => number.slice(at, (at += size)))
  return code([...groups, number.slice(at)].filter((group) => group !== '').join(' '))
}

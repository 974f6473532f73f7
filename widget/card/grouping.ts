import { networkFacts, networkOf } from '#contract/card/networks'

/** The sizes of the groups in which digits are written, by network and length: 4-6-5, 4-6-4, 4-4-4-4-3. */
export const groupSizes = (digits: string): readonly number[] => {
  const { grouping } = networkFacts(networkOf(digits))
  const fitting = grouping.find(({ upTo }) => digits.length <= upTo) ?? grouping.at(-1)
  return fitting?.sizes ?? []
}

/** Writes a card number in its groups. What is beyond the last group stays with it. */
export const grouped = (digits: string): string => {
  const sizes = groupSizes(digits)
  const groups: string[] = []
  let rest = digits
  for (const [index, size] of sizes.entries()) {
    const end = index === sizes.length - 1 ? rest.length : size
    if (rest) groups.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return groups.join(' ')
}

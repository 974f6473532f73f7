import { isCardNumber } from '#contract/card/cardNumber'
import { type Network, networkFacts, networkOf } from '#contract/card/networks'

/** The length of nearly all cards of networks that allow several. Cards of the others are commonly longer than the shortest valid number. */
const USUAL_LENGTHS: Partial<Record<Network, number>> = { visa: 16, discover: 16, diners: 14, jcb: 16 }

/** Whether a number is valid and as long as cards of its network usually are, so that further digits belong to the next field. */
export const isFullNumber = (digits: string): boolean => {
  const network = networkOf(digits)
  const length = USUAL_LENGTHS[network] ?? networkFacts(network).lengths.at(-1)
  return digits.length === length && isCardNumber(digits)
}

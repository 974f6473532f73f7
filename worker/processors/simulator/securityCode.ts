import { networkFacts, networkOf } from '#contract/card/networks'

/** CVV letters by security code. */
export const securityCodeTriggers: ReadonlyMap<string, string> = new Map([
  ['900', 'M'],
  ['901', 'N'],
  ['902', 'S'],
  ['903', 'U'],
  ['904', 'P'],
  ['905', 'X'],
  ['906', 'D'],
])

/** The CVV letter: P without a code, I for a wrong length, else the trigger's or M. */
export const cvvLetter = (pan: string, cvv: string | undefined): string => {
  if (cvv === undefined || cvv === '') return 'P'
  const { length } = networkFacts(networkOf(pan)).securityCode
  if (cvv.length !== length) return 'I'
  // A trigger of four digits has a leading 0.
  return securityCodeTriggers.get(length === 4 ? cvv.replace(/^0/, '') : cvv) ?? 'M'
}

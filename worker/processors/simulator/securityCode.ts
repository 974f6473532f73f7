import { networkFacts, networkOf } from '#contract/card/networks'

/** Security codes that name the CVV letter they get. */
const letters: ReadonlyMap<string, string> = new Map([
  ['900', 'M'],
  ['901', 'N'],
  ['902', 'S'],
  ['903', 'U'],
  ['904', 'P'],
  ['905', 'X'],
  ['906', 'D'],
])

/** The CVV letter: P when none was sent, I when it has the wrong length for the card, else the trigger's or M. */
export const cvvLetter = (pan: string, cvv: string | undefined): string => {
  if (cvv === undefined || cvv === '') return 'P'
  const { length } = networkFacts(networkOf(pan)).securityCode
  if (cvv.length !== length) return 'I'
  // Where the code has four digits, the triggers have a 0 in front.
  return letters.get(length === 4 ? cvv.replace(/^0/, '') : cvv) ?? 'M'
}

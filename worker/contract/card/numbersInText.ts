import { isCardNumber } from './cardNumber.ts'
import { asciiDigits } from './digits.ts'
import { networkFacts, networkOf } from './networks.ts'

/**
 * Digits in groups, as cards print them and people type them: one space or hyphen between two groups, in any of the forms that a word
 * processor makes of them. With a plus sign of a telephone number, or the country of an IBAN, before them.
 */
const digitGroups = /(\+|\b[A-Z]{2})?(\p{Nd}+(?:[ \u00a0\u2007\u2009\u202f\u2010-\u2013\u2212-]\p{Nd}+)*)/gu

const shortest = 13
const longest = 19

/** The longest telephone number in international form (E.164). */
const longestTelephone = 15

/** The longest international bank account number, without its country. */
const longestIban = 32

/**
 * Whether 13 digits are the number of an article (EAN-13, ISO/IEC 15420): shops send them, and one in ten passes Luhn. Card numbers of this
 * length are no longer issued.
 */
const isArticleNumber = (digits: string): boolean =>
  digits.length === 13 &&
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0

const letterValue = (letter: string): number => letter.charCodeAt(0) - 55

/** Whether a country and digits are an international bank account number: its check digits hold (ISO 13616). */
const isIban = (country: string, digits: string): boolean => {
  const account = digits.slice(2) + [...country].map(letterValue).join('') + digits.slice(0, 2)
  return digits.length >= shortest && digits.length <= longestIban && BigInt(account) % 97n === 1n
}

const isOfNetwork = (digits: string): boolean => {
  const network = networkOf(digits)
  return network !== 'unknown' && networkFacts(network).lengths.includes(digits.length)
}

const isLikelyCardNumber = (digits: string): boolean =>
  digits.length >= shortest &&
  digits.length <= longest &&
  isCardNumber(digits) &&
  isOfNetwork(digits) &&
  !isArticleNumber(digits)

/** The sizes of the groups in which a card prints its number. */
const printedGroups = (digits: string): readonly number[] => {
  const { grouping } = networkFacts(networkOf(digits))
  const { sizes } = grouping.find(({ upTo }) => digits.length <= upTo)!
  let rest = digits.length
  return sizes.flatMap((size) => {
    const taken = Math.min(size, rest)
    rest -= taken
    return taken === 0 ? [] : [taken]
  })
}

/**
 * Whether groups contain a card number: as one of them, as several in the sizes that are printed on cards, or as all of them. In other sizes
 * it would begin and end by chance.
 */
const containsNumber = (groups: readonly string[]): boolean => {
  if (isLikelyCardNumber(groups.join('')) || groups.some(isLikelyCardNumber)) return true
  for (const start of groups.keys()) {
    // Every printed number begins with a group of four.
    let sizes = '4'
    let digits = groups[start]!.length === 4 ? groups[start]! : ''
    for (let end = start + 1; digits !== '' && end < groups.length && digits.length < longest; end++) {
      digits += groups[end]!
      sizes += `,${groups[end]!.length}`
      if (isLikelyCardNumber(digits) && sizes === printedGroups(digits).join()) return true
    }
  }
  return false
}

/** Whether what is written before digits says that they are something else. */
const isOther = (before: string | undefined, digits: string): boolean =>
  before === '+' ? digits.length <= longestTelephone : before !== undefined && isIban(before, digits)

/**
 * Whether a text contains what is most likely a card number: 13 to 19 digits, in one or in groups, with a right check digit and in the range
 * and of a length of a known network. Telephone numbers with a plus sign, article numbers (EAN-13) and IBANs of digits are none.
 */
export const containsCardNumber = (text: string): boolean => {
  for (const [, before, run = ''] of text.matchAll(digitGroups)) {
    if (run.length < shortest) continue
    const groups = asciiDigits(run).split(/[^0-9]/)
    if (!isOther(before, groups.join('')) && containsNumber(groups)) return true
  }
  return false
}

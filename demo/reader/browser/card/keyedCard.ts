import { digitsOf } from '#contract/card/digits'
import { isExpired, isTooFarAhead, formatExpiry } from '#contract/card/expiry'
import { isExpiryPrefix, parseExpiryText } from '#contract/card/expiryText'
import { isCardNumber } from '#contract/card/cardNumber'
import { networkFacts, networkOf } from '#contract/card/networks'

/** Result of validating an entry: the value to send, or an error for the shopper. */
export type Reading = { readonly value: string } | { readonly complaint: string }

/** Groups the digits of a card number as its network does. */
export const groupDigits = (text: string): string => {
  const digits = digitsOf(text)
  const { grouping } = networkFacts(networkOf(digits))
  const { sizes } = grouping.find(({ upTo }) => digits.length <= upTo) ?? { sizes: [digits.length] }
  const groups: string[] = []
  let rest = digits
  for (const size of sizes) {
    groups.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return groups.filter(Boolean).join(' ')
}

/** The maximum number of digits for a card number with this prefix. */
export const maxDigits = (text: string): number => Math.max(...networkFacts(networkOf(digitsOf(text))).lengths)

export const readNumber = (text: string): Reading => {
  const digits = digitsOf(text)
  if (digits === '') return { complaint: 'Enter the card number.' }
  const { lengths } = networkFacts(networkOf(digits))
  if (!lengths.includes(digits.length)) return { complaint: 'The card number is incomplete.' }
  return isCardNumber(digits) ? { value: digits } : { complaint: 'Check the card number.' }
}

export const readExpiry = (text: string, nowMs: number): Reading => {
  const expiry = parseExpiryText(text)
  if (expiry === null)
    return { complaint: !text.trim() || isExpiryPrefix(text) ? 'Enter the month and year.' : 'Check the expiry date.' }
  if (isTooFarAhead(expiry, nowMs)) return { complaint: 'Check the expiry date.' }
  return isExpired(expiry, nowMs) ? { complaint: 'This card has expired.' } : { value: formatExpiry(expiry) }
}

/** Number of digits of the card's security code. */
export const codeLength = (accountNumber: string): number => networkFacts(networkOf(accountNumber)).securityCode.length

export const readCode = (text: string, length: number): Reading => {
  const digits = digitsOf(text)
  return digits.length === length ? { value: digits } : { complaint: `Enter the ${length}-digit code.` }
}

export const readPostalCode = (text: string): Reading => {
  const value = text.trim().toUpperCase()
  return /^[0-9A-Z][0-9A-Z -]{1,18}$/.test(value) ? { value } : { complaint: 'Enter the postal code.' }
}

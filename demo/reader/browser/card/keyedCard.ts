import { expiryIsPast, parseExpiry, printExpiry } from '#contract/card/expiry'
import { luhn } from '#contract/card/luhn'
import { networkFacts, networkOf } from '#contract/card/networks'

/** What a shopper keys in, judged: the value as it is sent, or what to say. */
export type Reading = { readonly value: string } | { readonly complaint: string }

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Writes a card number in the groups in which its network prints it. */
export const grouped = (text: string): string => {
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

/** The most digits that a number with this beginning can have. */
export const longest = (text: string): number => Math.max(...networkFacts(networkOf(digitsOf(text))).lengths)

export const readNumber = (text: string): Reading => {
  const digits = digitsOf(text)
  if (digits === '') return { complaint: 'Key in the card number.' }
  const { lengths } = networkFacts(networkOf(digits))
  if (!lengths.includes(digits.length)) return { complaint: 'Some digits are missing.' }
  return luhn(digits) ? { value: digits } : { complaint: 'One digit is not right.' }
}

/** `1230` is shown as `12 / 30`. A first digit that no month begins with is a month of its own. */
export const writtenExpiry = (text: string): string => {
  const typed = digitsOf(text)
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
}

export const readExpiry = (text: string, nowMs: number): Reading => {
  const digits = digitsOf(text)
  if (digits.length < 4) return { complaint: 'Key in month and year.' }
  const expiry = parseExpiry(digits)
  if (expiry === null) return { complaint: 'There is no such month.' }
  return expiryIsPast(expiry, nowMs) ? { complaint: 'This card has expired.' } : { value: printExpiry(expiry) }
}

/** How many digits the security code of a card has. */
export const codeLength = (accountNumber: string): number => networkFacts(networkOf(accountNumber)).securityCode.length

export const readCode = (text: string, length: number): Reading => {
  const digits = digitsOf(text)
  return digits.length === length ? { value: digits } : { complaint: `The code has ${length} digits.` }
}

export const readPostalCode = (text: string): Reading => {
  const value = text.trim().toUpperCase()
  return /^[0-9A-Z][0-9A-Z -]{1,18}$/.test(value) ? { value } : { complaint: 'Key in the postal code.' }
}

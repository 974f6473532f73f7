import { Secret } from '#contract/schema/secret'

/** Reusable tokens of test mode with their cards, to test a back end without a browser. */
const numbers: Readonly<Record<string, string>> = {
  'test-visa-4242': '4242424242424242',
  'test-mastercard-4444': '5555555555554444',
  'test-declined-0002': '4000000000000002',
  'test-insufficient-9995': '4000000000009995',
}

export const testTokens: readonly string[] = Object.keys(numbers)

/** The card of a fixed test token, which expires in December in two years, so that it is always valid. Null for other tokens. */
export const testCard = (token: string, nowMs: number) => {
  const number = Object.hasOwn(numbers, token) ? numbers[token] : undefined
  if (number === undefined) return null
  const year = String((new Date(nowMs).getUTCFullYear() + 2) % 100).padStart(2, '0')
  return {
    number: new Secret(number),
    expiry: `12${year}`,
    nameOnCard: null,
    postalCode: null,
    cvv: new Secret('123'),
    entry: 'ecom' as const,
  }
}

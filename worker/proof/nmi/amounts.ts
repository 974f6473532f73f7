import { currencies } from '#contract/money/currencies'

const exponents: ReadonlyMap<string, number> = new Map(
  [...currencies.values()].map(({ code, exponent }) => [code, exponent]),
)

export const isCurrency = (code: string): boolean => exponents.has(code)

const exponentOf = (currency: string): number => exponents.get(currency) ?? 2

/** One unit of the currency, in minor units. */
export const oneUnit = (currency: string): bigint => 10n ** BigInt(exponentOf(currency))

/**
 * @param text a decimal number: `10`, `10.0` or `10.00`
 * @returns minor units; undefined for any other text, and for digits below the minor unit
 */
export const parseAmount = (text: string, currency: string): bigint | undefined => {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d*))?$/.exec(text) ?? []
  const exponent = exponentOf(currency)
  if (whole === undefined || /[1-9]/.test(decimals.slice(exponent))) return undefined
  return BigInt(whole + decimals.slice(0, exponent).padEnd(exponent, '0'))
}

/** The amount with two decimals, or as many as the currency has. */
export const formatAmount = (minor: bigint, currency: string): string => {
  const exponent = exponentOf(currency)
  const decimals = Math.max(2, exponent)
  const digits = String(minor * 10n ** BigInt(decimals - exponent)).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
